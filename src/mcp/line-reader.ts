import { tooManyBytes } from './limit-error.ts';

const lineFeed = 10;
const carriageReturn = 13;

/** Splits a byte stream into lines. Throws a `LimitError` when one line is longer than `maxBytes`. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: Buffer) => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, onLine: (line: Buffer) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#keep(chunk.subarray(start, end));
      const line = Buffer.concat(this.#parts);
      this.#parts = [];
      this.#bytes = 0;
      start = end + 1;
      this.#onLine(line.at(-1) === carriageReturn ? line.subarray(0, -1) : line);
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) throw tooManyBytes('a line', this.#maxBytes);
    this.#parts.push(part);
  }
}
