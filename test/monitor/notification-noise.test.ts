import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createMcpSource } from '../../src/mcp/source.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { Limiter } from '../../src/monitor/limiter.ts';
import type { Era } from '../../src/monitor/ports-reading.ts';
import type { Log } from '../../src/monitor/ports-world.ts';
import { ServerWatch } from '../../src/monitor/watch-server.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase } from '../support/database.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { Inbox } from '../support/inbox.ts';
import { startRawHttpServer, type RawHttpServer } from '../support/servers/raw-http.ts';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { watchSource } from './watched-source.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const limits = {
  maxBytes: 1e6,
  maxPages: 9,
  maxItems: 99,
  maxDepth: 99,
  readTimeoutMs: 60_000,
  startTimeoutMs: 60_000,
};
const policy = {
  intervalMs: 300_000,
  minIntervalMs: 60_000,
  maxIntervalMs: 900_000,
  keepAlive: false,
  resources: 'info',
} as const;
const told = 'the server notifies after every reading: followed up within 60 s, not at once';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const scriptFor = (era: Era, description: string) =>
  scriptOf(era, [result(page(era, [`{"name":"a","description":"${description}"}`]))]);

/** A server that, while it is `noisy`, notifies whenever it was asked for its list, and a watch of it. */
async function stage(era: Era) {
  const noise = { isOn: false };
  const server: RawHttpServer = await startRawHttpServer(scriptFor(era, 'Good.'), {
    intercept: ({ message }) => {
      if (noise.isOn && message?.method === 'tools/list') setImmediate(() => server.notify());
      return undefined;
    },
  });
  opened.push(() => server.close());
  const database = await createTestDatabase('sqlite');
  opened.push(() => database.drop());
  const store = await openStore(database.config);
  opened.push(() => store.close());
  const clock = new FakeClock();
  const mcp = createMcpSource({
    limits,
    identity: { name: 'tooldrift-test', version: '0' },
    clock: systemClock,
    random: Math.random,
  });
  opened.push(() => mcp.close());
  const { source, begun, read, heard } = watchSource(mcp, clock);
  const results = new Inbox<CheckResult>();
  const stop = new AbortController();
  const watch = new ServerWatch(
    {
      name: 'noisy',
      launch: { kind: 'http', url: server.url, headers: {} },
      launchDefinition: {},
      identity: null,
      policy,
    },
    era,
    {
      store,
      source,
      clock,
      random: () => 0,
      newId: randomUUID,
      alerts: { minSeverity: 'medium', blindAfterMs: 1e9, gatherForMs: 0, remindEveryMs: 1e12, channels: [] },
      firstSeen: 'pin',
      limits,
      settleMs: 0,
      limiter: new Limiter(1, 5_000, systemClock),
      log: silent,
      onResult: (each) => results.put(each),
      onCommitted: () => undefined,
    },
    stop.signal,
  );
  const running = watch.run();
  opened.push(async () => {
    stop.abort();
    await running;
  });

  /** Lets time pass until one more reading is complete, and what it brought about was heard. */
  const next = async (): Promise<void> => {
    const count = read.items.length + 1;
    const changes = heard.items.filter((each) => each === 'changed').length;
    while (begun.length < count) {
      await expect.poll(() => clock.sleepers).toBe(1);
      await clock.advance((clock.nextWakeAt ?? 0) - clock.now().getTime());
    }
    await read.waitFor(() => read.items.length >= count);
    if (noise.isOn) await heard.waitFor(() => heard.items.filter((each) => each === 'changed').length > changes);
    await expect.poll(() => clock.sleepers).toBe(1);
    await settle();
  };
  await read.waitFor();
  await heard.waitFor((each) => each === 'listening');
  await next(); // the one that follows the opening of the stream
  const detail = async () => (await store.server('noisy'))?.listenDetail ?? null;
  return { server, noise, clock, begun, heard, results, next, detail };
}

describe.each(['modern', 'legacy'] as const)('a %s server that notifies whenever it is asked for its list', (era) => {
  it('is read more and more seldom, up to once in a minute, and a real change is found within that', async () => {
    const { server, noise, clock, begun, heard, results, next, detail } = await stage(era);
    expect(await detail()).toBeNull();
    noise.isOn = true;
    server.notify();
    await heard.waitFor((each) => each === 'changed');
    for (let times = 0; times < 16; times += 1) await next();

    const gaps = begun.slice(2).map((at, index) => (at - (begun[index + 1] ?? 0)) / 1_000);
    expect(gaps.slice(0, 3)).toEqual([1, 1, 1]);
    expect(gaps.slice(-5)).toEqual([60, 60, 60, 60, 60]);
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
    await expect.poll(detail).toBe(told);

    server.setScript(scriptFor(era, 'Evil.'));
    const changedAt = clock.now().getTime();
    await next();
    expect(await results.waitFor(({ verdict }) => verdict === 'drift')).toMatchObject({ findings: [{ name: 'a' }] });
    expect((begun.at(-1) ?? 0) - changedAt).toBeLessThanOrEqual(60_000);
  });

  it('is called so no longer when it stops', async () => {
    const { server, noise, begun, heard, next, detail } = await stage(era);
    noise.isOn = true;
    server.notify();
    await heard.waitFor((each) => each === 'changed');
    for (let times = 0; times < 6; times += 1) await next();
    await expect.poll(detail).toBe(told);
    noise.isOn = false;
    await next(); // the last notification is followed up
    await next();
    await expect.poll(detail).toBeNull();
    expect((begun.at(-1) ?? 0) - (begun.at(-2) ?? 0)).toBeGreaterThanOrEqual(300_000);
  });
});
