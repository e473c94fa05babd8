import { linked } from '../linked-signal.ts';
import type { PackageVersion } from '../core/circumstances.ts';
import type { Era, Observation, Session, SessionEvents } from '../monitor/ports-reading.ts';
import type { Connection, ConnectionDeps } from './connection.ts';
import { explainFailure } from './failure.ts';
import { isSessionLost } from './http-failure.ts';
import { HttpTransport } from './http-transport.ts';
import { announcedBy, doubtOf, openStandingStream } from './listen-legacy.ts';
import { openSubscription } from './listen-modern.ts';
import { keepListening } from './listener.ts';
import { readSurface } from './read-surface.ts';
import { request } from './request.ts';
import type { RawResult } from './raw-result.ts';
import { servedPackage } from './served-package.ts';
import { StdioTransport } from './stdio-transport.ts';

/** A connected server: reads it again and again, and hears its notifications. */
export class McpSession implements Session {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly #connection: Connection;
  readonly #deps: ConnectionDeps;
  readonly #ending = new AbortController();
  #handshake: RawResult;
  #isFresh = true;
  #isListening = false;
  #package: Promise<PackageVersion | null> | null = null;
  #closing: Promise<void> | null = null;

  constructor(connection: Connection, handshake: RawResult, deps: ConnectionDeps) {
    this.#connection = connection;
    this.#handshake = handshake;
    this.#deps = deps;
    this.era = connection.client.getProtocolEra() === 'modern' ? 'modern' : 'legacy';
    this.protocolVersion = connection.client.getNegotiatedProtocolVersion() ?? 'unknown';
  }

  async read(signal: AbortSignal): Promise<Observation> {
    const { limits } = this.#deps;
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    const both = linked(signal, this.#ending.signal);
    const closeStream = this.#openStream();
    try {
      // The instructions of a 2025 server come with `initialize` alone; a 2026 server is asked again.
      if (!isFresh && this.era === 'modern') await this.#greet('server/discover', {}, both.signal);
      return await this.#readSurface(both.signal).catch(async (error: unknown) => {
        // Lost before its first use: a server that restarts, or several that do not share their sessions.
        if (!isFresh || !isSessionLost(error, this.#hasSession)) throw error;
        await this.#initialize(both.signal);
        return this.#readSurface(both.signal);
      });
    } catch (error) {
      return explainFailure(error, this.#connection, limits.readTimeoutMs).observation;
    } finally {
      closeStream();
      both.done();
    }
  }

  get access(): string | null {
    return this.#connection.credentials?.used ?? null;
  }

  servedBy(): Promise<PackageVersion | null> {
    this.#package ??= this.#findPackage();
    return this.#package;
  }

  listen(events: SessionEvents): void {
    this.#isListening = true;
    const connection = this.#connection;
    const { client, transport } = connection;
    const { signal } = this.#ending;
    const live = whileOpen(events, signal);
    client.setNotificationHandler('notifications/tools/list_changed', () => live.changed('tools'));
    client.setNotificationHandler('notifications/prompts/list_changed', () => live.changed('prompts'));
    client.setNotificationHandler('notifications/resources/list_changed', () => live.changed('resources'));
    client.onclose = () => live.ended('the connection was closed by the server');
    const { acknowledgeMs } = this.#deps.times;
    const deps = { ...this.#deps, life: connection.streamLife };
    if (this.era === 'modern') {
      void keepListening((stop) => openSubscription(connection, acknowledgeMs, stop), live, deps, signal);
    } else if (transport instanceof HttpTransport) {
      void keepListening((stop) => openStandingStream(connection, transport, stop), live, deps, signal);
    } else {
      // On a pipe nothing has to be opened.
      const doubt = doubtOf(connection);
      live.listen(doubt === null ? 'honoured' : 'unsupported', doubt);
      live.announces(announcedBy(connection));
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** In time or not at all: a home folder on a dead network drive must not hold a reading up. */
  async #findPackage(): Promise<PackageVersion | null> {
    const { transport } = this.#connection;
    if (!(transport instanceof StdioTransport) || transport.processId === null) return null;
    const { clock, times } = this.#deps;
    const waited = new AbortController();
    const tooLate = clock.sleep(times.packageMs, waited.signal).then(() => null);
    return Promise.race([servedPackage(transport.launch, transport.processId), tooLate]).finally(() => waited.abort());
  }

  get #hasSession(): boolean {
    const { transport } = this.#connection;
    return transport instanceof HttpTransport && transport.sessionId !== undefined;
  }

  async #close(): Promise<void> {
    this.#ending.abort();
    const { transport } = this.#connection;
    if (transport instanceof HttpTransport && this.#hasSession) {
      const { clock, times } = this.#deps;
      const waited = new AbortController();
      await Promise.race([
        transport.terminateSession().catch(() => undefined),
        clock.sleep(times.farewellMs, waited.signal),
      ]);
      waited.abort();
    }
    await this.#connection.close();
  }

  #readSurface(signal: AbortSignal): Promise<Observation> {
    return readSurface(this.#connection, this.era, this.#handshake, this.#deps.limits, signal);
  }

  /**
   * Opens the stream that clients of 2025 keep beside their requests, unless it is open to listen; returns what closes it.
   * A server may answer on it, and show another list to whoever has none.
   */
  #openStream(): () => void {
    const { transport } = this.#connection;
    if (this.era !== 'legacy' || this.#isListening || !(transport instanceof HttpTransport)) return () => undefined;
    const stop = new AbortController();
    const opened = openStandingStream(this.#connection, transport, stop.signal);
    return () => {
      stop.abort();
      void opened.then((stream) => (stream.kind === 'open' ? stream.close() : undefined));
    };
  }

  /** The handshake of 2025 once more, on the same connection: the SDK leaves the old session behind. */
  async #initialize(signal: AbortSignal): Promise<void> {
    const { name, version, capabilities } = this.#connection.identity;
    const params = { protocolVersion: this.protocolVersion, capabilities, clientInfo: { name, version } };
    await this.#greet('initialize', params, signal);
    await this.#connection.client.notification({ method: 'notifications/initialized' });
  }

  async #greet(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<void> {
    const { readTimeoutMs } = this.#deps.limits;
    this.#handshake = (await request(this.#connection, method, params, readTimeoutMs, signal)) ?? this.#handshake;
  }
}

/** `events` until `signal` aborts, and one end at most. */
function whileOpen(events: SessionEvents, signal: AbortSignal): SessionEvents {
  let isOver = false;
  const isOpen = (): boolean => !isOver && !signal.aborted;
  return {
    changed: (list) => isOpen() && events.changed(list),
    announces: (lists) => isOpen() && events.announces(lists),
    listening: () => isOpen() && events.listening(),
    listen: (state, detail) => isOpen() && events.listen(state, detail),
    ended: (reason) => {
      if (!isOpen()) return;
      isOver = true;
      events.ended(reason);
    },
  };
}
