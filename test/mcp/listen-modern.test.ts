import { describe, expect } from 'vitest';
import type { ListenState } from '../../src/monitor/ports-reading.ts';
import { listeningTroubles } from '../support/servers/hostile/index.ts';
import { acknowledgedEmpty, honoured, limitReached, neverAcknowledged, refused } from '../support/servers/listening.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { http as httpReply, result, type Reply } from '../support/servers/script.ts';
import { modernScript, page } from '../support/servers/skeletons.ts';
import { aTool } from '../support/servers/tools.ts';
import { ListenLog } from './listen-log.ts';
import { toolNames, toolsOf } from './observation.ts';
import { countTraced, http, it, neverAborted, realStdio, type McpTimes, type Scope, type Served } from './scope.ts';

/** Streams here live for moments. */
const times: Partial<McpTimes> = {
  retryRefusedMs: 50,
  firstReopenMs: 20,
  maxReopenMs: 40,
  stableStreamMs: 60_000,
};
/** Where no acknowledgement is coming. */
const impatient = { acknowledgeMs: 300 };
const list = [result(page('modern', ['{"name":"a"}']))] as const;

async function listenTo(scope: Scope, listen: Reply, transport: 'http' | 'stdio', more: Partial<McpTimes> = {}) {
  const served = await scope.serve(modernScript(list, { listen }), transport);
  const session = await scope.session(scope.source({ times: { ...times, ...more } }), served.launch, 'modern');
  const log = new ListenLog();
  session.listen(log);
  return { served, session, log };
}

function countListens(served: Served): number {
  return served.kind === 'stdio'
    ? countTraced(served.file, 'subscriptions/listen')
    : served.server.received.filter(({ message }) => message?.method === 'subscriptions/listen').length;
}

/** The stream is granted, and ended in good order at once. */
const graceful: Reply = {
  kind: 'stream',
  messages: [
    ...(honoured.kind === 'stream' ? honoured.messages : []),
    ...(acknowledgedEmpty.kind === 'stream' ? acknowledgedEmpty.messages.slice(1) : []),
  ],
  ends: true,
};

describe.concurrent('a real modern server', () => {
  it('is heard over HTTP', async ({ scope, expect }) => {
    const server = scope.closeAfter(await startModernHttpServer({ tools: [aTool()] }), (real) => real.close());
    const session = await scope.session(scope.source({ times }), http(server.url));
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listening');
    expect(log.states).toEqual(['honoured']);
    server.setTools([aTool({ description: 'new' })]);
    await log.whenCounted('changed');
    expect(toolsOf(await session.read(neverAborted()))).toMatchObject([{ description: 'new' }]);
  });

  it('is heard again after its stream was cut, and a reading is asked for', async ({ scope, expect }) => {
    const server = scope.closeAfter(await startModernHttpServer({ tools: [aTool()] }), (real) => real.close());
    const session = await scope.session(scope.source({ times }), http(server.url));
    const log = new ListenLog();
    session.listen(log);
    for (let streams = 1; streams <= 2; streams += 1) {
      await log.whenCounted('listening', streams);
      await server.cutStreams();
    }
    await log.whenCounted('listening', 3);
    server.setTools([]);
    await log.whenCounted('changed');
    expect(log.states).toEqual(['honoured']);
  });

  it('is heard over stdio', async ({ scope, expect }) => {
    const state = scope.state({ tools: [aTool()] });
    const session = await scope.session(scope.source({ times }), realStdio('modern', state));
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listening');
    state.set({ tools: [aTool({ description: 'new' })] });
    await log.whenCounted('changed');
    expect(toolsOf(await session.read(neverAborted()))).toMatchObject([{ description: 'new' }]);
  });

  it('is left without a trace when the session closes', async ({ scope, expect }) => {
    const server = scope.closeAfter(await startModernHttpServer({ tools: [aTool()] }), (real) => real.close());
    const session = await scope.session(scope.source({ times }), http(server.url));
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listening');
    await server.whenListening();
    const before = log.entries.length;
    await session.close();
    // A second client proves that the server has seen the first one go: it hears, and the first one does not.
    const witness = await scope.session(scope.source({ times }), http(server.url));
    const heard = new ListenLog();
    witness.listen(heard);
    await heard.whenCounted('listening');
    server.setTools([]);
    await heard.whenCounted('changed');
    expect(log.entries).toHaveLength(before);
    await expect.poll(() => server.listeners()).toBe(1);
  });
});

describe.concurrent.each(['http', 'stdio'] as const)('a scripted modern server (%s)', (transport) => {
  it('that does not know the method is not asked again', async ({ scope, expect }) => {
    const { log, served, session } = await listenTo(scope, refused, transport);
    expect(await log.whenState('unsupported')).toMatchObject({
      detail: 'the server does not know subscriptions/listen',
    });
    await session.read(neverAborted());
    expect([log.states, countListens(served)]).toEqual([['unsupported'], 1]);
  });

  it('that is full is asked again later, and then heard', async ({ scope, expect }) => {
    const { log, served } = await listenTo(scope, limitReached, transport);
    expect(await log.whenState('refused')).toMatchObject({
      detail: 'the server did not open the notification stream (JSON-RPC error -32603)',
    });
    play(served, honoured);
    await log.whenCounted('listening');
    expect(log.states).toEqual(['refused', 'honoured']);
  });

  it('that grants nothing is told as empty, and not taken for honoured', async ({ scope, expect }) => {
    const { log } = await listenTo(scope, acknowledgedEmpty, transport);
    await log.whenState('empty');
    expect([log.states, log.count('listening')]).toEqual([['empty'], 0]);
  });

  it('that never acknowledges is told as refused', async ({ scope, expect }) => {
    const { log, session } = await listenTo(scope, neverAcknowledged, transport, impatient);
    expect(await log.whenState('refused')).toMatchObject({
      detail: 'the server did not open the notification stream (no acknowledgement)',
    });
    expect(log.count('listening')).toBe(0);
    expect(toolNames(await session.read(neverAborted()))).toEqual(['a']);
  });

  it('that ends its streams in good order is asked again, and soon told as flapping', async ({ scope, expect }) => {
    const { log } = await listenTo(scope, graceful, transport);
    await log.whenState('flapping');
    await log.whenCounted('listening', 5);
    expect(log.states).toEqual(['honoured', 'flapping']);
  });
});

