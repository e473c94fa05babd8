import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Era, Observation, Session, SessionEvents } from '../monitor/ports.ts';
import type { Connection, ConnectionDeps } from './connection.ts';
import { explainFailure } from './failure.ts';
import { listenLegacy, listenModern } from './listener.ts';
import { readSurface, request } from './read-surface.ts';
import type { RawResult } from './result-tap.ts';

/** How long a server gets to take note that its session ends. */
const farewellMs = 2_000;

/** A connected server: reads it again and again, and hears its notifications. */
export class McpSession implements Session {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly #connection: Connection;
  readonly #deps: ConnectionDeps;
  readonly #ending = new AbortController();
  #handshake: RawResult;
  #isFresh = true;
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
    const both = AbortSignal.any([signal, this.#ending.signal]);
    try {
      // The instructions of a 2025 server come with `initialize` alone; a 2026 server is asked again.
      if (!this.#isFresh && this.era === 'modern') await this.#discover(both);
      this.#isFresh = false;
      return await readSurface(this.#connection, this.#handshake, limits, both);
    } catch (error) {
      return explainFailure(error, this.#connection, limits.readTimeoutMs).observation;
    }
  }

  listen(events: SessionEvents): void {
    const { client, transport } = this.#connection;
    client.setNotificationHandler('notifications/tools/list_changed', () => events.changed());
    client.onclose = () => {
      if (!this.#ending.signal.aborted) events.ended('the connection was closed by the server');
    };
    if (this.era === 'modern') void listenModern(this.#connection, events, this.#deps, this.#ending.signal);
    else listenLegacy(this.#connection, transport instanceof StreamableHTTPClientTransport, events);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#ending.abort();
    const { client, transport } = this.#connection;
    if (transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined) {
      const told = new AbortController();
      const farewell = transport.terminateSession().catch(() => undefined);
      await Promise.race([farewell, this.#deps.clock.sleep(farewellMs, told.signal)]);
      told.abort();
    }
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined); // the client lets go of a transport that failed without closing it
  }

  async #discover(signal: AbortSignal): Promise<void> {
    await request(this.#connection, 'server/discover', {}, this.#deps.limits.readTimeoutMs, signal);
    this.#handshake = this.#connection.tap.take('server/discover') ?? this.#handshake;
  }
}
