import { Alternation } from '../core/alternation.ts';
import { nextReadingAt } from '../core/schedule.ts';
import type { CheckDeps, CheckResult, Reading } from './check-result.ts';
import { checkServer, type Memory } from './check-server.ts';
import type { Limiter } from './limiter.ts';
import type { Era, ListenState, Log, Random, Source, WatchedServer } from './ports.ts';
import { Trigger } from './trigger.ts';
import { WatchedConnection } from './watched-connection.ts';

export interface WatchDeps extends Omit<CheckDeps, 'planNext' | 'alternation'> {
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

/** Watches one server until `signal` aborts: reads it when it is time, when it notifies, and when asked. */
export class ServerWatch {
  readonly #server: WatchedServer;
  readonly #deps: WatchDeps;
  readonly #signal: AbortSignal;
  readonly #trigger = new Trigger();
  readonly #connection: WatchedConnection;
  readonly #alternation = new Alternation();
  #memory: Memory | null = null;
  #isAudit = false;
  #dueAt = 0;

  constructor(server: WatchedServer, era: Era | null, deps: WatchDeps, signal: AbortSignal) {
    this.#server = server;
    this.#deps = deps;
    this.#signal = signal;
    const events = {
      ask: () => this.#trigger.ask(),
      lost: (retryAt: number) => this.#trigger.hasten(retryAt),
      listen: (state: ListenState, detail: string | null) => void this.#recordListen(state, detail),
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
  }

  async #check(): Promise<void> {
    if (this.#signal.aborted) return;
    if (this.#isAudit) {
      this.#isAudit = false;
      await this.#connection.reset();
    }
    let last: Reading | null = null;
    const read = async (): Promise<Reading> => {
      last = await this.#connection.read(this.#signal);
      return last;
    };
    const deps = {
      ...this.#deps,
      alternation: this.#alternation,
      planNext: (ttlMs: number | null, failures: number) => this.#planNext(ttlMs, failures),
    };
    try {
      const { result, memory } = await checkServer(this.#server, read, deps, this.#memory, this.#signal);
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

  async #recordListen(state: ListenState, detail: string | null): Promise<void> {
    const { store, log } = this.#deps;
    try {
      await store.withServer(this.#server.name, (tx) => tx.patch({ listen: state, listenDetail: detail }));
    } catch (error) {
      log.error({ server: this.#server.name, err: error }, 'the listen state was not recorded');
    }
  }
}
