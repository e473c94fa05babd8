import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  resourceUrlFromServerUrl,
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { AuthError } from './auth-error.ts';

/** Who gives access to a server. */
export interface AuthServer {
  /** Its identifier, a URL (RFC 8414 2). */
  readonly issuer: string;
  /** Undefined for one without metadata, whose endpoints are at fixed paths (MCP 2025-03-26 authorization). */
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** What the server is called in requests for tokens (RFC 8707). */
  readonly resource: string | null;
  /** The scopes that the server names, with spaces between them. */
  readonly scope: string | null;
}

/** What a server says of itself when it answers 401 (RFC 6750 3, RFC 9728 5.1). */
export interface Challenge {
  readonly metadataUrl: URL | null;
  readonly scope: string | null;
}

/** The one authorization server that may see the credentials. */
export interface Pin {
  readonly issuer: string;
  /** What a person can do when the server names another one. */
  readonly remedy: string;
}

/** Metadata elsewhere than at the server itself is passed over: what speaks for a server is at its own address. */
export function challengeOf(headers: Headers, serverUrl: URL): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(new Response(null, { status: 401, headers }));
  const metadataUrl = resourceMetadataUrl?.origin === serverUrl.origin ? resourceMetadataUrl : null;
  return { metadataUrl, scope: validScope(scope) };
}

/**
 * Asks a server for its authorization server, and that for its metadata. With a `pin`, nobody else is asked for anything.
 * Throws an `AuthError`, or what the SDK throws about metadata that it refuses.
 */
export async function findAuthServer(
  serverUrl: URL,
  challenge: Challenge,
  pin: Pin | null,
  fetchFn: FetchLike,
): Promise<AuthServer> {
  const resource = await readResource(serverUrl, challenge, fetchFn).catch((error: unknown) => {
    // Where the credentials go is settled; whether the server still says the same can wait.
    if (pin !== null) return null;
    throw error;
  });
  const named = resource?.authorization_servers ?? [];
  const other = named[0];
  if (pin !== null && other !== undefined && !named.some((issuer) => isSameIssuer(issuer, pin.issuer)))
    throw new AuthError('auth-required', describeChange(other, pin));
  const issuer = pin?.issuer ?? other ?? new URL('/', serverUrl).href;
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn });
  return {
    issuer: metadata?.issuer ?? issuer,
    metadata,
    resource: resource?.resource ?? null,
    scope: challenge.scope ?? validScope(resource?.scopes_supported?.join(' ')),
  };
}

/** Null if the server has no metadata (RFC 9728), as was usual before it. */
async function readResource(
  serverUrl: URL,
  { metadataUrl }: Challenge,
  fetchFn: FetchLike,
): Promise<OAuthProtectedResourceMetadata | null> {
  let status = 0;
  const noting: FetchLike = async (url, init) => {
    const response = await fetchFn(url, init);
    ({ status } = response);
    return response;
  };
  const options = metadataUrl === null ? {} : { resourceMetadataUrl: metadataUrl };
  const metadata = await discoverOAuthProtectedResourceMetadata(serverUrl, options, noting).catch((error: unknown) => {
    if (status >= 400 && !(error instanceof AuthError)) return null;
    throw error;
  });
  if (metadata === null) return null;
  const requestedResource = resourceUrlFromServerUrl(serverUrl);
  if (!checkResourceAllowed({ requestedResource, configuredResource: metadata.resource }))
    throw new AuthError('invalid', 'the login metadata of the server speaks of another server');
  return metadata;
}

/** As identifiers of one authorization server are compared: a slash at the end makes no difference (RFC 8414 3.3). */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

function describeChange(other: string, { issuer, remedy }: Pin): string {
  return `the server now sends logins to ${originOf(other)}, which gets no credentials, in place of ${originOf(issuer)}: ${remedy}`;
}

/** A server's word for an address, as one that can be shown. */
export function originOf(url: string): string {
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: 'an address that is none' };
  // No host has such a name. Half a name could pass for another one.
  return origin.length > 270 ? 'an address that is too long' : origin;
}

/** RFC 6749 3.3. Anything else that a server says is not passed on. */
function validScope(scope: string | undefined): string | null {
  return scope !== undefined && scope.length <= 2000 && /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/.test(scope) ? scope : null;
}
