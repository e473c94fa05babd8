import { InsufficientScopeError, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';
import type { FailedObservation } from '../monitor/ports-reading.ts';
import { EndpointError } from './endpoint-error.ts';
import type { RedirectError } from './redirect-error.ts';

/** What an HTTP status that is no success means, null if `error` has none. */
export function explainHttp(error: Error, hasSession: boolean): FailedObservation | null {
  if (error instanceof UnauthorizedError) return authRequired(401);
  if (error instanceof InsufficientScopeError) return scopeRequired;
  if (error instanceof EndpointError) return explainEndpoint(error);
  return error instanceof SdkHttpError ? explainStatus(error.status, hasSession) : null;
}

/** True if the server no longer knows the session of a 2025 connection (MCP 2025-11-25, session management). */
export function isSessionLost(error: unknown, hasSession: boolean): boolean {
  return hasSession && error instanceof SdkHttpError && error.status === 404;
}

function explainStatus(status: number, hasSession: boolean): FailedObservation {
  if (status === 401) return authRequired(status);
  if (status === 403)
    return { outcome: 'refused', reason: 'the server refuses access (HTTP 403): check the credentials in `headers`' };
  if (status === 404 && hasSession)
    return { outcome: 'unreachable', reason: 'the server no longer knows the session (HTTP 404)' };
  if (status === 404) return { outcome: 'refused', reason: 'nothing answers at this path (HTTP 404): check `url`' };
  if (status >= 500) return { outcome: 'unreachable', reason: `the server fails (HTTP ${status})` };
  return { outcome: 'refused', reason: `the server refuses the request (HTTP ${status})` };
}

/** Clients that follow it are shown what stands there. */
export function explainRedirect({ status, target }: RedirectError): FailedObservation {
  const reason = `the server redirects (HTTP ${status}); redirects are not followed, put the final address in \`url\``;
  return { outcome: 'refused', reason, redirect: target };
}

function explainEndpoint({ kind }: EndpointError): FailedObservation {
  if (kind === 'none') return { outcome: 'invalid', reason: 'the answer is not a stream of the HTTP+SSE transport' };
  const reason = 'the server names an endpoint at another origin, which is not followed: check `url`';
  return { outcome: 'refused', reason };
}

/** True if a server that speaks HTTP+SSE alone would answer a request so (MCP 2025-11-25, backwards compatibility). */
export function maySpeakSse(error: Error): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.status);
}

function authRequired(status: number): FailedObservation {
  return {
    outcome: 'auth-required',
    reason: `the server wants valid credentials (HTTP ${status}): put them into \`headers\` in the config`,
  };
}

const scopeRequired: FailedObservation = {
  outcome: 'auth-required',
  reason:
    'the server wants a token that allows more (HTTP 403, insufficient_scope): set `scope` in `auth` of the config, and log in again',
};
