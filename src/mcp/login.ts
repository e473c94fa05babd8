import { randomBytes } from 'node:crypto';
import { exchangeAuthorization, startAuthorization, type FetchLike } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { deadline } from '../linked-signal.ts';
import type { LoginPrompt } from '../monitor/ports-login.ts';
import type { Auth } from '../monitor/ports-watched.ts';
import type { Clock, Random } from '../monitor/ports-world.ts';
import { askPerson } from './ask-person.ts';
import { AuthError } from './auth-error.ts';
import { createAuthFetch, maySendTo } from './auth-fetch.ts';
import { challengeOf, findAuthServer, isSameIssuer, originOf, type AuthServer } from './auth-server.ts';
import { clientOf } from './grants.ts';
import { sendHttp } from './http-send.ts';
import { openReceiver } from './login-receiver.ts';
import { register, registrationOf } from './register-client.ts';
import { storedTokens, type StoredTokens } from './stored-tokens.ts';

export interface LoginTarget {
  readonly url: URL;
  readonly auth: Extract<Auth, { kind: 'oauth' }>;
  /** Headers of requests to the server itself. */
  readonly headers: Readonly<Record<string, string>>;
  /** The authorization server of the login before. */
  readonly formerIssuer: string | null;
}

export interface LoginDeps {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly random: Random;
  /** How long a person may take. */
  readonly personMs: number;
}

/** More is no address that a browser or a terminal takes well. */
const maxUrlLength = 8000;
/** All requests before and after the person is asked. */
const requestsMs = 60_000;

/** Gets tokens for a person: authorization code with PKCE (OAuth 2.1 4.1, RFC 8252). Throws what the SDK throws, or an `AuthError`. */
export async function logIn(
  target: LoginTarget,
  prompt: LoginPrompt,
  deps: LoginDeps,
  signal: AbortSignal,
): Promise<StoredTokens> {
  const { url: serverUrl, auth } = target;
  const state = randomBytes(32).toString('base64url');
  const receiver = await openReceiver(auth.redirectPort ?? 0, state);
  const inTime = deadline(signal, requestsMs + deps.personMs);
  try {
    const userAgent = target.headers['user-agent'] ?? '';
    const fetchFn = createAuthFetch({ dispatcher: deps.dispatcher, serverUrl, userAgent, signal: inTime.signal });
    const server = await findServer(target, deps, fetchFn, inTime.signal);
    const { redirectUrl } = receiver;
    const scope = auth.scope ?? withOfflineAccess(server);
    const own = clientOf(auth, null);
    const client = own ?? (await register(server, redirectUrl, scope, fetchFn));
    const { metadata, resource } = server;
    const shared = {
      ...(metadata !== undefined && { metadata }),
      ...(resource !== null && { resource }),
      clientInformation: client,
    };
    const asked = { ...shared, redirectUrl, state, ...(scope !== null && { scope }) };
    const { authorizationUrl, codeVerifier } = await startAuthorization(server.issuer, asked);
    showPlace(authorizationUrl, redirectUrl, server, target, prompt);
    const { code, iss } = await askPerson(receiver, state, server, prompt, deps.personMs, inTime.signal);
    const answer = await exchangeAuthorization(server.issuer, {
      ...shared,
      authorizationCode: code,
      ...(iss !== undefined && { iss }),
      codeVerifier,
      redirectUri: redirectUrl,
      fetchFn,
    });
    const registered = own === null ? registrationOf(client) : null;
    return storedTokens(
      answer,
      { serverUrl, auth, server, now: deps.clock.now() },
      { resource, client: registered, scope },
    );
  } finally {
    inTime.done();
    await receiver.close();
  }
}

/** Asks the server as somebody without access, to hear where it sends such clients (RFC 9728 5). */
async function findServer(
  { url, auth, headers }: LoginTarget,
  { dispatcher }: LoginDeps,
  fetchFn: FetchLike,
  signal: AbortSignal,
): Promise<AuthServer> {
  const all = new Headers(headers);
  all.set('accept', 'application/json, text/event-stream');
  all.set('content-type', 'application/json');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const request = { method: 'POST', headers: all, body, signal, headersTimeoutMs: 10_000 };
  // A server that cannot answer this may still have metadata at its usual place.
  const answer = await sendHttp(url, request, dispatcher).catch(() => null);
  answer?.discard();
  const challenge = challengeOf(answer?.headers ?? new Headers(), url);
  const remedy = 'if that is right, change `issuer` in `auth` of the config';
  return findAuthServer(url, challenge, auth.issuer === null ? null : { issuer: auth.issuer, remedy }, fetchFn);
}

/** Without that scope, some authorization servers give nothing to renew the token with (OpenID Connect Core 11). */
function withOfflineAccess({ scope, metadata }: AuthServer): string | null {
  const wanted = 'offline_access';
  if (scope === null || scope.split(' ').includes(wanted)) return scope;
  return metadata?.scopes_supported?.includes(wanted) === true ? `${scope} ${wanted}` : scope;
}

function showPlace(
  url: URL,
  redirectUrl: string,
  { issuer }: AuthServer,
  target: LoginTarget,
  prompt: LoginPrompt,
): void {
  if (!maySendTo(url, target.url) || url.username !== '' || url.password !== '')
    throw new AuthError('refused', 'the authorization server sends people to an address that is not at https://');
  if (url.href.length > maxUrlLength)
    throw new AuthError('refused', 'the authorization server sends people to an address that is too long');
  const { formerIssuer } = target;
  const isOther = formerIssuer !== null && !isSameIssuer(formerIssuer, issuer);
  prompt.visit({ url: url.href, redirectUrl, at: originOf(issuer), formerly: isOther ? originOf(formerIssuer) : null });
}
