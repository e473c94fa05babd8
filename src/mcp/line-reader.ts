import { Gatherer } from './bytes.ts';

const lineFeed = 10;
const carriageReturn = 13;

/** Splits a byte stream into lines. Throws a `LimitError` when one line is longer than `maxBytes`. */
export class LineReader {
  readonly #onLine: (line: Buffer) => void;
  readonly #line: Gatherer;

  constructor(maxBytes: number, onLine: (line: Buffer) => void) {
    this.#line = new Gatherer('a line', maxBytes);
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const line = this.#line.takeWith(chunk.subarray(start, end));
      start = end + 1;
      this.#onLine(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line);
    }
    if (start < chunk.length) this.#line.add(chunk.subarray(start));
  }
}
