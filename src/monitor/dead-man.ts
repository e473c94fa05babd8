import { isReading, type Pulse } from '../core/pulse.ts';
import type { Ping } from './ports-delivery.ts';
import type { Store } from './ports-store.ts';
import type { Limits, WatchedServer } from './ports-watched.ts';
import type { Clock, Log } from './ports-world.ts';

export interface DeadManDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  readonly everyMs: number;
  readonly ping: Ping;
}

/** A reading may be late by this much, beside the time that it may take. */
const lateMs = 5 * 60_000;
/** Readings are spread by up to a fifth (`schedule.ts`). */
const jitter = 1.2;

/** Sends a sign of life as long as every server is read and the database keeps what that showed. */
export class DeadMan {
  readonly #servers: readonly WatchedServer[];
  readonly #deps: DeadManDeps;
  readonly #checkedAt = new Map<string, number>();

  constructor(servers: readonly WatchedServer[], deps: DeadManDeps) {
    this.#servers = servers;
    this.#deps = deps;
  }

  /** A check of this server was committed, whatever it found. */
  noteChecked(server: string): void {
    this.#checkedAt.set(server, this.#deps.clock.now().getTime());
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock, everyMs } = this.#deps;
    while (!signal.aborted) {
      await this.#beat(signal);
      await clock.sleep(everyMs, signal);
    }
  }

  async #beat(signal: AbortSignal): Promise<void> {
    const { log, ping } = this.#deps;
    try {
      if (await this.#isReading()) await ping(signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'no sign of life was sent');
    }
  }

  async #isReading(): Promise<boolean> {
    const { store, clock, limits } = this.#deps;
    const records = new Map((await store.servers()).map((record) => [record.name, record]));
    const pulses = this.#servers.map(({ name, policy }): Pulse => {
      const planned = records.get(name)?.nextReadingAt ?? null;
      return {
        checkedAt: this.#checkedAt.get(name) ?? null,
        nextReadingAt: planned === null ? null : Date.parse(planned),
        maxPauseMs: jitter * Math.max(policy.intervalMs, policy.maxIntervalMs),
      };
    });
    const graceMs = lateMs + limits.startTimeoutMs + limits.readTimeoutMs;
    return isReading(pulses, clock.now().getTime(), graceMs);
  }
}
