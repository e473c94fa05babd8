import { LimitError } from './limit-error.ts';

/** More messages a second than any server has news. Each costs us work, and what they announce is read at most once a second. */
const maxPerSecond = 500;

/** Counts what a server sends unasked. Whoever floods is cut off, and heard again after a pause: nothing is lost, a reading follows. */
export class Flood {
  #since = 0;
  #count = 0;

  /** Notes one message. Throws a `LimitError` when there are too many. */
  note(): void {
    const now = performance.now();
    if (now - this.#since >= 1_000) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count > maxPerSecond)
      throw new LimitError(`the server sends more than ${maxPerSecond} messages a second`);
  }
}
