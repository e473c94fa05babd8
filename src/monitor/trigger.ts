import { linked } from '../linked-signal.ts';
import type { Clock } from './ports-world.ts';

/** Wakes a loop: at a time, or when somebody asks. Asking while the loop works is remembered once, never dropped. */
export class Trigger {
  #isAsked = false;
  #wake: (() => void) | null = null;
  #dueAt = Infinity;

  /** Asks for one more turn, as soon as possible. */
  ask(): void {
    this.#isAsked = true;
    this.#wake?.();
  }

  /** Moves the present or next waiting's end to `time` if that is earlier. Milliseconds since the epoch. */
  hasten(time: number): void {
    if (time >= this.#dueAt) return;
    this.#dueAt = time;
    this.#wake?.();
  }

  /** Resolves when somebody asked since the last turn, when `dueAt` is reached, or when `signal` aborts. */
  async wait(dueAt: number, clock: Clock, signal: AbortSignal): Promise<void> {
    this.#dueAt = Math.min(this.#dueAt, dueAt);
    for (let left = this.#left(clock); left > 0 && !this.#isAsked && !signal.aborted; left = this.#left(clock)) {
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      const either = linked(signal, woken.signal);
      await clock.sleep(Math.min(left, maxSleepMs), either.signal);
      either.done();
      this.#wake = null;
    }
    this.#isAsked = false;
    this.#dueAt = Infinity;
  }

  #left(clock: Clock): number {
    return this.#dueAt - clock.now().getTime();
  }
}

/** Timers of Node hold 31 bits. */
const maxSleepMs = 2 ** 31 - 1;
