import { Gatherer, withoutMark } from './bytes.ts';

/** One event of a server-sent event stream, or the pace at which the server wants to be asked again. */
export type StreamEvent =
  | {
      readonly kind: 'event';
      readonly type: string | undefined;
      readonly id: string | undefined;
      /** UTF-8, as it was sent; its lines are joined by line feeds. */
      readonly data: Buffer;
    }
  | { readonly kind: 'retry'; readonly retryMs: number };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const space = 0x20;
const lineEnd = Buffer.of(lineFeed);

/**
 * Reads events (HTML, server-sent events) from bytes. No text is made of their data: a stream of text needs several times
 * the memory of its bytes, and one event may be as long as all that a server may send.
 */
export class EventParser {
  /** Some line is data to some clients, and not to us. */
  hidesData = false;
  readonly #line: Gatherer;
  readonly #lines: Gatherer;
  #events: StreamEvent[] = [];
  /** The data of the present event: its only line so far, or all of them, null before the first. */
  #data: Buffer | 'lines' | null = null;
  #type: string | undefined;
  #id: string | undefined;
  #isFirstLine = true;
  #isAfterReturn = false;

  /** No line and no data may be longer than `maxBytes`. */
  constructor(maxBytes: number) {
    this.#line = new Gatherer('the answer', maxBytes);
    this.#lines = new Gatherer('the answer', maxBytes);
  }

  /** The events that end in `chunk`. Throws a `LimitError`. */
  push(chunk: Buffer): readonly StreamEvent[] {
    let start = this.#isAfterReturn && chunk[0] === lineFeed ? 1 : 0;
    if (chunk.length > 0) this.#isAfterReturn = false;
    for (let end = endOfLine(chunk, start); end !== -1; end = endOfLine(chunk, start)) {
      this.#readLine(this.#line.takeWith(chunk.subarray(start, end)));
      const isReturn = chunk[end] === carriageReturn;
      start = end + (isReturn && chunk[end + 1] === lineFeed ? 2 : 1);
      this.#isAfterReturn = isReturn && start === chunk.length && chunk[end + 1] !== lineFeed;
    }
    if (start < chunk.length) this.#line.add(chunk.subarray(start));
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #readLine(bytes: Buffer): void {
    const line = this.#isFirstLine ? withoutMark(bytes) : bytes;
    this.#isFirstLine = false;
    if (line.length === 0) return this.#dispatch();
    const at = line.indexOf(colon);
    const name = line.toString('utf8', 0, at === -1 ? line.length : Math.min(at, 10));
    const value = at === -1 ? line.subarray(line.length) : line.subarray(line[at + 1] === space ? at + 2 : at + 1);
    if (name === 'data') this.#addData(value);
    else if (name === 'event') this.#type = value.toString('utf8') || undefined;
    else if (name === 'id' && !value.includes(0)) this.#id = value.toString('utf8');
    else if (name === 'retry') this.#readRetry(value.toString('latin1'));
    if (name !== 'data') this.hidesData ||= holdsData(line);
  }

  /** A single line is kept as it is: nearly every event has no other, and it may be long. */
  #addData(line: Buffer): void {
    if (this.#data === null) {
      this.#data = line;
      return;
    }
    if (this.#data !== 'lines') this.#lines.add(this.#data);
    this.#lines.add(lineEnd);
    this.#lines.add(line);
    this.#data = 'lines';
  }

  #readRetry(value: string): void {
    if (/^\d+$/.test(value)) this.#events.push({ kind: 'retry', retryMs: Number(value) });
  }

  #dispatch(): void {
    if (this.#data !== null) {
      const data = this.#data === 'lines' ? this.#lines.take() : this.#data;
      // An empty id says that there is nothing to resume from.
      this.#events.push({ kind: 'event', type: this.#type, id: this.#id || undefined, data });
    }
    this.#data = null;
    this.#type = undefined;
    this.#id = undefined;
  }
}

/**
 * True if a line holds data for clients that end lines at more than line feeds and returns, as Python's `splitlines` does:
 * the official Python SDK did with httpx-sse before 0.4.2.
 */
function holdsData(line: Buffer): boolean {
  return line.includes('data') && /(?!\t)[\p{Cc}\u2028\u2029]data/u.test(line.toString('utf8'));
}

function endOfLine(chunk: Buffer, start: number): number {
  const feed = chunk.indexOf(lineFeed, start);
  const end = chunk.subarray(start, feed === -1 ? chunk.length : feed).indexOf(carriageReturn);
  return end === -1 ? feed : start + end;
}
