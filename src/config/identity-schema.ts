import * as z from 'zod';
import { legacyProtocols } from '../core/protocols.ts';
import { choice, headerValue, section } from './fields.ts';
import { identityPresets } from './identity-presets.ts';

/** Names this program by its own name, where the rest of the config names another. */
export const honest = 'tooldrift';
/** In one place: an editor completes them, and the error lists them. */
const names = [honest, ...(Object.keys(identityPresets) as (keyof typeof identityPresets)[])] as const; // its own keys

const word = (what: string) => {
  const error = `must be ${what}, in one line`;
  return z.string({ error }).regex(/^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u, { error });
};

const written = section({
  name: word('the name of a client').meta({ description: 'Name in clientInfo, such as "claude-code".' }),
  version: word('the version of a client').meta({ description: 'Version in clientInfo.' }),
  userAgent: headerValue()
    .optional()
    .meta({ description: 'User-Agent header over HTTP. Default: name and version, with a slash between them.' }),
  protocol: choice(legacyProtocols).optional().meta({
    description:
      'Offer this version of the protocol, as a client of that age does. Default: the newest that the server speaks.',
  }),
  capabilities: z.record(z.string(), z.json(), { error: 'must be an object, in braces' }).optional().meta({
    description:
      'Capabilities that are declared, such as { "roots": {} }. Nothing is ever done for them: requests of the server are refused, and the list of roots is empty.',
  }),
});

/** Who servers are told that they talk to. */
export const identitySchema = z.union([z.enum(names), written], {
  error: `must be one of ${names.map((name) => `"${name}"`).join(', ')}, or an object with "name" and "version"`,
});

/** A server that is read as several clients, to see whether it shows all of them the same. */
export const identitiesSchema = z
  .array(identitySchema, { error: 'must be a list of identities, in brackets' })
  .min(2, { error: 'must name at least two identities; for one there is "identity"' })
  .max(8, { error: 'must name at most eight identities' })
  .superRefine((list, context) => {
    for (const [index, identity] of list.entries()) {
      const message = problemOf(shortName(identity), list.slice(0, index).map(shortName));
      if (message !== null) context.addIssue({ code: 'custom', path: [index], message });
    }
  })
  .meta({
    description:
      'Reads this server as each of these clients, keeps a baseline for each ("server@client"), and tells when they are not shown the same.',
  });

/** What an identity is called in the name of a view: `claude-code` in `billing@claude-code`. */
export function shortName(identity: WrittenIdentity): string {
  const { name, protocol } = typeof identity === 'string' ? { name: identity, protocol: undefined } : identity;
  return slug(protocol === undefined ? name : `${name}-${protocol}`);
}

function slug(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 64);
}

function problemOf(name: string, before: readonly string[]): string | null {
  if (!/[A-Za-z0-9]/.test(name)) return 'needs a name with letters or digits: its baseline is kept under it';
  return before.includes(name) ? 'has the name of one before it, and a baseline is kept under each name' : null;
}

export type WrittenIdentity = z.output<typeof identitySchema>;
