import { EnvHttpProxyAgent, fetch as undiciFetch, type Dispatcher } from 'undici';
import type { Json } from '../core/json.ts';
import type { Limits } from '../monitor/ports.ts';
import { mapEvents, readText } from './capped-stream.ts';
import type { ResultTap } from './result-tap.ts';

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** What happens to the stream (GET) on which a 2025 server sends what nobody asked for. */
export interface StreamEvents {
  readonly opened: () => void;
  readonly refused: (status: number) => void;
  readonly ended: () => void;
}

export interface HttpFetchOptions {
  readonly dispatcher: Dispatcher;
  readonly tap: ResultTap;
  readonly limits: Limits;
  readonly stream: StreamEvents;
  /** A body broke off or went over a limit: the request that waits for it would otherwise wait for its timeout. */
  readonly onBroken: (error: unknown) => void;
}

/** One event of a stream that is not an answer to a reading holds a notification: a short thing. */
const maxNotificationBytes = 1_000_000;
const maxErrorBytes = 64_000;

/** Connections for all HTTP servers: silent bodies are allowed for ever (listening), proxies come from the environment. */
export function createDispatcher(limits: Limits): Dispatcher {
  return new EnvHttpProxyAgent({
    bodyTimeout: 0,
    headersTimeout: limits.readTimeoutMs + 5_000,
    connect: { timeout: Math.min(10_000, limits.readTimeoutMs), keepAlive: true, keepAliveInitialDelay: 30_000 },
  });
}

/** A `fetch` for the SDK's HTTP transport that follows no redirect, caps every body and lets the tap read first. */
export function createHttpFetch({ dispatcher, tap, limits, stream, onBroken }: HttpFetchOptions): Fetch {
  return async (url, init = {}) => {
    const isGet = init.method === 'GET';
    if (typeof init.body === 'string') tap.sent(JSON.parse(init.body) as Json); // JSON.parse returns nothing but JSON values
    const response = await send(url, init, dispatcher);
    const type = mediaType(response);
    if (isGet) {
      if (response.ok && type === 'text/event-stream') stream.opened();
      else stream.refused(response.status);
    }
    const maxBytes = tap.isWaiting() ? limits.maxBytes : Math.min(limits.maxBytes, maxNotificationBytes);
    if (!response.ok || response.body === null)
      return rebuild(response, await readText(response.body, maxErrorBytes).catch(() => ''));
    if (type === 'text/event-stream') {
      const body = mapEvents(
        response.body,
        maxBytes,
        (data) => tapText(tap, data),
        (error) => {
          if (isGet) stream.ended();
          if (error !== null) onBroken(error);
        },
      );
      return rebuild(response, body);
    }
    if (type !== 'application/json')
      return rebuild(response, await readText(response.body, maxErrorBytes).catch(() => ''));
    try {
      return rebuild(response, tapText(tap, await readText(response.body, maxBytes)));
    } catch (error) {
      onBroken(error);
      throw error;
    }
  };
}

async function send(url: string | URL, init: RequestInit, dispatcher: Dispatcher): Promise<Response> {
  // The two `fetch` types describe the same objects; undici's own is newer than the one Node bundles.
  const options = { ...init, dispatcher, redirect: 'manual' } as unknown as Parameters<typeof undiciFetch>[1];
  return (await undiciFetch(url, options)) as unknown as Response;
}

/** Text that is not JSON passes as it is: the SDK says what is wrong with it. */
function tapText(tap: ResultTap, text: string): string {
  let message: Json;
  try {
    message = JSON.parse(text) as Json; // JSON.parse returns nothing but JSON values
  } catch {
    return text;
  }
  const seen = tap.received(message, text);
  return seen === message ? text : JSON.stringify(seen);
}

function mediaType(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The same answer with another body; its length and encoding no longer hold. */
function rebuild(response: Response, body: string | ReadableStream<Uint8Array>): Response {
  const headers = new Headers(
    [...response.headers].filter(([name]) => name !== 'content-length' && name !== 'content-encoding'),
  );
  const { status, statusText } = response;
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status, statusText, headers });
  // A status below 200 or a redirect that was not followed cannot be built; it is an error to the SDK either way.
  return new Response(body, { status: status < 200 || status > 599 ? 502 : status, statusText, headers });
}
