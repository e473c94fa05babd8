import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { describe } from 'vitest';
import type { Launch } from '../../src/monitor/ports-watched.ts';
import { startLegacySseServer } from '../support/servers/legacy-sse.ts';
import { listenOnLoopback } from '../support/servers/loopback.ts';
import { aTool } from '../support/servers/tools.ts';
import { ListenLog } from './listen-log.ts';
import { complete, failed, toolNames, toolsOf } from './observation.ts';
import { http, it, neverAborted, type Scope } from './scope.ts';

const sse = (url: string, headers: Record<string, string> = {}): Launch => ({
  kind: 'http',
  url,
  headers,
  transport: 'sse',
});

async function start(scope: Scope, refusal?: number) {
  return scope.closeAfter(await startLegacySseServer([aTool({ odd: { __proto: 1 } })], refusal), (real) =>
    real.close(),
  );
}

describe.concurrent('a real HTTP+SSE server', () => {
  it('is read, each key as it came', async ({ scope, expect }) => {
    const server = await start(scope);
    const session = await scope.session(scope.source(), sse(server.url));
    expect([session.era, session.protocolVersion]).toEqual(['legacy', '2025-11-25']);
    const [first, second] = [await session.read(neverAborted()), await session.read(neverAborted())];
    expect(toolsOf(first)).toMatchObject([{ name: 'delete_file', odd: { __proto: 1 } }]);
    expect(complete(second).digest).toBe(complete(first).digest);
    expect(server.asked.filter((line) => line === 'GET /mcp')).toHaveLength(1);
    await session.close();
    await server.cutStreams();
    expect(server.streams()).toBe(0);
  });

  it.for([400, 404, 405])(
    'is found behind a Streamable HTTP that is refused with %i',
    async (refusal, { scope, expect }) => {
      const server = await start(scope, refusal);
      const source = scope.source();
      const session = await scope.session(source, http(server.url));
      expect(toolNames(await session.read(neverAborted()))).toEqual(['delete_file']);
      expect(server.asked[0]).toBe('POST /mcp');
      server.asked.slice();
      const before = server.asked.length;
      await scope.session(source, http(server.url), 'legacy');
      expect(server.asked[before]).toBe('GET /mcp'); // it is remembered
    },
  );

  it('is not looked for where the config names the other transport', async ({ scope, expect }) => {
    const server = await start(scope);
    const launch: Launch = { kind: 'http', url: server.url, headers: {}, transport: 'streamable-http' };
    expect(failed(await scope.read(launch)).outcome).toBe('refused');
    expect(server.asked.some((line) => line.startsWith('GET'))).toBe(false);
  });

  it('is not looked for behind another refusal', async ({ scope, expect }) => {
    const server = await start(scope, 403);
    expect(failed(await scope.read(http(server.url))).outcome).toBe('refused');
    expect(server.asked.some((line) => line.startsWith('GET'))).toBe(false);
  });

  it('is heard, and its end as well', async ({ scope, expect }) => {
    const server = await start(scope);
    const session = await scope.session(scope.source(), sse(server.url));
    const log = new ListenLog();
    session.listen(log);
    expect(log.states).toEqual(['honoured']);
    server.setTools([aTool({ description: 'new' })]);
    await log.whenCounted('changed');
    expect(toolsOf(await session.read(neverAborted()))).toMatchObject([{ description: 'new' }]);
    await server.cutStreams();
    expect(await log.whenEnded()).toBe('the connection was closed by the server');
    expect(failed(await session.read(neverAborted()))).toMatchObject({ outcome: 'unreachable' });
    expect(server.asked.filter((line) => line === 'GET /mcp')).toHaveLength(1);
  });
});

