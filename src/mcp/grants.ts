import {
  ClientCredentialsProvider,
  fetchToken,
  PrivateKeyJwtProvider,
  refreshAuthorization,
  type FetchLike,
  type OAuthClientInformationMixed,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import type { Auth } from '../monitor/ports-watched.ts';
import type { AuthServer } from './auth-server.ts';
import { readPrivateKey } from './private-key.ts';
import type { StoredTokens } from './stored-tokens.ts';

type Machine = Exclude<Auth, { kind: 'oauth' }>;
type Login = Extract<Auth, { kind: 'oauth' }>;

/** Asks for a token in our own name (RFC 6749 4.4; RFC 7523 2.2 with a key). Throws what the SDK throws. */
export async function askAsMachine(auth: Machine, server: AuthServer, fetchFn: FetchLike): Promise<OAuthTokens> {
  const { clientId } = auth;
  const { issuer, metadata, resource, scope } = server;
  // The SDK refuses to send the credentials to any other issuer.
  const shared = { clientId, clientName: 'tooldrift', expectedIssuer: issuer };
  const provider =
    auth.kind === 'client-credentials'
      ? new ClientCredentialsProvider({ ...shared, clientSecret: auth.clientSecret })
      : new PrivateKeyJwtProvider({
          ...shared,
          privateKey: await readPrivateKey(auth.privateKeyFile),
          algorithm: auth.algorithm,
        });
  return fetchToken(provider, issuer, {
    ...(metadata !== undefined && { metadata }),
    ...(resource !== null && { resource }),
    ...(scope !== null && { scope }),
    fetchFn,
  });
}

/** Trades the refresh token for new tokens (RFC 6749 6). Throws what the SDK throws. */
export async function refreshLogin(
  stored: StoredTokens,
  refreshToken: string,
  auth: Login,
  { issuer, metadata }: AuthServer,
  fetchFn: FetchLike,
): Promise<OAuthTokens> {
  const clientInformation = clientOf(auth, stored.client);
  if (clientInformation === null) throw new Error('a login without a client');
  return refreshAuthorization(issuer, {
    ...(metadata !== undefined && { metadata }),
    clientInformation,
    refreshToken,
    // The one that it was got for, whatever the server says now.
    ...(stored.resource !== null && { resource: stored.resource }),
    fetchFn,
  });
}

/** Who we are to the authorization server: as the config says, or as we registered. Null: nobody yet. */
export function clientOf(auth: Login, registered: StoredTokens['client']): OAuthClientInformationMixed | null {
  if (auth.clientId !== null)
    return { client_id: auth.clientId, ...(auth.clientSecret !== null && { client_secret: auth.clientSecret }) };
  if (registered === null) return null;
  const { id, secret, method } = registered;
  return {
    client_id: id,
    ...(secret !== null && { client_secret: secret }),
    ...(method !== null && { token_endpoint_auth_method: method }),
  };
}
