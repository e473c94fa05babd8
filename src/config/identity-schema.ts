import * as z from 'zod';
import { headerValue, section } from './fields.ts';
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
  capabilities: z.record(z.string(), z.json(), { error: 'must be an object, in braces' }).optional().meta({
    description:
      'Capabilities that are declared, such as { "roots": {} }. Nothing is ever done for them: requests of the server are refused, and the list of roots is empty.',
  }),
});

/** Who servers are told that they talk to. */
export const identitySchema = z.union([z.enum(names), written], {
  error: `must be one of ${names.map((name) => `"${name}"`).join(', ')}, or an object with "name" and "version"`,
});

export type WrittenIdentity = z.output<typeof identitySchema>;
