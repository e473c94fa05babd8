import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isObject, own, type Json } from '../core/json.ts';
import type { Launch, Limits } from '../monitor/ports-watched.ts';
import { Child, type ChildListener } from './child.ts';
import { lastWords } from './last-words.ts';
import { Flood } from './flood.ts';
import { LineReader } from './line-reader.ts';
import type { ResultTap } from './result-tap.ts';

/** White space of JSON, and what a message begins with. */
const spaces = new Set(Buffer.from(' \t\r\n'));
const begins = new Set<number | undefined>(Buffer.from('{['));

/**
 * The MCP stdio transport over a process group of our own. The SDK's transport kills the child alone and leaves its
 * helpers running; this one also caps lines and lets the tap read first.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** How many lines of stdout were no messages: they do no harm here, but other clients may choke on them. */
  noise = 0;

  readonly launch: Extract<Launch, { kind: 'stdio' }>;
  readonly #limits: Limits;
  readonly #tap: ResultTap;
  readonly #flood = new Flood();
  #child: Child | null = null;
  #isClosed = false;

  /** `child`: a process of the same launch that runs already. */
  constructor(launch: Extract<Launch, { kind: 'stdio' }>, limits: Limits, tap: ResultTap, child: Child | null = null) {
    this.launch = launch;
    this.#limits = limits;
    this.#tap = tap;
    this.#child = child;
  }

  /** The SDK tells a pipe from HTTP by the presence of `pid` and `stderr`: silence on a pipe means an older server. */
  get pid(): null {
    return null;
  }

  get stderr(): null {
    return null;
  }

  /** The number of the process, null while there is none. */
  get processId(): number | null {
    return this.#child?.pid ?? null;
  }

  /** How the process ended, null while it runs or before it started. */
  get exit(): string | null {
    return this.#child?.exit ?? null;
  }

  /** What the process last said on stderr, safe to show, or null. */
  get lastWords(): string | null {
    return this.#child === null ? null : lastWords(this.#child.stderrTail, Object.values(this.launch.env));
  }

  async start(): Promise<void> {
    const listener = this.#listener();
    if (this.#child !== null) {
      this.#child.listener = listener;
      return;
    }
    this.#child = new Child(this.launch, listener);
    await this.#child.started();
  }

  /** Leaves the process to another transport, null if there is none: from now on this one does nothing to it. */
  release(): Child | null {
    const child = this.#child;
    this.#child = null;
    return child;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#child === null) throw new Error('the process was not started');
    const text = JSON.stringify(message);
    this.#tap.sent(JSON.parse(text) as Json); // JSON.parse returns nothing but JSON values
    await this.#child.write(`${text}\n`);
  }

  async close(): Promise<void> {
    await this.#child?.stop();
    this.#closed();
  }

  #listener(): ChildListener {
    const lines = new LineReader(this.#limits.maxBytes, (line) => this.#receive(line));
    let isBroken = false;
    return {
      data: (chunk) => {
        if (isBroken) return;
        try {
          lines.push(chunk);
        } catch (error) {
          isBroken = true;
          this.#tap.broken(error);
          void this.close();
        }
      },
      error: (error) => this.onerror?.(error),
      ended: () => this.#closed(),
    };
  }

  #receive(line: Buffer): void {
    if (this.#tap.isOvertaken) return;
    const begin = line.findIndex((byte) => !spaces.has(byte));
    if (begin === -1) return;
    let seen: Json;
    try {
      // However long it is, a line of a log is no message that is too long.
      if (!begins.has(line[begin])) throw new SyntaxError('neither an object nor a batch');
      seen = this.#tap.read(line).seen;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.noise += 1;
      return;
    }
    if (!isObject(seen) || own(seen, 'jsonrpc') !== '2.0') {
      this.noise += 1;
      return;
    }
    if (own(seen, 'method') !== undefined && own(seen, 'id') === undefined) this.#flood.note();
    // The SDK checks the shape of what it dispatches; an object with `jsonrpc` is what it expects here.
    this.onmessage?.(seen as unknown as JSONRPCMessage);
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}
