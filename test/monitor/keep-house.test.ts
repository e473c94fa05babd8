import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepHouse, type HouseDeps } from '../../src/monitor/keep-house.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import type { WatchedServer } from '../../src/monitor/ports-watched.ts';
import { openStore } from '../../src/store/open-store.ts';
import { aSurface } from '../store/builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { policy } from './check-stage.ts';

const day = 24 * 3_600_000;
const never = new AbortController().signal;

let database: TestDatabase;
let store: Store;
let clock: FakeClock;
let logged: string[];

beforeEach(async () => {
  database = await createTestDatabase('sqlite');
  store = await openStore(database.config, { from: 'root@box' });
  clock = new FakeClock();
  logged = [];
});

afterEach(async () => {
  await store.close();
  await database.drop();
});

function aServer(name: string, command: string, as?: string): WatchedServer {
  return {
    name: as === undefined ? name : `${name}@${as}`,
    launch: { kind: 'stdio', command, args: [], env: {}, cwd: '/' },
    launchDefinition: { command },
    policy,
    identity: null,
    ...(as !== undefined && { view: { server: name, as, siblings: [] } }),
  };
}

async function keep(servers: readonly WatchedServer[], changes: Partial<HouseDeps> = {}): Promise<void> {
  const note = (_fields: unknown, message: string) => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  const kept = keepHouse(servers, { store, clock, log, retentionMs: null, configPath: '/c', ...changes }, never);
  const over = new AbortController();
  void kept.finally(() => over.abort());
  while (!over.signal.aborted) await clock.advance(50);
}

/** Server, change and config file of each change of a config. */
async function configs(): Promise<readonly unknown[]> {
  const entries = await store.history({ limit: 99 });
  return entries.flatMap((entry) =>
    entry.type === 'decision' ? [[entry.server, entry.details['change'], entry.details['config']]] : [],
  );
}

it('notes a change of the config once, and an identity is no server', async () => {
  await keep([aServer('files', 'a'), aServer('docs', 'b', 'x'), aServer('docs', 'b', 'y')]);
  await keep([aServer('files', 'a'), aServer('docs', 'b', 'x')]);
  expect(await configs()).toEqual([
    ['files', 'added', '/c'],
    ['docs', 'added', '/c'],
  ]);
  await keep([aServer('files', 'z')]);
  expect(await configs()).toEqual([
    ['files', 'added', '/c'],
    ['docs', 'added', '/c'],
    ['files', 'changed', '/c'],
    ['docs', 'removed', '/c'],
  ]);
});

it('keeps two configs of one machine apart', async () => {
  await keep([aServer('files', 'a')]);
  await keep([aServer('docs', 'b')], { configPath: '/d' });
  await keep([aServer('files', 'a')]);
  expect(await configs()).toEqual([
    ['files', 'added', '/c'],
    ['docs', 'added', '/d'],
  ]);
});

it.each([
  [null, 3],
  [100 * day, 3],
  [5 * day, 1],
])('with a retention of %s ms leaves %s spans', async (retentionMs, left) => {
  for (const tool of ['a', 'b', 'c']) {
    const at = clock.now().toISOString();
    await store.withServer('files', (tx) => tx.recordSurface(aSurface(tool), 'modern', at));
    await clock.advance(10 * day);
  }
  await keep([], { retentionMs });
  const spans = (await store.history({ limit: 99 })).filter(({ type }) => type === 'snapshot');
  expect(spans).toHaveLength(left);
  expect(logged).toEqual(left === 3 ? [] : ['pruned what was older than the retention']);
});

it('logs what fails and leaves the watch alone', async () => {
  await store.close();
  await keep([aServer('files', 'a')]);
  expect(logged).toEqual(['the config was not noted, or old readings and alerts were not pruned']);
  store = await openStore(database.config);
});
