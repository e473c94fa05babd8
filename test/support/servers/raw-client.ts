import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import type { Era } from '../../../src/monitor/ports-reading.ts';
import type { StdioCommand } from './stdio-servers.ts';

/** The text of a request of the era, as the SDK's client would send it. */
export function requestText(
  era: Era,
  id: number,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    method,
    params: era === 'modern' ? { ...params, _meta: envelope } : params,
  });
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Posts one message with the headers that the servers of its era demand. */
export function post(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  // Made by `requestText`, or by hand in a test.
  const { method } = JSON.parse(body) as { method: string };
  const era = body.includes('io.modelcontextprotocol/protocolVersion') ? 'modern' : 'legacy';
  return fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era === 'modern' ? '2026-07-28' : '2025-11-25',
      ...(era === 'modern' && { 'mcp-method': method }),
      ...headers,
    },
  });
}

/** A child whose lines one can read. */
export interface RawChild {
  readonly pid: number;
  send(line: string): void;
  /** The next line of stdout, null after the last one. */
  nextLine(): Promise<string | null>;
  /** The exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  /** All of stderr, once it ended. */
  readonly stderr: Promise<string>;
  /** Ends its stdin, as a client that leaves does. */
  endInput(): void;
  /** Kills it, without asking, and waits for its death. */
  kill(): Promise<void>;
}

export function spawnRawChild({ command, args }: StdioCommand): RawChild {
  const child = spawn(command, args, { stdio: 'pipe' });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // A child that exits early leaves a broken pipe behind; the exit is what counts.
  child.stdin.on('error', () => undefined);
  // 'exit', not 'close': a grandchild may hold the pipes for much longer.
  const exited = once(child, 'exit').then(([code]) => code as number | null); // as Node documents the event
  return {
    // Node was found, since it is running this.
    pid: child.pid as number,
    send: (line) => void child.stdin.write(`${line}\n`),
    async nextLine() {
      const next = await lines.next();
      return next.done === true ? null : next.value;
    },
    exited,
    stderr: readText(child.stderr),
    endInput: () => void child.stdin.end(),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
