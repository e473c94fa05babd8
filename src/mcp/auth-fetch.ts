import type { FetchLike } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { isLoopback } from '../core/loopback.ts';
import { deadline } from '../linked-signal.ts';
import { AuthError } from './auth-error.ts';
import { decodeUtf8, readBytes } from './bytes.ts';
import { sendHttp } from './http-send.ts';
import { LimitError } from './limit-error.ts';
import { explainSystem } from './system-failure.ts';

export interface AuthFetchOptions {
  readonly dispatcher: Dispatcher;
  /** The server that access is wanted to. */
  readonly serverUrl: URL;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** Metadata and token answers have a few thousand bytes. */
const maxBytes = 256_000;
const requestMs = 10_000;

/**
 * A `fetch` for OAuth: metadata, registration and tokens. It follows no redirect, sends nothing of the config's `headers`, reads
 * little and waits little. Only https:, but for servers of this machine: a server elsewhere must not make us ask our own.
 */
export function createAuthFetch({ dispatcher, serverUrl, userAgent, signal }: AuthFetchOptions): FetchLike {
  return async (input, init = {}) => {
    const url = new URL(input);
    const who = url.origin === serverUrl.origin ? 'the server' : 'the authorization server';
    if (!maySendTo(url, serverUrl)) {
      throw new AuthError(
        'refused',
        'an address for the login is not at https://, or on this machine: it is not asked',
      );
    }
    const headers = new Headers(init.headers);
    headers.set('user-agent', userAgent);
    const body = bodyOf(init);
    const request = { method: init.method ?? 'GET', headers, ...(body !== null && { body }) };
    const inTime = deadline(signal, requestMs);
    try {
      const timed = { ...request, signal: inTime.signal, headersTimeoutMs: requestMs };
      const answer = await sendHttp(url, timed, dispatcher);
      try {
        const { status } = answer;
        if (status >= 300 && status < 400)
          throw new AuthError(
            'refused',
            `${who} redirects a request for the login (HTTP ${status}), which is not followed`,
          );
        if (status >= 500)
          throw new AuthError('unreachable', `${who} fails at a request for the login (HTTP ${status})`);
        const text = decodeUtf8(await readBytes(answer.body, maxBytes));
        return new Response(status === 204 || status === 205 ? null : text, { status });
      } finally {
        answer.discard();
      }
    } catch (error) {
      throw explain(error, who, inTime.signal);
    } finally {
      inTime.done();
    }
  };
}

/** True for addresses that requests about the login of `serverUrl` may go to, and people may be sent to. */
export function maySendTo({ protocol, hostname }: URL, serverUrl: URL): boolean {
  if (isLoopback(hostname)) return isLoopback(serverUrl.hostname) && /^https?:$/.test(protocol);
  return protocol === 'https:';
}

function bodyOf({ body }: RequestInit): string | null {
  if (typeof body === 'string') return body;
  return body instanceof URLSearchParams ? body.toString() : null;
}

function explain(error: unknown, who: string, inTime: AbortSignal): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof LimitError)
    return new AuthError('invalid', `${who} answers a request for the login with more than ${maxBytes} bytes`);
  const seconds = requestMs / 1000;
  if (inTime.aborted)
    return new AuthError('unreachable', `${who} did not answer a request for the login within ${seconds} s`);
  const system = error instanceof Error ? explainSystem(error) : null;
  const reason = system?.observation.reason ?? 'the request failed';
  return new AuthError('unreachable', `a request for the login to ${who.slice(4)} failed: ${reason}`, { cause: error });
}
