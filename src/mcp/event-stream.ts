import { FormError } from './answer-form.ts';
import type { Bytes } from './bytes.ts';
import { EventParser, type StreamEvent } from './event-parser.ts';
import { Flood } from './flood.ts';
import { tooManyBytes } from './limit-error.ts';

/**
 * The events of a body as they arrive. Ends in a `LimitError` once an event, or with `cap: 'stream'` all of them together,
 * is longer than `maxBytes`.
 */
export async function* readEvents(
  body: Bytes,
  maxBytes: number,
  cap: 'event' | 'stream',
): AsyncGenerator<StreamEvent, void> {
  const parser = new EventParser(maxBytes);
  const flood = new Flood();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooManyBytes('the answer', maxBytes);
    const events = parser.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (parser.hidesData) throw new FormError();
    if (events.length === 0) continue;
    if (cap === 'event') {
      bytes = 0;
      events.forEach(() => flood.note());
    }
    yield* events;
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
  const lines = data
    .toString('latin1')
    .split('\n')
    .map((line) => `data: ${line}\n`);
  return Buffer.concat([Buffer.from(head), Buffer.from(`${lines.join('')}\n`, 'latin1')]);
}