/** The official server, on a port that was free a moment ago. It says on stderr when it listens. */
async function startEverything(scope: Scope): Promise<string> {
  const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
  const free = await listenOnLoopback(() => undefined);
  const { port } = new URL(free.url);
  await free.close();
  const env = { PATH: process.env['PATH'], PORT: port };
  const child = spawn(process.execPath, [program, 'sse'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  scope.closeAfter(child, async (one) => {
    one.kill('SIGKILL');
    if (one.exitCode === null && one.signalCode === null) await once(one, 'exit');
  });
  for await (const line of createInterface({ input: child.stderr })) if (line.includes('running on port')) break;
  child.stderr.resume();
  return `http://127.0.0.1:${port}/sse`;
}

describe('the official server of 2025 that has everything', () => {
  it('is read over HTTP+SSE, named or not', async ({ scope, expect }) => {
    const url = await startEverything(scope);
    const [named, found] = [await scope.read(sse(url)), await scope.read(http(url))];
    expect(toolNames(named)).toContain('echo');
    expect(toolNames(found)).toEqual(toolNames(named));
  });
});

interface Odd {
  readonly url: string;
  readonly asked: string[];
}

/** A server that answers the GET with `begin`, and every POST with `status`. */
async function startOdd(
  scope: Scope,
  begin: (response: ServerResponse, url: string) => void,
  status = 202,
): Promise<Odd> {
  const asked: string[] = [];
  const loopback = await listenOnLoopback((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`);
    if (request.method === 'GET') begin(response, loopback.url);
    else response.writeHead(status).end();
  });
  scope.closeAfter(loopback, (one) => one.close());
  return { url: loopback.url, asked };
}

const stream = (text: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(text);
};
const endpoint = (data: string) => `event: endpoint\ndata: ${data}\n\n`;

describe.concurrent('an HTTP+SSE server that goes astray', () => {
  it('gets nothing sent to another origin', async ({ scope, expect }) => {
    const other = await startOdd(scope, (response) => void response.end());
    for (const foreign of [`${other.url}?x`, '//127.0.0.1:1/x', 'https://127.0.0.1/x', 'data:x']) {
      const server = await startOdd(scope, stream(endpoint(foreign)));
      expect(failed(await scope.read(sse(server.url, { Authorization: 'Bearer 0123' })))).toEqual({
        outcome: 'refused',
        reason: 'the server names an endpoint at another origin, which is not followed: check `url`',
      });
      expect(server.asked).toEqual(['GET /mcp Bearer 0123']);
    }
    expect(other.asked).toEqual([]);
  });

  it('gets nothing sent to a later endpoint', async ({ scope, expect }) => {
    const server = await startOdd(scope, stream(`${endpoint('/first')}${endpoint('/second')}`));
    await scope.read(sse(server.url), { limits: { readTimeoutMs: 500 } });
    expect(server.asked).toEqual(['GET /mcp ', 'POST /first ']);
  });

  it('is not followed to where it redirects', async ({ scope, expect }) => {
    const other = await startOdd(scope, stream(endpoint('/x')));
    const server = await startOdd(scope, (response) => void response.writeHead(307, { location: other.url }).end());
    expect(failed(await scope.read(sse(server.url))).reason).toMatch(/^the server redirects \(HTTP 307\)/);
    expect(other.asked).toEqual([]);
  });

  it.for([
    ['another event first', 'data: {}\n\n'],
    ['no address', endpoint('http://[')],
  ])('is told when it names no endpoint (%s)', async ([, text], { scope, expect }) => {
    const server = await startOdd(scope, stream(text ?? ''));
    expect(failed(await scope.read(sse(server.url)))).toEqual({
      outcome: 'invalid',
      reason: 'the answer is not a stream of the HTTP+SSE transport',
    });
  });

  it('is not waited for without end', async ({ scope, expect }) => {
    const server = await startOdd(scope, stream(': nothing\n\n'));
    const times = { acknowledgeMs: 100 };
    expect(failed(await scope.read(sse(server.url), { times })).outcome).toBe('invalid');
    const ends = await startOdd(scope, (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
    });
    expect(failed(await scope.read(sse(ends.url))).outcome).toBe('invalid');
    expect(ends.asked).toHaveLength(1);
  });

  it('is told by its status', async ({ scope, expect }) => {
    const closed = await startOdd(scope, (response) => void response.writeHead(401).end());
    expect(failed(await scope.read(sse(closed.url))).outcome).toBe('auth-required');
    const refusing = await startOdd(scope, stream(endpoint('/x')), 500);
    expect(failed(await scope.read(sse(refusing.url)))).toEqual({
      outcome: 'unreachable',
      reason: 'the server fails (HTTP 500)',
    });
    expect(failed(await scope.read(sse('http://127.0.0.1:9/mcp'))).reason).toContain('ECONNREFUSED');
  });

  it('is cut off at a message that is too long', async ({ scope, expect }) => {
    const server = await startOdd(scope, stream(`${endpoint('/x')}data: ${'x'.repeat(200_000)}`));
    const { outcome, reason } = failed(await scope.read(sse(server.url), { limits: { maxBytes: 100_000 } }));
    expect([outcome, reason]).toEqual(['incomplete', expect.stringContaining('100')]);
  });
});
