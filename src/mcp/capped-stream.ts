import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { LimitError } from './limit-error.ts';

/** Reads a body to its end as UTF-8 text. Throws a `LimitError` as soon as it is longer than `maxBytes`. */
export async function readText(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLong(maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * A server-sent event stream with each `data` mapped, passed on as it arrives. Ends in a `LimitError` when one event is
 * longer than `maxBytes`. `onEnd` runs once, however the stream ends.
 */
export function mapEvents(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  mapData: (data: string) => string,
  onEnd: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let pending: string[] = [];
  let bytesSinceEvent = 0;
  const parser = createParser({
    onEvent: (event) => {
      bytesSinceEvent = 0;
      pending.push(writeEvent(event, mapData));
    },
    onRetry: (retryMs) => pending.push(`retry: ${retryMs}\n\n`),
  });

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        while (pending.length === 0) {
          const { value, done } = await reader.read();
          if (done) {
            controller.close();
            onEnd(null);
            return;
          }
          bytesSinceEvent += value.byteLength;
          parser.feed(decoder.decode(value, { stream: true }));
          if (bytesSinceEvent > maxBytes) throw tooLong(maxBytes);
        }
        controller.enqueue(encoder.encode(pending.join('')));
        pending = [];
      } catch (error) {
        void reader.cancel(error).catch(() => undefined);
        onEnd(error);
        controller.error(error);
      }
    },
    async cancel(reason) {
      onEnd(null);
      await reader.cancel(reason);
    },
  });
}

function writeEvent(event: EventSourceMessage, mapData: (data: string) => string): string {
  const head = `${event.event === undefined ? '' : `event: ${event.event}\n`}${event.id === undefined ? '' : `id: ${event.id}\n`}`;
  const data = event.data === '' ? '' : mapData(event.data);
  return `${head}${data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;
}

function tooLong(maxBytes: number): LimitError {
  return new LimitError(`the answer is longer than limits.maxBytes (${maxBytes} bytes)`);
}
