import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase, openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, engines, type TestDatabase } from '../support/database.ts';
import { aFinding, approvalOf, aSurface, everyMigration, telling, time } from './builders.ts';
import { createOlderDatabase } from './older-database.ts';
import { runSql, tableNames } from './raw-sql.ts';

const print = aSurface('a').fingerprint;
const own = aSurface('a').definitions[0];

/** As the first release wrote them: a server with a baseline, a surface and open drift. */
const rows = [
  `insert into server (name, revision, verdict, remarks, items, failures, era, protocol_version, seen_at)
   values ('files', 7, 'drift', '[]', '{"tool":1}', 0, 'legacy', '2025-11-25', '${time(5)}')`,
  `insert into definition values ('${own?.fingerprint}', 'v1', '${own?.text}', '${time(0)}')`,
  `insert into snapshot (server, fingerprint, era, items, first_seen_at) values ('files', '${print}', 'legacy', 1, '${time(0)}')`,
  `insert into snapshot_item select id, 0, 'tool', 'a', '${own?.fingerprint}', 1 from snapshot`,
  `insert into span (snapshot_id, server, first_seen_at) select id, 'files', '${time(0)}' from snapshot`,
  `insert into approval (server, kind, name, item, fingerprint, copies, at, "by", source)
   values ('files', 'tool', 'a', 'aa', '${own?.fingerprint}', 1, '${time(1)}', 'ann@host', 'approve')`,
  `insert into drift (server, kind, name, item, state, change, severity, opened_at, alerted)
   values ('files', 'tool', 'b', 'bb', 'open', 'removed', 'low', '${time(2)}', 1)`,
];

describe.each(engines)('a %s database of the first release', (engine) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    await createOlderDatabase(database.config, '0001-main');
    for (const row of rows) await runSql(database.config, row);
  });

  afterEach(() => database.drop());

  it('is brought up to date once', async () => {
    const { config } = database;
    const tables = await tableNames(config);
    expect(await migrateDatabase(config)).toEqual({ applied: everyMigration.slice(1) });
    expect(await migrateDatabase(config)).toEqual({ applied: [] });
    expect(await tableNames(config)).toEqual(
      [...tables, 'attention', 'audit', 'channel', 'volatile'].map(String).toSorted(),
    );
  });

  it('keeps all that it held, and knows nothing of what was not kept then', async () => {
    const store = await openStore(database.config);
    expect(await store.state('files')).toMatchObject({
      record: { revision: 7, protocolVersion: '2025-11-25', auth: null, package: null },
      baseline: [{ name: 'a', fingerprint: own?.fingerprint }],
      drift: [{ name: 'b', state: 'open', severity: 'low', alerted: true, goesWith: [], silent: null, unasked: [] }],
    });
    expect(await store.latestSurface('files')).toMatchObject({ fingerprint: print, lastSeenAt: time(5) });
    expect(await store.history({ limit: 9 })).toMatchObject([
      { type: 'snapshot', lastSeenAt: time(5), protocolVersion: null, auth: null, package: null },
      { type: 'approval', by: 'ann@host' },
      { type: 'drift', name: 'b', goesWith: [], silent: null, unasked: [] },
    ]);
    await store.close();
  });

  it('is written to as any other', async () => {
    const store = await openStore(database.config);
    const seen = { protocolVersion: '2025-11-25', auth: 'none', package: { name: 'files', version: '2' } };
    const context = { goesWith: ['x'], silent: 'y' };
    await store.withServer('files', async (tx) => {
      await tx.recordSurface(aSurface('a'), 'legacy', time(9), seen);
      await tx.openDrift(aFinding('c', context), time(9), telling(time(9), true));
      await tx.patch(seen);
    });
    expect(await store.state('files')).toMatchObject({
      record: seen,
      drift: [{ name: 'b' }, { name: 'c', ...context }],
    });
    const spans = (await store.history({ limit: 9 })).filter(({ type }) => type === 'snapshot');
    expect(spans).toMatchObject([
      { at: time(0), lastSeenAt: time(5), auth: null },
      { at: time(9), ...seen },
    ]);
    await store.close();
  });

  describe('begins its log of decisions with what stood there', () => {
    const change = (statement: string) => runSql(database.config, statement);

    beforeEach(async () => {
      await change(`update drift set state = 'rejected', closed_at = '${time(3)}'`);
      await change(
        `insert into approval (server, kind, name, item, copies, at, "by", source) values ('files', 'tool', '${String.fromCharCode(16)}d83d', 'cc', 1, 'z', 'z', 'pin')`,
      );
      await migrateDatabase(database.config);
    });

    async function fault(): Promise<string | null> {
      const store = await openStore(database.config);
      try {
        return (await store.verifyAudit(null)).fault?.detail ?? null;
      } finally {
        await store.close();
      }
    }

    it('and goes on from there', async () => {
      expect(await fault()).toBeNull();
      const store = await openStore(database.config);
      await store.withServer('files', async (tx) => {
        for (const { id } of (await tx.state()).drift)
          await tx.closeDrift(id, 'approved', time(9), { by: 'x', note: null });
        await tx.approve(approvalOf(aSurface('a')));
      });
      await store.close();
      expect(await fault()).toBeNull();
    });

    it.each([
      [`update approval set "by" = 'eve' where id = 1`, /sums up the rows of approval up to 2/],
      [`update approval set "from" = 'eve' where id = 1`, /sums up the rows of approval up to 2/],
      ['delete from approval where id = 2', /sums up the rows of approval up to 2/],
      [
        `insert into approval select 0, server, kind, 'z', 'z', fingerprint, copies, surface_fingerprint, at, "by", note, source, null, null, null from approval where id = 1`,
        /sums up the rows of approval/,
      ],
      [`update drift set state = 'open'`, /is about drift 1, which is no longer rejected/],
      [`update drift set name = 'z'`, /is about drift 1, which says something else now/],
      [
        `insert into volatile (server, kind, name, pointer, pattern, action, at, "by") values ('files', 'tool', 'a', '/x', '{path}', 'add', 'z', 'z')`,
        /row 1 of volatile was put in/,
      ],
    ])('and finds what changes of it: %s', async (statement, expected) => {
      await change(statement);
      expect(await fault()).toMatch(expected);
    });
  });
});
