/** The time of one reading, of which its parts may use up shares. */
export class ReadingTime {
  readonly #startedAt = performance.now();
  readonly #totalMs: number;

  constructor(totalMs: number) {
    this.#totalMs = totalMs;
  }

  /** How much is left until this share of all of it is used up, in milliseconds; 0 or less when it is. */
  leftMs(share: number): number {
    return this.#startedAt + this.#totalMs * share - performance.now();
  }
}
