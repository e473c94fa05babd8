import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/monitor/ports-world.ts';

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/** Time that moves only when it is told to. */
export class FakeClock implements Clock {
  #now: number;
  readonly #sleepers = new Set<Sleeper>();

  constructor(start = '2026-12-01T10:00:00.000Z') {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper = { dueAt: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake);
    });
  }

  /** How many sleep now. */
  get sleepers(): number {
    return this.#sleepers.size;
  }

  /** When the next one wakes, null when nobody sleeps. Milliseconds since the epoch. */
  get nextWakeAt(): number | null {
    return this.#next()?.dueAt ?? null;
  }

  /** Lets `ms` pass. Sleepers wake in the order of their times, each at its time, and act before the next one wakes. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let next = this.#next(); next !== null && next.dueAt <= end; next = this.#next()) {
      this.#now = Math.max(this.#now, next.dueAt);
      next.wake();
      await settle();
    }
    this.#now = end;
  }

  /** The first to wake; of several the one that went to sleep first. */
  #next(): Sleeper | null {
    let first: Sleeper | null = null;
    for (const sleeper of this.#sleepers) if (first === null || sleeper.dueAt < first.dueAt) first = sleeper;
    return first;
  }
}

/** Resolves when everything that waits for promises alone has run as far as it can. */
export async function settle(): Promise<void> {
  await setImmediate();
}
