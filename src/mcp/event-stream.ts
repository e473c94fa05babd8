import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';
import type { Bytes } from './bytes.ts';
import { Flood } from './flood.ts';
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
    // An empty id says that there is nothing to resume from (HTML, server-sent events).
    onEvent: ({ event, id, data }) => events.push({ kind: 'event', type: event, id: id === '' ? undefined : id, data }),
    onRetry: (retryMs) => events.push({ kind: 'retry', retryMs }),
  });
  const flood = new Flood();
  let isFirst = true;
  let isAfterReturn = false;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooManyBytes('the answer', maxBytes);
    const text = decoder.write(chunk);
    if (text === '') continue;
    // A byte order mark, and a line feed after a carriage return, may come in a piece of their own.
    const isRest = (isFirst && text.startsWith('\uFEFF')) || (isAfterReturn && text.startsWith('\n'));
    isFirst = false;
    isAfterReturn = text.endsWith('\r');
    parser.feed(withLineFeeds(isRest ? text.slice(1) : text));
    if (events.length === 0) continue;
    if (cap === 'event') bytes = 0;
    const arrived = events;
    events = [];
    if (cap === 'event') arrived.forEach(() => flood.note());
    yield* arrived;
  }
}

/** The parser holds a carriage return back until it knows what follows, and the last event of a stream for ever. */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
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
