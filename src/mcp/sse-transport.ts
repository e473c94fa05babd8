/* oxlint-disable typescript/no-deprecated -- the SDK calls the whole transport so, and servers still speak it */
import { SSEClientTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';
import type { ClientIdentity, Launch } from '../monitor/ports-watched.ts';
import type { ConnectionDeps } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { EndpointError } from './endpoint-error.ts';
import { headersOf } from './identity.ts';
import { ReplyGate } from './reply-gate.ts';
import type { ResultTap } from './result-tap.ts';
import { createSseFetch } from './sse-fetch.ts';

/** The SDK's transport of protocol 2024-11-05 (HTTP+SSE) over a `fetch` of our own. It ends with its first stream. */
export class SseTransport extends SSEClientTransport {
  readonly #lost: Promise<never>;
  readonly #acknowledgeMs: number;
  readonly #gate = new ReplyGate();
  #isClosed = false;

  constructor(
    launch: Extract<Launch, { kind: 'http' }>,
    identity: ClientIdentity,
    tap: ResultTap,
    { limits, dispatcher, times }: ConnectionDeps,
    credentials: Credentials | null,
  ) {
    const url = new URL(launch.url);
    const { acknowledgeMs } = times;
    let lose: (error: unknown) => void = () => undefined; // set by the promise at once
    const lost = new Promise<never>((_resolve, reject) => {
      lose = reject;
    });
    const shared = { url, dispatcher, limits, tap, credentials };
    const fetch = createSseFetch({ ...shared, acknowledgeMs, lost: (error) => lose(error) });
    super(url, { fetch, requestInit: { headers: headersOf(identity, launch.headers) } });
    this.#acknowledgeMs = acknowledgeMs;
    this.#lost = lost;
    // Whoever waits for an answer is told by the SDK, and whoever listens as well.
    lost.catch(() => this.close());
  }

  /** Opens the stream. Rejects with what went wrong: the SDK keeps no cause, and its event source would try for ever. */
  override async start(): Promise<void> {
    const late = new AbortController();
    const started = super.start();
    try {
      await Promise.race([started, this.#lost, whenLate(this.#acknowledgeMs, late.signal)]);
    } catch (error) {
      started.catch(() => undefined); // it may still fail after the race is lost
      await this.close();
      // The event source may have told of its failure first.
      throw await Promise.race([this.#lost, Promise.resolve()]).then(
        () => error,
        (reason: unknown) => reason,
      );
    } finally {
      late.abort();
    }
  }

  /** Sends one message. A server that asks faster than it takes our replies gets no more of them. */
  override async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) await super.send(message);
    else await this.#gate.send(() => super.send(message));
  }

  override async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await super.close();
  }
}

function whenLate(ms: number, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setTimeout(() => reject(new EndpointError('none')), ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