describe.concurrent('a modern HTTP server', () => {
  it('that refuses with HTTP 404 is not asked again', async ({ scope, expect }) => {
    const plain = await listenTo(scope, httpReply(404), 'http');
    expect(await plain.log.whenState('unsupported')).toBeDefined();
    const { log, served } = await listenTo(scope, troubleNamed('answers subscriptions/listen with HTTP 404'), 'http');
    await log.whenState('unsupported');
    expect([log.states, countListens(served)]).toEqual([['unsupported'], 1]);
  });

  it('that is ill is asked again soon', async ({ scope, expect }) => {
    const { log, served } = await listenTo(scope, httpReply(503), 'http', { retryRefusedMs: 60_000 });
    expect(await log.whenState('refused')).toMatchObject({
      detail: 'the server did not open the notification stream (HTTP 503)',
    });
    play(served, honoured);
    await log.whenCounted('listening');
  });

  it('that is down for a while is found again', async ({ scope, expect }) => {
    const { log, served } = await listenTo(scope, honoured, 'http', { retryRefusedMs: 60_000 });
    await log.whenCounted('listening');
    if (served.kind !== 'http') throw new Error('served over HTTP');
    const port = Number(new URL(served.server.url).port);
    await served.server.close();
    expect(await log.whenState('refused')).toMatchObject({
      detail: 'the server did not open the notification stream (the connection broke)',
    });
    await scope.raw(modernScript(list), { port });
    await log.whenCounted('listening', 2);
    expect(log.states).toEqual(['honoured', 'refused', 'honoured']);
    expect(log.count('ended')).toBe(0);
  });

  it('whose streams are cut is flapping, until one of them lasts', async ({ scope, expect }) => {
    const { log, served } = await listenTo(scope, troubleNamed('cuts every subscription after 50 ms'), 'http', {
      stableStreamMs: 200,
    });
    await log.whenState('flapping');
    play(served, honoured);
    await expect.poll(() => log.states).toEqual(['honoured', 'flapping', 'honoured']);
  });

  it('is asked for a new stream when the old one lived its life', async ({ scope, expect }) => {
    const life = { stableStreamMs: 40, streamLifeMs: 40 };
    const { log, served } = await listenTo(scope, honoured, 'http', life);
    await log.whenCounted('listening', 4);
    expect(log.states).toEqual(['honoured']);
    expect(served.kind === 'http' && served.server.listeners()).toBeLessThanOrEqual(2);
  });

  it('may cut the stream in the middle of a reading', async ({ scope, expect }) => {
    const { log, served, session } = await listenTo(scope, honoured, 'http');
    if (served.kind !== 'http') throw new Error('served over HTTP');
    await log.whenCounted('listening');
    const { server } = served;
    const asked = server.received.length;
    server.setScript(modernScript([{ kind: 'held' }]));
    const reading = session.read(neverAborted());
    await server.whenReceived(asked + 1);
    await server.cutStreams();
    await log.whenCounted('listening', 2);
    server.setScript(modernScript(list));
    expect(toolNames(await reading)).toEqual(['a']);
  });

  it('cannot fill the memory with one notification', async ({ scope }) => {
    const { log, served } = await listenTo(scope, honoured, 'http');
    if (served.kind !== 'http') throw new Error('served over HTTP');
    await log.whenCounted('listening');
    served.server.send(
      `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${'x'.repeat(2_000_000)}"}}`,
    );
    await log.whenCounted('listening', 2); // that stream was given up
  });
});

describe('the hostile cases of listening', () => {
  const cases = listeningTroubles.filter(({ eras }) => eras.includes('modern'));
  it.for(
    cases.flatMap((hostile) => hostile.transports.map((transport) => [hostile.name, hostile, transport] as const)),
  )('%s', async ([, hostile, transport], { scope }) => {
    const served = await scope.serve(hostile.script('modern'), transport);
    const patience = hostile.name.startsWith('never') ? impatient : {};
    const session = await scope.session(scope.source({ times: { ...times, ...patience } }), served.launch);
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listen');
    const states: readonly ListenState[] = hostile.listen ?? [];
    expect(states).toEqual(expect.arrayContaining([...log.states]));
    expect(toolNames(await session.read(neverAborted()))).toEqual(hostile.toolNames);
  });
});

/** From now on the server answers `listen` to `subscriptions/listen`. */
function play(served: Served, listen: Reply): void {
  const script = modernScript(list, { listen });
  if (served.kind === 'http') served.server.setScript(script);
  else served.file.set(script);
}

function troubleNamed(name: string): Reply {
  const script = listeningTroubles.find((hostile) => hostile.name === name)?.script('modern');
  const reply = script?.answers['subscriptions/listen']?.replies[0];
  if (reply === undefined) throw new Error(`no hostile case is named "${name}"`);
  return reply;
}
