import { StreamableHTTPClientTransport, type FetchLike, type JSONRPCMessage } from '@modelcontextprotocol/client';
import type { ClientIdentity, Launch } from '../monitor/ports-watched.ts';
import { sendAuthorized } from './authorized-send.ts';
import type { ConnectionDeps } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { createHttpFetch } from './http-fetch.ts';
import type { HttpAnswer } from './http-send.ts';
import { headersOf } from './identity.ts';
import { ReplyGate } from './reply-gate.ts';
import type { ResultTap } from './result-tap.ts';

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1];

/** The SDK's HTTP transport over a `fetch` of our own, with the standing stream of a 2025 server in our hands. */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #deps: ConnectionDeps;
  readonly #credentials: Credentials | null;
  readonly #gate = new ReplyGate();

  constructor(
    launch: Extract<Launch, { kind: 'http' }>,
    identity: ClientIdentity,
    tap: ResultTap,
    deps: ConnectionDeps,
    credentials: Credentials | null,
  ) {
    const { limits, dispatcher, times } = deps;
    const url = new URL(launch.url);
    const headers = headersOf(identity, launch.headers);
    const fetch: FetchLike = createHttpFetch({ dispatcher, limits, tap, credentials });
    super(url, {
      fetch,
      requestInit: { headers },
      // "follow" leaves redirects to `fetch`, and ours follows none. The SDK itself would follow those of the same origin.
      redirectPolicy: 'follow',
      reconnectionOptions: {
        initialReconnectionDelay: times.firstReopenMs,
        maxReconnectionDelay: times.maxReopenMs,
        reconnectionDelayGrowFactor: 2,
        maxRetries: 8,
      },
      // For an answer that is fetched in pieces. A server may ask for `retry: 0`; how often we come back is ours to say.
      reconnectionScheduler: (reconnect, delayMs) => {
        const timer = setTimeout(reconnect, Math.min(Math.max(delayMs, times.firstReopenMs / 2), times.maxReopenMs));
        return () => clearTimeout(timer);
      },
    });
    this.#url = url;
    this.#headers = headers;
    this.#deps = deps;
    this.#credentials = credentials;
  }

  /** Sends one message. A server that asks faster than it takes our replies gets no more of them. */
  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || 'method' in message) await super.send(message, options);
    else await this.#gate.send(() => super.send(message, options));
  }

  /** Asks for the stream on which a 2025 server says what nobody asked for (MCP 2025-11-25, listening for messages). */
  openStream(signal: AbortSignal): Promise<HttpAnswer> {
    const headers = new Headers(this.#headers);
    headers.set('accept', 'text/event-stream');
    if (this.sessionId !== undefined) headers.set('mcp-session-id', this.sessionId);
    if (this.protocolVersion !== undefined) headers.set('mcp-protocol-version', this.protocolVersion);
    const { dispatcher, times } = this.#deps;
    const request = { method: 'GET', headers, signal, headersTimeoutMs: times.acknowledgeMs };
    return sendAuthorized(this.#url, request, dispatcher, this.#credentials);
  }
}
