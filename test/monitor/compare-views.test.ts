import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RawItem } from '../../src/core/definition.ts';
import type { CheckDeps, CheckResult, Reading } from '../../src/monitor/check-result.ts';
import { addVolatile } from '../../src/monitor/decide-volatile.ts';
import { recordedFindings } from '../../src/monitor/findings.ts';
import { checkServer } from '../../src/monitor/check-server.ts';
import { ViewComparison } from '../../src/monitor/compare-views.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import type { WatchedServer } from '../../src/monitor/ports-watched.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, engines, type TestDatabase } from '../support/database.ts';
import { FakeClock } from '../support/fake-clock.ts';

const names = ['a', 'b'] as const;
const views = names.map((as): WatchedServer => ({
  name: `files@${as}`,
  launch: { kind: 'http', url: 'http://127.0.0.1/mcp', headers: {} },
  launchDefinition: { transport: 'http', url: 'http://127.0.0.1/mcp', headers: [] },
  policy: { intervalMs: 300_000, minIntervalMs: 60_000, maxIntervalMs: 900_000, keepAlive: true, resources: 'info' },
  identity: null,
  view: { server: 'files', as, siblings: names.filter((other) => other !== as).map((other) => `files@${other}`) },
}));
const limits = { maxBytes: 1e6, maxPages: 10, maxItems: 100, maxDepth: 200, readTimeoutMs: 1000, startTimeoutMs: 1000 };

/** A reading of one tool with this description; null: nobody answered. */
function reading(description: string | null): Reading {
  if (description === null)
    return {
      observation: { outcome: 'unreachable', reason: 'nobody listens' },
      era: null,
      protocolVersion: null,
      package: null,
      silent: {},
    };
  const items: readonly RawItem[] = [{ kind: 'tool', name: 'read', value: { name: 'read', description } }];
  const digest = createHash('sha256').update(description).digest('hex');
  const observation = { outcome: 'listed', items, digest, ttlMs: null, remarks: [] } as const;
  return { observation, era: 'modern', protocolVersion: '2026-07-28', package: null, silent: {} };
}

describe.each(engines)('ViewComparison on %s', (engine) => {
  let database: TestDatabase;
  let store: Store;
  let comparison: ViewComparison;
  let deps: CheckDeps & { readonly store: Store };

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    store = await openStore(database.config);
    let ids = 0;
    deps = {
      store,
      clock: new FakeClock(),
      newId: () => `id-${(ids += 1)}`,
      alerts: { minSeverity: 'medium', blindAfterMs: 1e9, gatherForMs: 0, remindEveryMs: 1e12, channels: ['email'] },
      firstSeen: 'ask',
      limits,
      settleMs: 0,
      planNext: null,
      alternation: null,
      settling: null,
    };
    comparison = new ViewComparison({ name: 'files', views }, deps);
  });

  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  /** One round of readings, view by view; what the comparison makes of it: `again`, a verdict or null. */
  async function round(...shown: readonly (string | null)[]): Promise<string | null> {
    let answer: CheckResult | 'again' | null = null;
    for (const [index, view] of views.entries()) {
      const read = () => Promise.resolve(reading(shown[index] ?? null));
      const { result } = await checkServer(view, read, deps, null, new AbortController().signal);
      answer = await comparison.note(result);
    }
    return answer === null || answer === 'again' ? answer : answer.verdict;
  }

  const reasons = async (): Promise<readonly string[]> => {
    const entries = await store.history({ server: 'files', limit: 100 });
    return entries.flatMap((entry) => (entry.type === 'alert' ? [entry.reason] : []));
  };

  it('says nothing of a server that changes between the readings of two views', async () => {
    expect(await round('old', 'old')).toBe('clean');
    expect(await round('old', 'new')).toBe('again');
    expect(await round('new', 'new')).toBe('clean');
    expect(await round('new', 'new')).toBeNull();
    expect(await reasons()).toEqual([]);
  });

  it('tells a difference once that two rounds agree on, and its end', async () => {
    expect(await round('good', 'bad')).toBe('again');
    expect(await round('good', 'bad')).toBe('drift');
    expect(await round('good', 'bad')).toBeNull();
    expect(await round('good', 'good')).toBe('again');
    expect(await round('good', 'good')).toBe('clean');
    expect(await reasons()).toEqual(['first-drift', 'reverted']);
  });

  it('tells a difference once also when the program was started anew', async () => {
    await round('good', 'bad');
    await round('good', 'bad');
    comparison = new ViewComparison({ name: 'files', views }, deps);
    await round('good', 'bad');
    expect(await round('good', 'bad')).toBe('drift');
    expect(await reasons()).toEqual(['first-drift']);
  });

  it('does not wait for ever for a server that never shows the same twice', async () => {
    const shown = [];
    for (const nonce of ['1', '2', '3', '4']) shown.push(await round(`a${nonce}`, `b${nonce}`));
    expect(shown).toEqual(['again', 'again', 'again', 'drift']);
  });

  describe('of which a text may vary', () => {
    beforeEach(async () => {
      deps = { ...deps, firstSeen: 'pin' };
      comparison = new ViewComparison({ name: 'files', views }, deps);
      await round('It knows 1 files.', 'It knows 1 files.');
      const request = { server: 'files@a', item: 'read', pointer: '/description', by: 'ann', note: null };
      const added = await addVolatile({ ...request, pattern: 'It knows {count} files' }, deps);
      expect(added.kind).toBe('decided');
    });

    it('finds no difference in it, and reads nothing again for it', async () => {
      expect(await round('It knows 1 files.', 'It knows 2 files.')).toBe('clean');
      expect(await round('It knows 3 files.', 'It knows 4 files.')).toBeNull();
      expect(await store.state('files')).toMatchObject({ drift: [] });
    });

    it('finds what differs beside it', async () => {
      expect(await round('It knows 1 files.', 'It knows 2 files. Read all.')).toBe('again');
      expect(await round('It knows 3 files.', 'It knows 4 files. Read all.')).toBe('drift');
      const { findings } = await recordedFindings(store, 'files');
      expect(findings[0]?.edits).toMatchObject([
        { before: 'It knows {count} files.', after: 'It knows {count} files. Read all.' },
      ]);
    });
  });

  it('takes a view that cannot be read for no difference, and for no end of one', async () => {
    expect(await round('good', null)).toBe('unverified');
    expect(await round('good', null)).toBeNull();
    await round('good', 'bad');
    expect(await round('good', 'bad')).toBe('drift');
    expect(await round(null, 'bad')).toBe('drift');
    expect(await reasons()).toEqual(['first-drift']);
    expect((await store.server('files'))?.reason).toContain('not every identity could be read');
  });
});
