import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createMcpSource } from '../../src/mcp/source.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { Limiter } from '../../src/monitor/limiter.ts';
import type { Source } from '../../src/monitor/ports-reading.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import type { WatchedServer, WatchPolicy } from '../../src/monitor/ports-watched.ts';
import type { Log } from '../../src/monitor/ports-world.ts';
import { ServerWatch, type WatchDeps } from '../../src/monitor/watch-server.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Inbox } from '../support/inbox.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { result, type Script } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { createStateFile } from '../support/servers/state-file.ts';
import { rawStdioServer } from '../support/servers/stdio-servers.ts';
import { aTool, searchNotesTool } from '../support/servers/tools.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const limits = {
  maxBytes: 1e6,
  maxPages: 10,
  maxItems: 100,
  maxDepth: 200,
  readTimeoutMs: 60_000,
  startTimeoutMs: 60_000,
};
const policy = {
  intervalMs: 3_600_000,
  minIntervalMs: 60_000,
  maxIntervalMs: 3_600_000,
  keepAlive: true,
  resources: 'info',
} as const;

describe('ServerWatch', () => {
  let database: TestDatabase;
  let store: Store;
  let source: Source;
  let stop: AbortController;
  let results: Inbox<CheckResult>;
  const opened: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    store = await openStore(database.config);
    source = createMcpSource({
      limits,
      identity: { name: 'tooldrift-test', version: '0' },
      clock: systemClock,
      random: Math.random,
    });
    stop = new AbortController();
    results = new Inbox();
  });

  afterEach(async () => {
    stop.abort();
    for (const close of opened.splice(0).reverse()) await close();
    await source.close();
    await store.close();
    await database.drop();
  });

  const deps = (changes: Partial<WatchDeps> = {}): WatchDeps => ({
    store,
    source,
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    alerts: { minSeverity: 'medium', blindAfterMs: 1e9, gatherForMs: 0, remindEveryMs: 1e12, channels: [] },
    firstSeen: 'pin',
    limits,
    settleMs: 0,
    limiter: new Limiter(4, 5_000, systemClock),
    log: silent,
    onResult: (result) => results.put(result),
    onCommitted: () => undefined,
    ...changes,
  });

  const watch = (
    name: string,
    url: string,
    changes: Partial<WatchDeps> = {},
    when: WatchPolicy = policy,
  ): ServerWatch => {
    const server: WatchedServer = {
      name,
      launch: { kind: 'http', url, headers: {} },
      launchDefinition: { url },
      identity: null,
      policy: when,
    };
    const watched = new ServerWatch(server, null, deps(changes), stop.signal);
    const running = watched.run();
    opened.push(() => running);
    return watched;
  };

  const isDrift = (result: CheckResult): boolean => result.verdict === 'drift';

  it('reads a few times, and the last word, when a server notifies without end', async () => {
    const server = await startModernHttpServer({ tools: [aTool()] });
    opened.push(() => server.close());
    watch('files', server.url);
    await server.whenListening();
    await results.waitFor((result) => result.verdict === 'clean');
    const before = server.requests;
    for (let times = 0; times < 200; times += 1)
      server.setTools([aTool({ title: `Delete ${times}` })], { notify: true });
    await results.waitFor((result) =>
      result.findings.some((finding) => finding.edits.some((edit) => edit.after === 'Delete 199')),
    );
    expect(server.requests - before).toBeLessThanOrEqual(4);
  });

  it('finds at an audit what a server with a long ttlMs changed without a word', async () => {
    const server = await startModernHttpServer({ tools: [aTool()], ttlMs: 3_600_000, notify: false });
    opened.push(() => server.close());
    const watched = watch('files', server.url);
    await results.waitFor((result) => result.verdict === 'clean');
    server.setTools([aTool({ title: 'Delete everything' })], { notify: false });
    watched.audit();
    expect(await results.waitFor(isDrift)).toMatchObject({ findings: [{ name: 'delete_file' }] });
  });

  it.each([
    ['2026-07-28', startModernHttpServer],
    ['2025-11-25', startLegacyHttpServer],
  ])(
    'reads again when the stream of a %s server was cut, since what happened meanwhile was not told',
    async (_version, start) => {
      const server = await start({ tools: [aTool()], notify: false });
      opened.push(() => server.close());
      watch('files', server.url);
      await server.whenListening();
      await results.waitFor((result) => result.verdict === 'clean');
      server.setTools([aTool({ title: 'Delete everything' })], { notify: false });
      await server.cutStreams();
      expect(await results.waitFor(isDrift)).toMatchObject({ findings: [{ name: 'delete_file' }] });
    },
  );

  it.each([
    ['2026-07-28', startModernHttpServer],
    ['2025-11-25', startLegacyHttpServer],
  ])('takes what a %s server changed without a word for silent drift, and tells it once', async (_version, start) => {
    const server = await start({ tools: [aTool()], notify: false });
    opened.push(() => server.close());
    const often = { ...policy, intervalMs: 10, minIntervalMs: 1, maxIntervalMs: 10 };
    watch('files', server.url, {}, often);
    await server.whenListening();
    const before = server.requests;
    await expect.poll(() => server.requests, { timeout: 10_000 }).toBeGreaterThan(before + 1);
    server.setTools([aTool({ title: 'Delete everything' })], { notify: false });
    const silent = 'the server promised to announce changes and did not';
    const drifted = await results.waitFor(isDrift);
    expect(drifted.findings).toMatchObject([{ severity: 'high', silent, edits: [{ severity: 'medium' }] }]);
    const after = server.requests;
    await expect.poll(() => server.requests, { timeout: 10_000 }).toBeGreaterThan(after);
    expect(results.items.filter(isDrift)).toHaveLength(1);
    expect((await store.state('files')).drift).toMatchObject([{ severity: 'high', silent }]);
  });

  it('initialises again, without a failed reading, when the server forgot the session', async () => {
    const server = await startLegacyHttpServer({ tools: [aTool()] });
    opened.push(() => server.close());
    watch('files', server.url);
    await server.whenListening();
    await results.waitFor((result) => result.verdict === 'clean');
    await server.dropSessions();
    await server.whenListening();
    server.setTools([aTool({ title: 'Delete everything' })], { notify: true });
    await results.waitFor(isDrift);
    expect(results.items.map((result) => result.outcome).filter((outcome) => outcome !== 'listed')).toEqual([]);
  });

  it.each([
    ['2026-07-28', startModernHttpServer],
    ['2025-11-25', startLegacyHttpServer],
  ])('finds what a %s server changed while it was restarted, and takes nothing for gone', async (_version, start) => {
    const before = await start({ tools: [aTool(), searchNotesTool] });
    opened.push(() => before.close());
    const port = Number(new URL(before.url).port);
    watch('files', before.url);
    await before.whenListening();
    await results.waitFor((result) => result.verdict === 'clean');
    await before.close();
    const after = await start({ tools: [aTool({ title: 'Delete everything' }), searchNotesTool], port });
    opened.push(() => after.close());
    await results.waitFor(isDrift);
    await after.whenListening();
    const findings = results.items.flatMap((result) => result.findings.map(({ name, change }) => `${name} ${change}`));
    expect(new Set(findings)).toEqual(new Set(['delete_file changed']));
  });

  it('reads the other servers on time while one hangs', async () => {
    const sockets = new Set<Socket>();
    const hanging = createServer((socket) => void sockets.add(socket));
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    opened.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => hanging.close(resolve));
    });
    const { port } = hanging.address() as AddressInfo; // a TCP server that listens has one
    const server = await startModernHttpServer({ tools: [aTool()] });
    opened.push(() => server.close());
    const limiter = new Limiter(1, 100, systemClock);
    watch('hanging', `http://127.0.0.1:${port}/mcp`, { limiter });
    watch('files', server.url, { limiter });
    const first = await results.waitFor(() => true);
    expect(first.server).toBe('files');
  });

  it.each([
    ['2026-07-28', startModernHttpServer],
    ['2025-11-25', startLegacyHttpServer],
  ])('takes a %s server that shows nothing for one that starts', async (_version, start) => {
    const server = await start({ tools: [aTool()] });
    opened.push(() => server.close());
    watch('files', server.url);
    await server.whenListening();
    await results.waitFor((result) => result.verdict === 'clean');
    server.setTools([]);
    expect(await results.waitFor((result) => result.verdict !== 'clean')).toMatchObject({
      verdict: 'unverified',
      outcome: 'warming-up',
    });
    const count = results.items.length;
    server.setTools([aTool()]);
    await results.waitFor(() => results.items.slice(count).some((result) => result.verdict === 'clean'));
    expect(results.items.filter((result) => result.verdict === 'drift')).toEqual([]);
  });

  it('does not say that it listens to a server that is gone', async () => {
    const server = await startModernHttpServer({ tools: [aTool()] });
    opened.push(() => server.close());
    const watched = watch('files', server.url);
    await server.whenListening();
    await results.waitFor((result) => result.verdict === 'clean');
    await expect.poll(async () => (await store.server('files'))?.listen).toBe('honoured');
    await server.close();
    watched.audit();
    await results.waitFor((result) => result.outcome === 'unreachable');
    await expect.poll(async () => (await store.server('files'))?.listen).toBeNull();
  });

  it('records how it hears of changes', async () => {
    const server = await startModernHttpServer({ tools: [aTool()] });
    opened.push(() => server.close());
    watch('files', server.url);
    await server.whenListening();
    // The reading that follows the opening of the stream comes after the state was recorded.
    await results.waitFor(() => true);
    server.setTools([aTool({ title: 'x' })], { notify: true });
    await results.waitFor(isDrift);
    expect(await store.server('files')).toMatchObject({
      listen: 'honoured',
      era: 'modern',
      protocolVersion: '2026-07-28',
    });
  });

  it('starts a child that dies twice per reading, and comes back later each time', async () => {
    const script = scriptOf('legacy', [result(page('legacy', []))], { child: { exitAtStart: 1 } });
    const file = createStateFile<Script>(script);
    opened.push(async () => file.remove());
    const clock = new FakeClock();
    const dying: WatchedServer = {
      name: 'dying',
      launch: { kind: 'stdio', ...rawStdioServer(file), env: {}, cwd: process.cwd() },
      launchDefinition: {},
      identity: null,
      policy: { ...policy, keepAlive: false },
    };
    const running = new ServerWatch(dying, null, deps({ clock, random: () => 0.5 }), stop.signal).run();
    opened.push(() => running);
    const waits: number[] = [];
    for (let reading = 1; reading <= 3; reading += 1) {
      await results.waitFor(() => results.items.length >= reading);
      expect(file.trace().filter(({ event }) => event === 'started')).toHaveLength(2 * reading);
      const record = await store.server('dying');
      const due = Date.parse(record?.nextReadingAt ?? '');
      waits.push(due - clock.now().getTime());
      await settle();
      await clock.advance(due - clock.now().getTime());
    }
    expect(waits).toEqual([2_750, 5_500, 11_000]);
  });
});
