import { SdkErrorCode, SdkHttpError, type FetchLike } from '@modelcontextprotocol/client';
import { sendAuthorized } from './authorized-send.ts';
import { decodeUtf8, readBytes } from './bytes.ts';
import { EndpointError } from './endpoint-error.ts';
import { isMessage, readEvents, writeEvent } from './event-stream.ts';
import { noteSent, respond, streamOf, tapText, type HttpFetchOptions } from './http-fetch.ts';
import type { HttpAnswer } from './http-send.ts';
import { RedirectError } from './redirect-error.ts';

export interface SseFetchOptions extends HttpFetchOptions {
  readonly url: URL;
  /** How long the server may take to begin its stream. */
  readonly acknowledgeMs: number;
  /** The stream could not be opened, or is over. There will be no other one: it would be another session. */
  readonly lost: (error: unknown) => void;
}

const maxAcceptedBytes = 64_000;

/** A `fetch` for the SDK's HTTP+SSE transport: one stream, capped, read by the tap first, and requests to its origin alone. */
export function createSseFetch(options: SseFetchOptions): FetchLike {
  let isOpened = false;
  return async (url, init = {}) => {
    if (new URL(url).origin !== options.url.origin) throw new EndpointError('foreign');
    if (init.method === 'POST') return post(url, init, options);
    // No content: the one answer after which an event source does not come back.
    if (isOpened) return new Response(null, { status: 204 });
    isOpened = true;
    try {
      return await open(init, options);
    } catch (error) {
      options.lost(error);
      throw error;
    }
  };
}

async function open(init: RequestInit, options: SseFetchOptions): Promise<Response> {
  const { url, dispatcher, acknowledgeMs, credentials = null } = options;
  const request = { method: 'GET', headers: new Headers(init.headers), signal: init.signal ?? null };
  const timed = { ...request, headersTimeoutMs: acknowledgeMs };
  const answer = await sendAuthorized(url, timed, dispatcher, credentials);
  if (answer.status === 200 && answer.mediaType === 'text/event-stream')
    return respond(answer, streamOf(tapStream(answer, options)));
  RedirectError.check(answer, url);
  answer.discard();
  throw answer.status === 200 ? new EndpointError('none') : httpError(answer);
}

async function* tapStream(answer: HttpAnswer, options: SseFetchOptions): AsyncGenerator<Uint8Array, void> {
  const { url, tap, limits, lost } = options;
  let hasEndpoint = false;
  try {
    // Any event may be the answer to a reading.
    for await (const event of readEvents(answer.body, limits.maxBytes, 'event')) {
      if (event.kind === 'retry') continue;
      if (!hasEndpoint) {
        if (event.type !== 'endpoint') throw new EndpointError('none');
        hasEndpoint = true;
        yield writeEvent({ ...event, id: undefined, data: Buffer.from(endpointOf(decodeUtf8(event.data), url)) });
      } else if (isMessage(event)) {
        yield writeEvent({ ...event, id: undefined, data: Buffer.from(tapText(tap, event.data).seen) });
      }
      // A second endpoint is passed over: the first one is where the session is.
    }
    lost(hasEndpoint ? new Error('the stream ended') : new EndpointError('none'));
  } catch (error) {
    tap.broken(error);
    lost(error);
    throw error;
  } finally {
    answer.discard();
  }
}

function endpointOf(text: string, base: URL): string {
  const endpoint = URL.canParse(text, base.href) ? new URL(text, base) : null;
  if (endpoint === null) throw new EndpointError('none');
  if (endpoint.origin !== base.origin) throw new EndpointError('foreign');
  return `${endpoint.origin}${endpoint.pathname}${endpoint.search}`;
}

async function post(url: string | URL, init: RequestInit, options: SseFetchOptions): Promise<Response> {
  const { dispatcher, limits, tap, credentials = null } = options;
  const body = typeof init.body === 'string' ? init.body : '';
  noteSent(tap, body);
  const request = { method: 'POST', headers: new Headers(init.headers), body, signal: init.signal ?? null };
  const timed = { ...request, headersTimeoutMs: limits.readTimeoutMs + 5_000 };
  const answer = await sendAuthorized(url, timed, dispatcher, credentials);
  RedirectError.check(answer, url);
  const isAccepted = answer.status >= 200 && answer.status < 300;
  // Read to its end, the connection serves again. What it says is for nobody.
  if (isAccepted) await readBytes(answer.body, maxAcceptedBytes).catch(() => undefined);
  answer.discard();
  if (!isAccepted) throw httpError(answer);
  return new Response(null, { status: 202 });
}

function httpError({ status }: HttpAnswer): SdkHttpError {
  return new SdkHttpError(SdkErrorCode.ClientHttpFailedToOpenStream, `HTTP ${status}`, { status });
}
