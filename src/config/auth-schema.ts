import * as z from 'zod';
import { isLoopback } from '../core/loopback.ts';
import { choice, section } from './fields.ts';

const line = (what: string) => {
  const error = `must be ${what}, in one line`;
  return z.string({ error }).regex(/^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u, { error });
};

const clientId = line('the id of a client').meta({ description: 'The client id that the authorization server knows.' });
const clientSecret = line('the secret of a client').meta({ description: 'Best from a variable: "${CLIENT_SECRET}".' });

const scopeError = 'must be a list of scopes with one space between them, such as "mcp:read offline_access"';
/** RFC 6749 3.3. */
const scope = z
  .string({ error: scopeError })
  .regex(/^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/, { error: scopeError })
  .optional()
  .meta({ description: 'The scopes to ask for. Default: those that the server names.' });

const issuerError = 'must be the https:// URL of an authorization server';
const issuer = z
  .string({ error: issuerError })
  .refine((value) => URL.canParse(value) && isIssuer(new URL(value)), { error: issuerError })
  .optional()
  .meta({
    description:
      'The authorization server that may see the credentials. Default: the one that the server names at first; it is remembered.',
  });

/** Which of the three it is. */
const kind = <T extends string>(name: T) => z.literal(name).meta({ description: 'How access is got.' });

const port = 'must be a port from 1024 to 65535';

/** How to get access to a server over HTTP. Without it, the tokens of `tooldrift login` are used where there are some. */
export const authSchema = z.discriminatedUnion(
  'type',
  [
    section({ type: kind('client-credentials'), clientId, clientSecret, scope, issuer }),
    section({
      type: kind('private-key-jwt'),
      clientId,
      privateKeyFile: line('the path of a key file').meta({
        description: 'File with the private key, PEM or JWK. Relative to this file.',
      }),
      algorithm: choice([
        'RS256',
        'RS384',
        'RS512',
        'PS256',
        'PS384',
        'PS512',
        'ES256',
        'ES384',
        'ES512',
        'EdDSA',
      ]).meta({
        description: 'What the key signs with.',
      }),
      scope,
      issuer,
    }),
    section({
      type: kind('oauth'),
      clientId: clientId.optional(),
      clientSecret: clientSecret.optional(),
      scope,
      issuer,
      redirectPort: z.int({ error: port }).min(1024, { error: port }).max(65_535, { error: port }).optional().meta({
        description:
          'The port of http://127.0.0.1:<port>/callback, where the authorization server must know it. Default: any free one.',
      }),
    }),
  ],
  {
    error: ({ input }) =>
      typeof input === 'object' && input !== null
        ? 'must be "client-credentials", "private-key-jwt" or "oauth"'
        : 'must be an object, in braces',
  },
);

export type WrittenAuth = z.output<typeof authSchema>;

function isIssuer({ protocol, hostname, username, password, search, hash }: URL): boolean {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe && username === '' && password === '' && search === '' && hash === '';
}
