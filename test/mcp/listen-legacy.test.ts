import { describe, expect } from 'vitest';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { openStream } from '../support/servers/listening.ts';
import { http as httpReply, result, type Reply } from '../support/servers/script.ts';
import { legacyScript, page } from '../support/servers/skeletons.ts';
import { rawStdioServer } from '../support/servers/stdio-servers.ts';
import { aTool } from '../support/servers/tools.ts';
import { ListenLog } from './listen-log.ts';
import { toolNames, toolsOf } from './observation.ts';
import { http, it, neverAborted, realStdio, stdio, type McpTimes, type Scope } from './scope.ts';

const times: Partial<McpTimes> = { retryRefusedMs: 50, firstReopenMs: 20, maxReopenMs: 40 };
const list = [result(page('legacy', ['{"name":"a"}']))] as const;

async function realServer(scope: Scope, options: { readonly listChanged?: boolean } = {}) {
  const server = scope.closeAfter(await startLegacyHttpServer({ tools: [aTool()], ...options }), (real) =>
    real.close(),
  );
  const session = await scope.session(scope.source({ times }), http(server.url));
  const log = new ListenLog();
  session.listen(log);
  return { server, session, log };
}

async function unheardServer(scope: Scope) {
  const server = await scope.raw(legacyScript(list));
  return { server, session: await scope.session(scope.source({ times }), http(server.url), 'legacy') };
}

async function listenTo(scope: Scope, listen: Reply, more: Partial<McpTimes> = {}) {
  const server = await scope.raw(legacyScript(list, { listen }));
  const session = await scope.session(scope.source({ times: { ...times, ...more } }), http(server.url), 'legacy');
  const log = new ListenLog();
  session.listen(log);
  return { server, session, log };
}

describe.concurrent('a real legacy HTTP server', () => {
  it('is heard on its standing stream', async ({ scope, expect }) => {
    const { server, session, log } = await realServer(scope);
    await log.whenCounted('listening');
    expect(log.states).toEqual(['honoured']);
    server.setTools([aTool({ description: 'new' })]);
    await log.whenCounted('changed');
    expect(toolsOf(await session.read(neverAborted()))).toMatchObject([{ description: 'new' }]);
  });

  it('is heard again after the stream was cut, and a reading is asked for', async ({ scope, expect }) => {
    const { server, log } = await realServer(scope);
    await log.whenCounted('listening');
    await server.cutStreams();
    await log.whenCounted('listening', 2);
    server.setTools([]);
    await log.whenCounted('changed');
    expect(log.states).toEqual(['honoured']);
  });

  it('that promises nothing is told as such, and heard all the same', async ({ scope, expect }) => {
    const { server, log } = await realServer(scope, { listChanged: false });
    await log.whenCounted('listening');
    expect(log.entries[0]).toEqual({
      kind: 'listen',
      state: 'unsupported',
      detail: 'the server does not announce changes (no `listChanged`)',
    });
    await server.cutStreams();
    await log.whenCounted('listening', 2);
  });

  it('that lost the session says so on the stream, too', async ({ scope, expect }) => {
    const { server, log } = await realServer(scope);
    await log.whenCounted('listening');
    await server.dropSessions();
    expect(await log.whenEnded()).toBe('the server no longer knows the session (HTTP 404)');
    expect(log.count('ended')).toBe(1);
  });

  it('has a stream open beside a single reading, as clients have, and none after it', async ({ scope, expect }) => {
    const { server, session } = await unheardServer(scope);
    for (let reading = 0; reading < 2; reading += 1) {
      await session.read(neverAborted());
      await expect.poll(() => server.listeners()).toBe(0);
    }
    expect(server.received.filter(({ httpMethod }) => httpMethod === 'GET').length).toBeLessThanOrEqual(2);
  });

  it('sees the stream end when the session closes', async ({ scope, expect }) => {
    const { server, session, log } = await realServer(scope);
    await log.whenCounted('listening');
    expect(server.listeners()).toBe(1);
    const before = log.entries.length;
    await session.close();
    await expect.poll(() => server.listeners()).toBe(0);
    expect(log.entries).toHaveLength(before);
  });
});

