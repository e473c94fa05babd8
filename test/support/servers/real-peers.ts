import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const onLoopback = fileURLToPath(new URL('./on-loopback.mjs', import.meta.url));

/** A server that others publish, as it is. */
export interface Peer {
  /** Its program. */
  readonly program: string;
  readonly args: readonly string[];
  /** Where it serves, for one over HTTP. */
  readonly path?: string;
  /** What it serves when nobody configures it, without its tools: kinds that must be there. */
  readonly kinds: readonly string[];
}

const everything = fileIn('server-everything', 'dist/index.js');
const app = fileIn('server-basic-vanillajs', 'dist/index.js');
const allKinds = ['prompt', 'resource', 'resource-template', 'instructions'];

export const stdioPeers: Readonly<Record<string, Peer>> = {
  'server-memory': { program: fileIn('server-memory', 'dist/index.js'), args: [], kinds: [] },
  'server-sequential-thinking': {
    program: fileIn('server-sequential-thinking', 'dist/index.js'),
    args: [],
    kinds: [],
  },
  'server-everything': { program: everything, args: ['stdio'], kinds: allKinds },
  // An MCP App: its tool has a page.
  'server-basic-vanillajs': { program: app, args: ['--stdio'], kinds: ['resource', 'ui-resource'] },
};

export const httpPeers: Readonly<Record<string, Peer>> = {
  'server-everything-http': {
    program: everything,
    args: ['streamableHttp'],
    path: '/mcp',
    kinds: allKinds,
  },
  'server-everything-sse': { program: everything, args: ['sse'], path: '/sse', kinds: allKinds },
  'server-basic-vanillajs-http': { program: app, args: [], path: '/mcp', kinds: ['resource', 'ui-resource'] },
  // The examples of the SDK differ in what clients stumble over: plain JSON answers, no sessions, two transports at once.
  'example-with-json-answers': { ...example('jsonResponseStreamableHttp'), kinds: [] },
  'example-without-sessions': { ...example('simpleStatelessStreamableHttp'), kinds: ['prompt', 'resource'] },
  'example-with-both-transports': { ...example('sseAndStreamableHttpCompatibleServer'), kinds: [] },
};

export interface RunningPeer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts an HTTP server of others on a free port of 127.0.0.1. */
export async function startPeer({ program, args, path = '' }: Peer): Promise<RunningPeer> {
  const child = fork(program, [...args], {
    execArgv: ['--import', onLoopback],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [message] = (await Promise.race([once(child, 'message'), exited])) as [unknown]; // an exit code is no message
  if (!isAddress(message)) throw new Error(`${program} did not listen`);
  return {
    url: `http://127.0.0.1:${String(message.port)}${path}`,
    async close() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The command of a stdio server of others. */
export function commandOf({ program, args }: Peer): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [program, ...args] };
}

function isAddress(message: unknown): message is { readonly port: number } {
  return typeof message === 'object' && message !== null && 'port' in message && typeof message.port === 'number';
}

function example(name: string): Pick<Peer, 'program' | 'args' | 'path'> {
  return { program: fileIn('sdk', `dist/cjs/examples/server/${name}.js`), args: [], path: '/mcp' };
}

/** By path: not every package exports its own program. */
function fileIn(name: string, file: string): string {
  return fileURLToPath(new URL(`../../../node_modules/@modelcontextprotocol/${name}/${file}`, import.meta.url));
}
