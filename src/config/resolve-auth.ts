import { isLoopback } from '../core/loopback.ts';
import type { Auth } from '../monitor/ports-watched.ts';
import type { WrittenAuth } from './auth-schema.ts';
import { hide } from './hide.ts';
import { resolvePath } from './resolve-path.ts';
import type { ServerEntry } from './server-schema.ts';

/**
 * How to get access to a server. Undefined where no token is ever sent: over stdio, over plain HTTP to another machine, and
 * beside an Authorization header of the config, which wins.
 */
export function resolveAuth(entry: ServerEntry, written: WrittenAuth | undefined, folder: string): Auth | undefined {
  if (whyNoTokens(entry) !== null) return undefined;
  const auth = written === undefined ? anybody : withDefaults(written, folder);
  return hide({ ...auth }, { kind: auth.kind, clientId: auth.clientId });
}

const anybody: Auth = {
  kind: 'oauth',
  isRequired: false,
  clientId: null,
  clientSecret: null,
  scope: null,
  issuer: null,
  redirectPort: null,
};

function withDefaults(written: WrittenAuth, folder: string): Auth {
  const { scope = null, issuer = null } = written;
  switch (written.type) {
    case 'client-credentials': {
      const { clientId, clientSecret } = written;
      return { kind: written.type, clientId, clientSecret, scope, issuer };
    }
    case 'private-key-jwt': {
      const { clientId, algorithm } = written;
      const privateKeyFile = resolvePath(folder, written.privateKeyFile);
      return { kind: written.type, clientId, privateKeyFile, algorithm, scope, issuer };
    }
    case 'oauth': {
      const { clientId = null, clientSecret = null, redirectPort = null } = written;
      return { kind: written.type, isRequired: true, clientId, clientSecret, scope, issuer, redirectPort };
    }
  }
}

/** Why a server gets no tokens, as a phrase about `auth`. Null if it may. */
export function whyNoTokens({ url, headers = {} }: ServerEntry): string | null {
  if (url === undefined) return 'is only for a server over HTTP; a program gets its credentials in "env"';
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
    return 'stands beside the header "Authorization" of this server; keep one of them';
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !isLoopback(hostname))
    return 'needs a server at https://; over plain HTTP anybody could read the tokens';
  return null;
}