describe.concurrent('a scripted legacy HTTP server', () => {
  it.for([405, 404, 400, 501, 200])(
    'without a stream is not asked again (HTTP %i)',
    async (status, { scope, expect }) => {
      // A session that a 404 would be about is another matter.
      const greeting = result(
        '{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"a","version":"1"}}',
      );
      const script = legacyScript(list, {
        listen: httpReply(status),
        answers: { initialize: { replies: [greeting] } },
      });
      const server = await scope.raw(script);
      const session = await scope.session(scope.source({ times }), http(server.url), 'legacy');
      const log = new ListenLog();
      session.listen(log);
      expect(await log.whenState('unsupported')).toMatchObject({
        detail: `the server offers no notification stream (HTTP ${status})`,
      });
      await session.read(neverAborted());
      expect(server.received.filter(({ httpMethod }) => httpMethod === 'GET')).toHaveLength(1);
    },
  );

  it.for([401, 403, 409, 429, 500, 503])(
    'that refuses the stream is asked again later (HTTP %i)',
    async (status, { scope, expect }) => {
      const { server, log } = await listenTo(scope, httpReply(status));
      expect(await log.whenState('refused')).toMatchObject({
        detail: `the server did not open the notification stream (HTTP ${status})`,
      });
      server.setScript(legacyScript(list));
      await log.whenCounted('listening');
      expect(log.states).toEqual(['refused', 'honoured']);
    },
  );

  it('that never begins its stream is told as refused', async ({ scope, expect }) => {
    const { log, session } = await listenTo(scope, { kind: 'silence' }, { acknowledgeMs: 300 });
    expect(await log.whenState('refused')).toMatchObject({
      detail: 'the server did not open the notification stream (no answer)',
    });
    expect(toolNames(await session.read(neverAborted()))).toEqual(['a']);
  });

  it('cannot have itself asked faster than the backoff', async ({ scope, expect }) => {
    const asked: number[] = [];
    const again = httpReply(200, 'retry: 0\n\n', { 'content-type': 'text/event-stream' });
    const server = await scope.raw(legacyScript(list), {
      intercept: ({ httpMethod }) => {
        if (httpMethod !== 'GET') return undefined;
        asked.push(performance.now());
        return again;
      },
    });
    const source = scope.source({ times: { ...times, firstReopenMs: 100, maxReopenMs: 100 } });
    const session = await scope.session(source, http(server.url), 'legacy');
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listening', 6);
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(45); // half a step, less the grain of the timers
    expect(log.states).toEqual(['honoured', 'flapping']);
  });

  it('is left alone for as long as it asks, within reason', async ({ scope, expect }) => {
    const asking = (retryMs: number) =>
      httpReply(200, `retry: ${retryMs}\n\n`, { 'content-type': 'text/event-stream' });
    const startedAt = performance.now();
    const { log } = await listenTo(scope, asking(400), { maxReopenMs: 10_000 });
    await log.whenCounted('listening', 2);
    expect(performance.now() - startedAt).toBeGreaterThan(390);
    const greedy = await listenTo(scope, asking(1_000_000_000));
    await greedy.log.whenCounted('listening', 3);
  });

  it('has its own requests on the stream answered', async ({ scope, expect }) => {
    const { server, log } = await listenTo(scope, openStream);
    await log.whenCounted('listening');
    const before = server.received.length;
    server.send('no JSON');
    server.send('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await server.whenReceived(before + 1);
    expect(JSON.parse(server.received[before]?.body ?? '')).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    server.notify();
    await log.whenCounted('changed');
  });

  it('is asked for a new stream when the old one lived its life', async ({ scope, expect }) => {
    const { log } = await listenTo(scope, openStream, { stableStreamMs: 40, streamLifeMs: 40 });
    await log.whenCounted('listening', 3);
    expect(log.states).toEqual(['honoured']);
  });
});

describe.concurrent('a legacy child that is kept', () => {
  it('is heard', async ({ scope, expect }) => {
    const state = scope.state({ tools: [aTool()] });
    const session = await scope.session(scope.source(), realStdio('legacy', state));
    const log = new ListenLog();
    session.listen(log);
    expect(log.states).toEqual(['honoured']);
    await session.read(neverAborted());
    state.set({ tools: [aTool({ description: 'new' })] });
    await log.whenCounted('changed');
    expect(toolsOf(await session.read(neverAborted()))).toMatchObject([{ description: 'new' }]);
  });

  it.for(['legacy', 'modern'] as const)('is told as ended when it exits (%s)', async (era, { scope, expect }) => {
    const state = scope.state({ tools: [aTool()] });
    const session = await scope.session(scope.source({ times }), realStdio(era, state));
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listen');
    process.kill((await state.whenTraced('started'))[0]?.pid ?? 0, 'SIGTERM');
    expect(await log.whenEnded()).toBe('the connection was closed by the server');
    await session.close();
    expect(log.count('ended')).toBe(1);
  });

  it('that is closed by us is not told as ended', async ({ scope, expect }) => {
    const file = scope.script(legacyScript(list));
    const session = await scope.session(scope.source(), stdio(rawStdioServer(file)));
    const log = new ListenLog();
    session.listen(log);
    await session.close();
    expect(log.count('ended')).toBe(0);
  });
});

describe('an unknown session', () => {
  it('is told by a 404 on the stream', async ({ scope }) => {
    const { log } = await listenTo(scope, httpReply(404));
    expect(await log.whenEnded()).toBe('the server no longer knows the session (HTTP 404)');
  });
});
