import type { Clock } from './ports-world.ts';

/** Runs at most `size` things at once, in order of arrival. One that hangs gives its place away after `holdMs`. */
export class Limiter {
  readonly #size: number;
  readonly #holdMs: number;
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(size: number, holdMs: number, clock: Clock) {
    this.#size = size;
    this.#holdMs = holdMs;
    this.#clock = clock;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#size) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    const done = new AbortController();
    // Whoever comes first gives the place away: the end of the work, or the time that it may hold it.
    void this.#clock.sleep(this.#holdMs, done.signal).then(() => this.#release());
    try {
      return await work();
    } finally {
      done.abort();
    }
  }

  /** Hands the place to the next in line, so `#running` stays; or frees it. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
