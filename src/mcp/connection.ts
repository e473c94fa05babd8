import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { Backoff } from '../core/backoff.ts';
import type { Clock, Era, Launch, Limits, Random } from '../monitor/ports.ts';
import { createHttpFetch, type StreamEvents } from './http-fetch.ts';
import { ResultTap } from './result-tap.ts';
import { StdioTransport } from './stdio-transport.ts';

/** Who we say we are. */
export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
}

/** What all connections share. */
export interface ConnectionDeps {
  readonly limits: Limits;
  readonly identity: ClientIdentity;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly random: Random;
}

const modernVersion = '2026-07-28';
/** A stream that lasted this long was no accident of its opening: the next attempt waits the first step again. */
export const stableStreamMs = 60_000;
export const firstReopenMs = 1_000;
export const maxReopenMs = 60_000;

/** An SDK client over one of our transports, and the tap that both share. */
export class Connection {
  readonly client: Client;
  readonly transport: Transport;
  readonly tap = new ResultTap();
  /** Called when a body breaks off or goes over a limit: whoever waits for it would wait for a timeout. */
  onBroken: ((error: unknown) => void) | null = null;
  #stream: StreamEvents | null = null;
  /** What happened to the GET stream before anybody watched it: it opens while the SDK still connects. */
  #streamSeen: ((events: StreamEvents) => void) | null = null;

  /** Connects nothing yet. `era` null probes with `server/discover`. */
  constructor(launch: Launch, era: Era | null, probeTimeoutMs: number, deps: ConnectionDeps) {
    this.client = new Client(deps.identity, {
      capabilities: {},
      versionNegotiation:
        era === 'modern'
          ? { mode: { pin: modernVersion } }
          : { mode: era === 'legacy' ? 'legacy' : 'auto', probe: { timeoutMs: probeTimeoutMs } },
      // No schema of a server is ever compiled here.
      jsonSchemaValidator: { getValidator: refuseToValidate },
    });
    const onBroken = (error: unknown): void => this.onBroken?.(error);
    this.transport =
      launch.kind === 'stdio'
        ? new StdioTransport(launch, deps.limits, this.tap, onBroken)
        : this.#httpTransport(launch, deps, onBroken);
  }

  /** Tells `events` what happens to the GET stream of a 2025 HTTP server, its present state first. */
  watchStream(events: StreamEvents): void {
    this.#stream = events;
    this.#streamSeen?.(events);
  }

  #tellStream(tell: (events: StreamEvents) => void): void {
    this.#streamSeen = tell;
    if (this.#stream !== null) tell(this.#stream);
  }

  #httpTransport(
    launch: Extract<Launch, { kind: 'http' }>,
    { limits, identity, dispatcher, clock, random }: ConnectionDeps,
    onBroken: (error: unknown) => void,
  ): Transport {
    const backoff = new Backoff(firstReopenMs, maxReopenMs, random);
    let openedAt = 0;
    const stream: StreamEvents = {
      opened: () => {
        openedAt = clock.now().getTime();
        this.#tellStream((events) => events.opened());
      },
      refused: (status) => this.#tellStream((events) => events.refused(status)),
      ended: () => {
        if (clock.now().getTime() - openedAt >= stableStreamMs) backoff.reset();
        this.#tellStream((events) => events.ended());
      },
    };
    return new StreamableHTTPClientTransport(new URL(launch.url), {
      fetch: createHttpFetch({ dispatcher, limits, tap: this.tap, stream, onBroken }),
      requestInit: { headers: { 'user-agent': `${identity.name}/${identity.version}`, ...launch.headers } },
      reconnectionOptions: {
        initialReconnectionDelay: firstReopenMs,
        maxReconnectionDelay: maxReopenMs,
        reconnectionDelayGrowFactor: 2,
        maxRetries: 8,
      },
      // A server may ask for `retry: 0`; how often we come back is ours to say.
      reconnectionScheduler: (reconnect, delayMs) => {
        const timer = setTimeout(reconnect, Math.min(Math.max(delayMs, backoff.next()), maxReopenMs));
        return () => clearTimeout(timer);
      },
    });
  }
}

function refuseToValidate(): never {
  throw new Error('tooldrift compiles no schemas');
}
