import type { FetchLike } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { own, type Json } from '../core/json.ts';
import type { Limits } from '../monitor/ports-watched.ts';
import { decodeUtf8, readBytes } from './bytes.ts';
import { isMessage, readEvents, writeEvent } from './event-stream.ts';
import { sendAuthorized } from './authorized-send.ts';
import type { Credentials } from './credentials.ts';
import type { HttpAnswer } from './http-send.ts';
import { LimitError } from './limit-error.ts';
import { RedirectError } from './redirect-error.ts';
import type { ResultTap } from './result-tap.ts';
import { UnansweredError } from './unanswered-error.ts';

export interface HttpFetchOptions {
  readonly dispatcher: Dispatcher;
  readonly tap: ResultTap;
  readonly limits: Limits;
  readonly credentials?: Credentials | null;
}

/** One event of a stream that is not an answer to a reading holds a notification: a short thing. */
export const maxNotificationBytes = 1_000_000;
const maxErrorBytes = 64_000;

/** A `fetch` for the SDK's HTTP transport that follows no redirect, caps every body and lets the tap read first. */
export function createHttpFetch({ dispatcher, tap, limits, credentials = null }: HttpFetchOptions): FetchLike {
  return async (url, init = {}) => {
    const method = init.method ?? 'GET';
    const headers = new Headers(init.headers);
    // The SDK opens the standing stream of a 2025 server on its own; `HttpTransport.openStream` does, once somebody listens.
    if (method === 'GET' && !headers.has('last-event-id')) return new Response(null, { status: 405 });
    const body = typeof init.body === 'string' ? init.body : undefined;
    const id = body === undefined ? undefined : noteSent(tap, body);
    const answer = await sendAuthorized(
      url,
      {
        method,
        headers,
        ...(body !== undefined && { body }),
        signal: init.signal ?? null,
        headersTimeoutMs: limits.readTimeoutMs + 5_000,
      },
      dispatcher,
      credentials,
    );
    RedirectError.check(answer, url);
    // The SDK takes this for the end of a stream that it wanted to resume, and tells nobody.
    if (method === 'GET' && answer.status === 405) tap.broken(new UnansweredError());
    if (answer.status < 200 || answer.status > 299)
      return respond(answer, await readBytes(answer.body, maxErrorBytes).then(decodeUtf8, () => ''));
    if (answer.mediaType === 'text/event-stream') return respond(answer, streamOf(tapEvents(answer, id, tap, limits)));
    if (answer.mediaType === 'application/json') return respond(answer, await readJson(answer, id, tap, limits));
    answer.discard();
    return respond(answer, '');
  };
}

/** Tells the tap of a message that is sent; returns its id. */
export function noteSent(tap: ResultTap, body: string): Json | undefined {
  const message = JSON.parse(body) as Json; // JSON.parse returns nothing but JSON values
  tap.sent(message);
  return own(message, 'id');
}

async function readJson(answer: HttpAnswer, id: Json | undefined, tap: ResultTap, limits: Limits): Promise<string> {
  const isExpected = tap.isWaitingFor(id);
  try {
    const bytes = await readBytes(answer.body, isExpected ? limits.maxBytes : maxNotificationBytes);
    const { seen, message } = tapText(tap, bytes, true);
    if (message !== undefined && tap.isWaitingFor(id)) tap.broken(UnansweredError.of(message), id);
    return seen;
  } catch (error) {
    tap.broken(error, id);
    throw error;
  }
}

/** A stream with what the tap took replaced. Breaks the expectation of `id` if it ends without the answer. */
async function* tapEvents(
  answer: HttpAnswer,
  id: Json | undefined,
  tap: ResultTap,
  limits: Limits,
): AsyncGenerator<Uint8Array, void> {
  const isExpected = tap.isWaitingFor(id) || id === undefined;
  let isResumable = false;
  let last: Json | undefined;
  try {
    const maxBytes = isExpected ? limits.maxBytes : Math.min(limits.maxBytes, maxNotificationBytes);
    for await (const event of readEvents(answer.body, maxBytes, isExpected ? 'stream' : 'event')) {
      if (event.kind === 'retry') {
        yield writeEvent(event);
        continue;
      }
      const { seen, message } = isMessage(event)
        ? tapText(tap, event.data)
        : { seen: decodeUtf8(event.data), message: last };
      last = message;
      isResumable ||= isExpected && event.id !== undefined;
      // Without event ids the SDK does not try to resume a notification stream: it is ours to open again.
      yield writeEvent({ ...event, id: isExpected ? event.id : undefined, data: Buffer.from(seen) });
    }
  } catch (error) {
    // A resumed stream has no id of its own; if it breaks off, the SDK asks again.
    if (error instanceof LimitError || (id !== undefined && !isResumable)) tap.broken(error, id);
    throw error;
  } finally {
    answer.discard();
  }
  // The SDK asks for the rest of a stream that gave event ids (MCP 2025-11-25, resumability).
  if (!isResumable && tap.isWaitingFor(id)) tap.broken(UnansweredError.of(last), id);
}

/** No error that the SDK could tell from text that is not JSON says more for being longer. */
const maxForeignBytes = 64_000;

/** Text that is not JSON passes as it is: the SDK says what is wrong with it. `isBody`: `text` is a whole body. */
export function tapText(
  tap: ResultTap,
  text: Buffer,
  isBody = false,
): { readonly seen: string; readonly message: Json | undefined } {
  try {
    const { seen, message } = tap.read(text, isBody);
    return { seen: seen === message ? decodeUtf8(text) : JSON.stringify(seen), message };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { seen: text.toString('utf8', 0, maxForeignBytes), message: undefined };
  }
}

export function streamOf(chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}

/** An answer for the SDK; the length and encoding of the original body no longer hold. */
export function respond(
  { status, headers: received }: HttpAnswer,
  body: string | ReadableStream<Uint8Array>,
): Response {
  const headers = new Headers(received);
  headers.delete('content-length');
  headers.delete('content-encoding');
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status, headers });
  // A status that no answer may have cannot be built; it is an error to the SDK either way.
  return new Response(body, { status: status < 200 || status > 599 ? 502 : status, headers });
}
