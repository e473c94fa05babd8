import { Client, type Transport } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import type { Clock, Era, Limits, Random, WatchedServer } from '../monitor/ports.ts';
import { HttpTransport } from './http-transport.ts';
import type { PageMemo, PageMemos } from './page-memo.ts';
import { ResultTap } from './result-tap.ts';
import { StdioTransport } from './stdio-transport.ts';
import type { Times } from './times.ts';

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
  readonly times: Times;
  readonly memos: PageMemos;
}

/** How to find out which era a server speaks: ask it and fall back, or do not ask. */
export interface Negotiation {
  readonly mode: 'auto' | Extract<Era, 'legacy'>;
  /** How long `server/discover` may stay unanswered. */
  readonly probeMs: number;
}

/** An SDK client over one of our transports, and the tap that both share. */
export class Connection {
  readonly client: Client;
  readonly transport: Transport & (StdioTransport | HttpTransport);
  readonly tap: ResultTap;
  readonly memo: PageMemo;

  /** Connects nothing yet. */
  constructor({ name, launch }: WatchedServer, { mode, probeMs }: Negotiation, deps: ConnectionDeps) {
    this.memo = deps.memos.of(name);
    this.tap = new ResultTap(this.memo);
    this.client = new Client(deps.identity, {
      capabilities: {},
      versionNegotiation: { mode, probe: { timeoutMs: probeMs } },
      // No schema of a server is ever compiled here.
      jsonSchemaValidator: { getValidator: refuseToValidate },
    });
    this.transport =
      launch.kind === 'stdio'
        ? new StdioTransport(launch, deps.limits, this.tap)
        : new HttpTransport(launch, this.tap, deps);
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
