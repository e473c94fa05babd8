/** Delays that double from `firstMs` to `maxMs`, with full jitter. `random` is in [0, 1). */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxMs: number;
  readonly #random: () => number;
  #step = 0;

  constructor(firstMs: number, maxMs: number, random: () => number) {
    this.#firstMs = firstMs;
    this.#maxMs = maxMs;
    this.#random = random;
  }

  /** The next delay in milliseconds, never under half a first step, so that nothing spins. */
  next(): number {
    const step = Math.min(this.#firstMs * 2 ** this.#step, this.#maxMs);
    this.#step = Math.min(this.#step + 1, 30);
    return Math.round(Math.max(step * this.#random(), this.#firstMs / 2));
  }

  reset(): void {
    this.#step = 0;
  }
}
