import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RawItem } from '../../src/core/definition.ts';
import { fingerprintText } from '../../src/core/fingerprint.ts';
import { approve } from '../../src/monitor/approve.ts';
import type { CheckDeps, Reading } from '../../src/monitor/check-result.ts';
import { checkServer } from '../../src/monitor/check-server.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import type { WatchedServer } from '../../src/monitor/ports-watched.ts';
import { createAccess } from '../../src/store/access.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { createStore } from '../../src/store/store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { limits, policy } from './check-stage.ts';

const rounds = 1_000;
const server: WatchedServer = {
  name: 'files',
  launch: { kind: 'http', url: 'http://127.0.0.1/mcp', headers: {} },
  launchDefinition: {},
  policy,
  identity: null,
};

let database: TestDatabase;
let store: Store;
let deps: CheckDeps & { readonly store: Store };

beforeAll(async () => {
  database = await createTestDatabase('sqlite');
  const engine = await openSqlite(database.location);
  const access = createAccess(engine, 5_000);
  await migrate(engine, access);
  // What a loss of power leaves is not asked here, and waiting for the disk is most of the time.
  await sql`pragma synchronous = off`.execute(engine.writer);
  store = createStore(engine, access, null);
  const alerts = { minSeverity: 'low', blindAfterMs: 1e9, gatherForMs: 0, remindEveryMs: 1e12, channels: [] } as const;
  deps = {
    ...{ store, clock: new FakeClock(), newId: () => crypto.randomUUID(), alerts, firstSeen: 'ask', limits },
    ...{ settleMs: 0, planNext: null, alternation: null, settling: null },
  };
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

function reading(description: string): Reading {
  const items: readonly RawItem[] = [{ kind: 'tool', name: 'read', value: { name: 'read', description } }];
  const digest = createHash('sha256').update(description).digest('hex');
  const observation = { outcome: 'listed', items, digest, ttlMs: null, remarks: [] } as const;
  return { observation, era: 'modern', protocolVersion: '2026-07-28', package: null, silent: {} };
}

/** One reading of the server of this round; its fingerprint. */
async function show(name: string, description: string): Promise<string> {
  const never = new AbortController().signal;
  const { result } = await checkServer({ ...server, name }, async () => reading(description), deps, null, never);
  return result.fingerprint ?? '';
}

it(`an approval that a change races never approves what was not shown, in ${rounds} rounds`, async () => {
  const ends = { approved: 0, 'moved-on': 0 };
  let shown = '';
  for (let round = 0; round < rounds; round++) {
    // A server that changes ten times: its log stays short, and so does the test.
    const name = `server ${Math.floor(round / 10)}`;
    if (round % 10 === 0) shown = await show(name, 'at first');
    const request = { server: name, items: [], expect: shown, by: 'ann', note: null, source: 'approve' } as const;
    const change = show(name, `then ${round}`);
    // The change reads a few times before it writes: so many of its steps come before the approval.
    for (let step = 0; step < (round * 37) % 400; step++) await Promise.resolve();
    const [outcome, next] = await Promise.all([approve(request, deps), change]);
    const record = await store.server(name);
    if (outcome.kind === 'approved') {
      expect([outcome.fingerprint, record?.approvedFingerprint]).toEqual([shown, shown]);
      ends.approved += 1;
    } else {
      expect(outcome.reason).toBe('moved-on');
      ends['moved-on'] += 1;
    }
    // Either way the change is what the server shows, and not what is approved.
    expect([record?.fingerprint, record?.approvedFingerprint === next]).toEqual([next, false]);
    shown = next;
  }
  expect(ends.approved + ends['moved-on']).toBe(rounds);
  expect(Math.min(ends.approved, ends['moved-on'])).toBeGreaterThan(rounds / 20);
  expect((await store.verifyAudit(null)).fault).toBeNull();
});

it('an approval of one of two definitions whose fingerprints begin alike is refused until all of it is named', async () => {
  // Found in half a minute: twelve digits are few for somebody who may choose both texts.
  const [good, evil] = ['Reads a file (9605337)', 'Reads all files (2547832)'];
  await show('forger', good);
  const seen = fingerprintOf(good);
  const short = seen.slice(0, 'v1:'.length + 12);
  expect(fingerprintOf(evil).startsWith(short)).toBe(true);
  const request = {
    server: 'forger',
    items: ['read'],
    expect: short,
    by: 'ann',
    note: null,
    source: 'approve',
  } as const;

  await show('forger', evil);
  expect(await approve(request, deps)).toMatchObject({ kind: 'refused', reason: 'ambiguous' });
  expect(await approve({ ...request, expect: seen }, deps)).toMatchObject({ kind: 'refused', reason: 'moved-on' });
  expect((await store.state('forger')).baseline).toEqual([]);
  expect(await approve({ ...request, expect: fingerprintOf(evil) }, deps)).toMatchObject({ kind: 'approved' });
});

function fingerprintOf(description: string): string {
  return fingerprintText(JSON.stringify({ description, name: 'read' }));
}
