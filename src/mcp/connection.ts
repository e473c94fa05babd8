import { Client, type Transport } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { legacyProtocols } from '../core/protocols.ts';
import type { StreamLife, StreamLives } from '../core/stream-life.ts';
import type { Era } from '../monitor/ports-reading.ts';
import type { ClientIdentity, Limits, WatchedServer } from '../monitor/ports-watched.ts';
import type { Clock, Random } from '../monitor/ports-world.ts';
import type { Child } from './child.ts';
import { HttpTransport } from './http-transport.ts';
import { declareOnly, honestIdentity, type OwnIdentity } from './identity.ts';
import type { Credentials } from './credentials.ts';
import type { Keyring } from './keyring.ts';
import type { PageMemo, PageMemos } from './page-memo.ts';
import { ResultTap } from './result-tap.ts';
import { SseTransport } from './sse-transport.ts';
import { StdioTransport } from './stdio-transport.ts';
import type { Times } from './times.ts';

/** What all connections share. */
export interface ConnectionDeps {
  readonly limits: Limits;
  /** Who we say we are where the config names nobody else. */
  readonly identity: OwnIdentity;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly times: Times;
  readonly memos: PageMemos;
  readonly streamLives: StreamLives;
  readonly keyring: Keyring | null;
}

/** How to find out which era a server speaks: ask it and fall back, or do not ask. */
export interface Negotiation {
  readonly mode: 'auto' | Extract<Era, 'legacy'>;
  /** How long `server/discover` may stay unanswered. */
  readonly probeMs: number;
  /** Over HTTP+SSE in place of Streamable HTTP. */
  readonly isSse?: boolean;
}

/** An SDK client over one of our transports, and the tap that both share. */
export class Connection {
  readonly client: Client;
  readonly transport: Transport & (StdioTransport | HttpTransport | SseTransport);
  readonly tap: ResultTap;
  readonly memo: PageMemo;
  /** Shared by all servers of one host. */
  readonly streamLife: StreamLife;
  readonly identity: ClientIdentity;
  /** Null for a server that gets no tokens. */
  readonly credentials: Credentials | null;

  /** Connects nothing yet. `child`: a process of the server that runs already. */
  constructor(
    server: WatchedServer,
    { mode, probeMs, isSse = false }: Negotiation,
    deps: ConnectionDeps,
    child: Child | null = null,
  ) {
    const { name, launch, identity } = server;
    if (launch.kind === 'files') throw new TypeError('the files of a client are no server');
    this.memo = deps.memos.of(name);
    this.streamLife = deps.streamLives.of(launch.kind === 'http' ? new URL(launch.url).origin : `stdio ${name}`);
    this.tap = new ResultTap(this.memo);
    this.identity = identity ?? honestIdentity(deps.identity);
    const { name: clientName, version, capabilities, protocol } = this.identity;
    this.client = new Client(
      { name: clientName, version },
      {
        // Sent as they are and never looked at here: those of a client that knows more than this SDK are welcome.
        capabilities,
        inputRequired: { autoFulfill: false },
        ...(protocol !== undefined && { supportedProtocolVersions: [protocol, ...legacyProtocols] }),
        versionNegotiation: { mode, probe: { timeoutMs: probeMs } },
        // No schema of a server is ever compiled here.
        jsonSchemaValidator: { getValidator: refuseToValidate },
      },
    );
    declareOnly(this.client, this.identity);
    const OverHttp = isSse ? SseTransport : HttpTransport;
    this.credentials = deps.keyring?.of(server) ?? null;
    this.transport =
      launch.kind === 'stdio'
        ? new StdioTransport(launch, deps.limits, this.tap, child)
        : new OverHttp(launch, this.identity, this.tap, deps, this.credentials);
  }

  /** The process behind a connection that an answer has overtaken, for another one; null if there is none. */
  overtaken(): Child | null {
    return this.tap.isOvertaken && this.transport instanceof StdioTransport ? this.transport.release() : null;
  }

  /** Ends the connection and every process behind it. */
  async close(): Promise<void> {
    await this.client.close().catch(() => undefined);
    await this.transport.close().catch(() => undefined); // the client lets go of a transport that failed without closing it
  }
}

function refuseToValidate(): never {
  throw new Error('tooldrift compiles no schemas');
}
