import { deadline } from '../linked-signal.ts';
import { Backoff } from '../core/backoff.ts';
import type { Reference } from '../core/silences.ts';
import { Announcements } from './announcements.ts';
import type { Reading } from './check-result.ts';
import type {
  CompleteObservation,
  Era,
  FailedObservation,
  ListenState,
  Observation,
  Session,
  Source,
} from './ports-reading.ts';
import type { Limits, WatchedServer } from './ports-watched.ts';
import type { Clock, Random } from './ports-world.ts';

export interface ConnectionEvents {
  /** A notification says that something changed. */
  readonly changed: () => void;
  /** Read soon: notifications may have been missed. */
  readonly ask: () => void;
  /** The held connection was lost; come back at this time (milliseconds since the epoch). */
  readonly lost: (retryAt: number) => void;
  /** How notifications reach us changed; null when there is no connection any more. */
  readonly listen: (state: ListenState | null, detail: string | null) => void;
}

export interface ConnectionDeps {
  readonly source: Source;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: Limits;
}

const firstReopenMs = 1_000;
const maxReopenMs = 60_000;
const stableMs = 60_000;

/**
 * The connection of one watched server: held open to listen (HTTP, and stdio with `keepAlive`), or made anew for each
 * reading (stdio: a long-lived child never shows what a new version of its package says).
 */
export class WatchedConnection {
  readonly #server: WatchedServer;
  readonly #events: ConnectionEvents | null;
  readonly #deps: ConnectionDeps;
  readonly #backoff: Backoff;
  #session: Session | null = null;
  #openedAt = 0;
  #era: Era | null;
  #listen: ListenState | null = null;
  readonly #announcements: Announcements;

  /** Without `events` nothing is listened to. `reference` is the last complete reading of a process before this one. */
  constructor(
    server: WatchedServer,
    era: Era | null,
    events: ConnectionEvents | null,
    deps: ConnectionDeps,
    reference: Reference | null = null,
  ) {
    this.#announcements = new Announcements(deps.clock, reference);
    this.#server = server;
    this.#era = era;
    this.#events = events;
    this.#deps = deps;
    this.#backoff = new Backoff(firstReopenMs, maxReopenMs, deps.random);
  }

  get isListening(): boolean {
    return this.#session !== null && this.#listen === 'honoured';
  }

  get #isHeld(): boolean {
    return this.#server.launch.kind === 'http' || this.#server.policy.keepAlive;
  }

  /**
   * One reading. A held connection that fails is opened again, once: a lost session is no news. Throws when `signal`
   * aborts: what broke off because we stop says nothing about the server.
   */
  async read(signal: AbortSignal): Promise<Reading> {
    const reading = await this.#read(signal);
    signal.throwIfAborted();
    return reading;
  }

  async #read(signal: AbortSignal): Promise<Reading> {
    const held = this.#session;
    if (held !== null) {
      const reading = await this.#readOn(held, signal);
      if (isComplete(reading) || signal.aborted) return reading;
      this.#announcements.broke();
      await this.close();
    }
    const opening = await this.#deps.source.open(this.#server, this.#era, signal);
    if (opening.kind === 'failed') return failedReading(opening.observation);
    const { session } = opening;
    this.#era = session.era;
    this.#session = session;
    if (this.#events !== null && this.#isHeld) this.#hold(session, this.#events);
    return this.#readOn(session, signal);
  }

  /** Ends what is only good for one reading. */
  async release(reading: Reading | null): Promise<void> {
    const hasFailed = reading !== null && !isComplete(reading);
    if (hasFailed) this.#announcements.broke();
    else if (!this.#isHeld) this.#announcements.closed();
    if (!this.#isHeld || hasFailed) await this.close();
    if (this.#session === null) this.#events?.listen(null, null);
  }

  /** What was read is recorded: later readings are compared with it. */
  settle(): void {
    this.#announcements.settle();
  }

  /** Forgets the connection and the era that was found: the next reading starts from nothing. */
  async reset(): Promise<void> {
    this.#era = null;
    this.#announcements.closed();
    await this.close();
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    this.#listen = null;
    await session?.close();
  }

  #hold(session: Session, events: ConnectionEvents): void {
    this.#openedAt = this.#deps.clock.now().getTime();
    session.listen({
      changed: (list) => {
        if (list !== null) this.#announcements.changed(list);
        events.changed();
      },
      announces: (lists) => this.#announcements.announces(lists),
      listening: events.ask,
      listen: (state, detail) => {
        this.#listen = state;
        events.listen(state, detail);
      },
      ended: () => this.#lose(session, events),
    });
  }

  #lose(session: Session, events: ConnectionEvents): void {
    if (this.#session !== session) return;
    this.#announcements.broke();
    void this.close();
    events.listen(null, null);
    const now = this.#deps.clock.now().getTime();
    if (now - this.#openedAt >= stableMs) this.#backoff.reset();
    events.lost(now + this.#backoff.next());
  }

  async #readOn(session: Session, signal: AbortSignal): Promise<Reading> {
    const inTime = deadline(signal, this.#deps.limits.readTimeoutMs);
    const startedAt = this.#deps.clock.now().getTime();
    const [observation, served] = await Promise.all([
      session.read(inTime.signal).finally(() => inTime.done()),
      session.servedBy(),
    ]);
    const { era, protocolVersion } = session;
    const silent = isWhole(observation)
      ? await this.#announcements.judge(observation.digest, startedAt, observation.ttlMs, signal)
      : {};
    return { observation, era, protocolVersion, package: served, silent, access: session.access ?? null };
  }
}

function failedReading(observation: FailedObservation): Reading {
  return { observation, era: null, protocolVersion: null, package: null, silent: {} };
}

function isComplete({ observation }: Reading): boolean {
  return isWhole(observation);
}

function isWhole(observation: Observation): observation is CompleteObservation {
  return observation.outcome === 'listed' || observation.outcome === 'no-tools';
}
