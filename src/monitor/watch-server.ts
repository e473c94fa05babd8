import { Alternation } from '../core/alternation.ts';
import { maxNoisePauseMs, NotificationNoise } from '../core/notification-noise.ts';
import { nextReadingAt } from '../core/schedule.ts';
import { Settling } from '../core/settling.ts';
import type { CheckDeps, CheckResult, Reading } from './check-result.ts';
import { checkServer, type Memory } from './check-server.ts';
import { CoverageRecord } from './coverage-record.ts';
import type { Limiter } from './limiter.ts';
import type { Era, Source } from './ports-reading.ts';
import type { WatchedServer } from './ports-watched.ts';
import type { Log, Random } from './ports-world.ts';
import { Trigger } from './trigger.ts';
import { WatchedConnection, type ConnectionEvents } from './watched-connection.ts';

export interface WatchDeps extends Omit<CheckDeps, 'planNext' | 'alternation' | 'settling'> {
  readonly source: Source;
  readonly random: Random;
  readonly limiter: Pick<Limiter, 'run'>;
  readonly log: Log;
  /** Told after each check that was not a mere repetition of the one before. */
  readonly onResult: (result: CheckResult) => void;
  /** Told after each check, whatever it found. */
  readonly onChecked?: (result: CheckResult) => Promise<void>;
  /** Told when deliveries may be due. */
  readonly onCommitted: () => void;
}

/** Readings of one server start at least this far apart, however often it notifies. */
const minGapMs = 1_000;
/** A server that shows next to nothing of what it showed before may take this long to start. */
const warmUpMs = 60_000;

/** Watches one server until `signal` aborts: reads it when it is time, when it notifies, and when asked. */
export class ServerWatch {
  readonly #server: WatchedServer;
  readonly #deps: WatchDeps;
  readonly #signal: AbortSignal;
  readonly #trigger = new Trigger();
  readonly #connection: WatchedConnection;
  readonly #alternation = new Alternation();
  readonly #settling = new Settling(warmUpMs);
  readonly #noise = new NotificationNoise();
  readonly #coverage: CoverageRecord;
  #memory: Memory | null = null;
  #isAudit = false;
  #dueAt = 0;
  #readAt = 0;

  constructor(server: WatchedServer, era: Era | null, deps: WatchDeps, signal: AbortSignal) {
    this.#server = server;
    this.#deps = deps;
    this.#signal = signal;
    const coverage = new CoverageRecord(server.name, deps);
    this.#coverage = coverage;
    const events: ConnectionEvents = {
      changed: () => this.#hear(),
      ask: () => this.#trigger.ask(),
      lost: (retryAt) => this.#trigger.hasten(retryAt),
      listen: (state, detail) => coverage.setListen(state, detail),
    };
    this.#connection = new WatchedConnection(server, era, events, deps);
  }

  /** Reads the server from nothing, whatever its `ttlMs` says. */
  audit(): void {
    this.#isAudit = true;
    this.#trigger.ask();
  }

  /** Reads the server once more, soon. */
  readAgain(): void {
    this.#trigger.ask();
  }

  async run(): Promise<void> {
    const { clock, log } = this.#deps;
    while (!this.#signal.aborted) {
      const startedAt = clock.now().getTime();
      try {
        await this.#deps.limiter.run(() => this.#check());
      } catch (error) {
        // One server's trouble (or the database's) must not end the watch of the others.
        log.error({ server: this.#server.name, err: error }, 'the check failed');
        this.#dueAt = this.#planNext(null, 1).getTime();
      }
      await clock.sleep(Math.max(0, startedAt + minGapMs - clock.now().getTime()), this.#signal);
      await this.#trigger.wait(this.#dueAt, clock, this.#signal);
    }
    await this.#connection.close();
    await this.#coverage.settled();
  }

  /** At once where notifications mean something, otherwise later; never not at all. */
  #hear(): void {
    this.#noise.notified();
    const pauseMs = this.#noise.pauseMs(this.#server.policy.minIntervalMs);
    if (pauseMs === 0) this.#trigger.ask();
    else this.#trigger.hasten(this.#readAt + pauseMs);
  }

  async #check(): Promise<void> {
    if (this.#signal.aborted) return;
    if (this.#isAudit) {
      this.#isAudit = false;
      await this.#connection.reset();
    }
    let last: Reading | null = null;
    this.#readAt = this.#deps.clock.now().getTime();
    this.#noise.begin();
    const read = async (): Promise<Reading> => {
      last = await this.#connection.read(this.#signal);
      return last;
    };
    const deps = {
      ...this.#deps,
      alternation: this.#alternation,
      settling: this.#settling,
      planNext: (ttlMs: number | null, failures: number) => this.#planNext(ttlMs, failures),
      onBug: (server: string, err: Error) =>
        this.#deps.log.error({ server, err }, 'a bug of tooldrift: what the server shows could not be compared'),
    };
    try {
      const { result, memory } = await checkServer(this.#server, read, deps, this.#memory, this.#signal);
      this.#connection.settle();
      this.#noteNoise(last);
      const isRepeated = memory !== null && memory === this.#memory;
      this.#memory = memory;
      if (!isRepeated) {
        this.#deps.onResult(result);
        this.#deps.onCommitted();
      }
      await this.#deps.onChecked?.(result);
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    } finally {
      await this.#connection.release(last);
    }
  }

  #planNext(ttlMs: number | null, failures: number): Date {
    this.#dueAt = nextReadingAt({
      now: this.#deps.clock.now().getTime(),
      ttlMs,
      policy: this.#server.policy,
      isListening: this.#connection.isListening,
      failures,
      random: this.#deps.random(),
    });
    return new Date(this.#dueAt);
  }

  #noteNoise(reading: Reading | null): void {
    if (reading === null || !('digest' in reading.observation)) return;
    this.#noise.end(reading.observation.digest);
    const withinMs = Math.min(this.#server.policy.minIntervalMs, maxNoisePauseMs);
    const noise = `the server notifies after every reading: followed up within ${withinMs / 1_000} s, not at once`;
    this.#coverage.setNoise(this.#noise.isNoisy ? noise : null);
  }
}
