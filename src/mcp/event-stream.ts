import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import type { Bytes } from './bytes.ts';
import { tooManyBytes } from './limit-error.ts';

/** One event of a server-sent event stream, or the pace at which the server wants to be asked again. */
export type StreamEvent =
  | {
      readonly kind: 'event';
      readonly type: string | undefined;
      readonly id: string | undefined;
      readonly data: string;
    }
  | { readonly kind: 'retry'; readonly retryMs: number };

/**
 * The events of a body as they arrive. Ends in a `LimitError` once an event, or with `cap: 'stream'` all of them together,
 * is longer than `maxBytes`.
 */
export async function* readEvents(
  body: Bytes,
  maxBytes: number,
  cap: 'event' | 'stream',
): AsyncGenerator<StreamEvent, void> {
  const decoder = new StringDecoder('utf8');
  let events: StreamEvent[] = [];
  let bytes = 0;
  const parser = createParser({
    onEvent: ({ event, id, data }) => events.push({ kind: 'event', type: event, id, data }),
    onRetry: (retryMs) => events.push({ kind: 'retry', retryMs }),
  });
  let isFirst = true;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooManyBytes('the answer', maxBytes);
    const text = decoder.write(chunk);
    parser.feed(isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text);
    isFirst = false;
    if (events.length === 0) continue;
    if (cap === 'event') bytes = 0;
    const arrived = events;
    events = [];
    yield* arrived;
  }
}

/** Only events of this type carry messages; the SDK passes over all others. */
export function isMessage(event: StreamEvent): boolean {
  return event.kind === 'event' && (event.type === undefined || event.type === 'message');
}

/** The bytes of an event. */
export function writeEvent(event: StreamEvent): Uint8Array {
  if (event.kind === 'retry') return Buffer.from(`retry: ${event.retryMs}\n\n`);
  const { type, id, data } = event;
  const head = `${type === undefined ? '' : `event: ${type}\n`}${id === undefined ? '' : `id: ${id}\n`}`;
  // A line feed in the data would end its line, so each line gets a `data:` of its own.
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return Buffer.from(`${head}${lines.join('')}\n`);
}
