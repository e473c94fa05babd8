import { deadline } from '../linked-signal.ts';
import { Backoff } from '../core/backoff.ts';
import type { Reading } from './check-result.ts';
import type { Clock, Era, Limits, ListenState, Random, Session, Source, WatchedServer } from './ports.ts';

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

  /** Without `events` nothing is listened to. */
  constructor(server: WatchedServer, era: Era | null, events: ConnectionEvents | null, deps: ConnectionDeps) {
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
      await this.close();
    }
    const opening = await this.#deps.source.open(this.#server, this.#era, signal);
    if (opening.kind === 'failed') return { observation: opening.observation, era: null, protocolVersion: null };
    const { session } = opening;
    this.#era = session.era;
    this.#session = session;
    if (this.#events !== null && this.#isHeld) this.#hold(session, this.#events);
    return this.#readOn(session, signal);
  }

  /** Ends what is only good for one reading. */
  async release(reading: Reading | null): Promise<void> {
    if (!this.#isHeld || (reading !== null && !isComplete(reading))) await this.close();
    if (this.#session === null) this.#events?.listen(null, null);
  }

  /** Forgets the connection and the era that was found: the next reading starts from nothing. */
  async reset(): Promise<void> {
    this.#era = null;
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
      changed: events.changed,
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
    void this.close();
    events.listen(null, null);
    const now = this.#deps.clock.now().getTime();
    if (now - this.#openedAt >= stableMs) this.#backoff.reset();
    events.lost(now + this.#backoff.next());
  }

  async #readOn(session: Session, signal: AbortSignal): Promise<Reading> {
    const inTime = deadline(signal, this.#deps.limits.readTimeoutMs);
    const observation = await session.read(inTime.signal).finally(() => inTime.done());
    return { observation, era: session.era, protocolVersion: session.protocolVersion };
  }
}

function isComplete(reading: Reading): boolean {
  return reading.observation.outcome === 'listed' || reading.observation.outcome === 'no-tools';
}
