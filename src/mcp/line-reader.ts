import { decodeUtf8 } from './bytes.ts';
import { tooManyBytes } from './limit-error.ts';

/** Splits a byte stream into lines of UTF-8 text. Throws a `LimitError` when one line is longer than `maxBytes`. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number, onLine: (line: string) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#keep(chunk.subarray(start, end));
      const line = decodeUtf8(this.#parts);
      this.#parts = [];
      this.#bytes = 0;
      start = end + 1;
      this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) throw tooManyBytes('a line', this.#maxBytes);
    this.#parts.push(part);
  }
}
