import { registerClient, type FetchLike, type OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import { AuthError } from './auth-error.ts';
import type { AuthServer } from './auth-server.ts';
import type { StoredTokens } from './stored-tokens.ts';

/** Registers us (RFC 7591), anew for each login: the port in the address is another one. */
export async function register(
  { issuer, metadata }: AuthServer,
  redirectUrl: string,
  scope: string | null,
  fetchFn: FetchLike,
): Promise<OAuthClientInformationMixed> {
  if (metadata !== undefined && metadata.registration_endpoint === undefined)
    throw new AuthError(
      'refused',
      'the authorization server registers no clients by itself: set `clientId` in `auth` of the config',
    );
  // oxlint-disable-next-line typescript/no-deprecated -- for those who offer nothing else; `clientId` may be a metadata document
  return registerClient(issuer, {
    ...(metadata !== undefined && { metadata }),
    clientMetadata: {
      client_name: 'tooldrift',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    ...(scope !== null && { scope }),
    fetchFn,
  });
}

/** A registration as it is kept beside the tokens. */
export function registrationOf(client: OAuthClientInformationMixed): StoredTokens['client'] {
  const method = 'token_endpoint_auth_method' in client ? client.token_endpoint_auth_method : undefined;
  return { id: client.client_id, secret: client.client_secret ?? null, method: method ?? null };
}
