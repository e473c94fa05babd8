import type { OAuthTokens } from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { Auth } from '../monitor/ports-watched.ts';
import { AuthError } from './auth-error.ts';
import type { AuthServer } from './auth-server.ts';

const nullableText = z.string().nullable();

/** What is kept of one server between runs. Everything in it is secret but the issuer. */
export const storedTokensSchema = z.strictObject({
  version: z.literal(1),
  /** The server, as a URL. */
  server: z.string(),
  /** `settingsOf` the config that it was got under. */
  settings: z.string(),
  /** The authorization server that it came from: nobody else sees it again. */
  issuer: z.string(),
  resource: nullableText,
  /** How the authorization server knows us, where we registered ourselves. */
  client: z.strictObject({ id: z.string(), secret: nullableText, method: nullableText }).nullable(),
  /** Null once it is known that it is good for nothing. */
  accessToken: nullableText,
  refreshToken: nullableText,
  scope: nullableText,
  /** ISO 8601 UTC. */
  obtainedAt: z.iso.datetime(),
  /** ISO 8601 UTC; null if the authorization server did not say. */
  expiresAt: z.iso.datetime().nullable(),
});

export type StoredTokens = z.output<typeof storedTokensSchema>;

/** What else than the server's address decides which tokens fit: tokens that were got otherwise are not used. */
export function settingsOf({ kind, clientId, scope, issuer }: Auth): string {
  return JSON.stringify({ kind, clientId, scope, issuer });
}

/** A header can hold it, and a server will take it. */
const token = /^[!-~]{1,16000}$/;

/**
 * The answer of a token endpoint as it is kept. What it leaves out is as it was `before` (RFC 6749 5.1, 6). Throws an
 * `AuthError` for tokens that cannot be used.
 */
export function storedTokens(
  answer: OAuthTokens,
  context: { readonly serverUrl: URL; readonly auth: Auth; readonly server: AuthServer; readonly now: Date },
  before: Pick<StoredTokens, 'resource' | 'client' | 'scope'>,
): StoredTokens & { readonly accessToken: string } {
  const { access_token, refresh_token, token_type, expires_in, scope } = answer;
  if (token_type.toLowerCase() !== 'bearer')
    throw new AuthError('invalid', 'the authorization server gives a token of a kind that is not supported');
  if (![access_token, refresh_token ?? 'none'].every((text) => token.test(text)))
    throw new AuthError('invalid', 'the authorization server gives a token that no header can hold');
  const { serverUrl, auth, server, now } = context;
  return {
    version: 1,
    server: serverUrl.href,
    settings: settingsOf(auth),
    issuer: server.issuer,
    resource: before.resource,
    client: before.client,
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    scope: scope ?? before.scope,
    obtainedAt: now.toISOString(),
    expiresAt: expiryOf(expires_in, now),
  };
}

/** A century is as good as for ever, and a date can hold it. */
const maxSeconds = 100 * 365 * 86_400;

function expiryOf(seconds: number | undefined, now: Date): string | null {
  if (seconds === undefined || !(seconds >= 0)) return null;
  return new Date(now.getTime() + Math.min(seconds, maxSeconds) * 1000).toISOString();
}
