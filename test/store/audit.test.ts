import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import type { AuditRow } from '../../src/core/audit.ts';
import { hashEntry } from '../../src/core/audit.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, engines, type TestDatabase } from '../support/database.ts';
import { aFinding, anApproval, approvalOf, aSurface, telling, time } from './builders.ts';
import { runSql } from './raw-sql.ts';

const surface = aSurface('a', 'b');
const [a, b] = surface.definitions;
const rule = { kind: 'tool', name: 'a', pointer: '/description', pattern: 'has {count}', at: time(2) } as const;
const tables = ['audit', 'approval', 'volatile', 'drift'] as const;

/** Rows 2 to 4 approve, 5 and 6 are volatile, 7 to 9 reject, 10 to 12 approve another server. */
async function decide(store: Store): Promise<void> {
  await store.withServer('files', async (tx) => {
    await tx.recordSurface(surface, 'modern', time(0));
    await tx.approve(approvalOf(surface, { at: time(1), note: 'looks fine', source: 'first-seen' }));
    await tx.decideVolatile({ ...rule, action: 'add', by: 'bob', note: null });
    await tx.decideVolatile({ ...rule, action: 'remove', by: 'bob', note: 'no' });
    await tx.openDrift(aFinding('b'), time(3), telling(time(3), true));
    await tx.openDrift(aFinding('c'), time(3), telling(time(3), true));
  });
  await store.withServer('files', async (tx) => {
    const [first, second] = (await tx.state()).drift;
    for (const drift of [first, second])
      if (drift !== undefined) await tx.closeDrift(drift.id, 'rejected', time(4), { by: 'cy', note: 'asked' });
    if (second !== undefined) await tx.closeDrift(second.id, 'reverted', time(5));
  });
  await store.withServer('billing', async (tx) => {
    await tx.recordSurface(surface, 'modern', time(6));
    await tx.approve(approvalOf(surface, { at: time(6) }));
  });
}

describe.each(engines)('the log of decisions on %s', (engine) => {
  let database: TestDatabase;
  let store: Store;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    store = await openStore(database.config, { from: 'root@box' });
    await decide(store);
    for (const table of tables) await sql(`create table copy_of_${table} as select * from ${table}`);
  });

  /** Tables that differ from their copy. */
  const touched = new Set<string>();

  afterEach(async () => {
    for (const table of touched) {
      if (table === 'definition')
        await sql(`update definition set text = '${a?.text}' where fingerprint = '${a?.fingerprint}'`);
      else {
        await sql(`delete from ${table}`);
        await sql(`insert into ${table} select * from copy_of_${table}`);
      }
    }
    touched.clear();
  });

  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const sql = (statement: string) => runSql(database.config, statement);

  async function rows(): Promise<readonly AuditRow[]> {
    const all: AuditRow[] = [];
    await store.exportAudit((batch) => all.push(...batch));
    return all;
  }

  async function fault(...statements: readonly string[]): Promise<string> {
    for (const statement of statements) {
      // The first table that a statement names is the one that it changes.
      touched.add(/audit|approval|volatile|drift|definition/.exec(statement)?.[0] ?? '');
      await sql(statement);
    }
    const { fault } = await store.verifyAudit(null);
    return fault === null ? 'fits' : `${fault.id ?? 'no row'}: ${fault.detail}`;
  }

  it('holds each decision, with who, from where and why', async () => {
    const all = await rows();
    expect(all.map(({ action }) => action)).toEqual([
      ...['start', 'first-seen', 'first-seen', 'first-seen', 'volatile-add', 'volatile-remove'],
      ...['reject', 'reject', 'reject-ended', 'approve', 'approve', 'approve'],
    ]);
    expect(all[1]).toMatchObject({
      id: 2,
      at: time(1),
      server: 'files',
      by: 'ann@host',
      from: 'root@box',
      note: 'looks fine',
    });
    expect(JSON.parse(all[1]?.entry ?? '')).toMatchObject({
      id: 2,
      row: { kind: 'tool', name: 'a', fingerprint: a?.fingerprint, surfaceFingerprint: surface.fingerprint },
    });
    expect(all[7]).toMatchObject({ at: time(4), by: 'cy', note: 'asked' });
    expect(all[8]).toMatchObject({ at: time(5), by: 'tooldrift', from: 'root@box', note: null });
    expect(await store.verifyAudit(null)).toEqual({
      head: { id: 12, hash: all[11]?.hash },
      expectedAt: null,
      fault: null,
    });
  });

  it('proves that a hash is in it', async () => {
    const { hash = '' } = (await rows())[4] ?? {};
    expect(await store.verifyAudit(hash)).toMatchObject({ expectedAt: 5, fault: null });
    expect(await store.verifyAudit(hash.slice(0, 20))).toMatchObject({ expectedAt: 5, fault: null });
    const { expectedAt, fault } = await store.verifyAudit(`v1:${'f'.repeat(64)}`);
    expect([expectedAt, fault?.detail]).toEqual([null, expect.stringContaining('no row has the hash')]);
  });

  it.each(['id', 'at', 'server', 'action', 'by', 'from', 'note', 'entry', 'previous', 'hash'])(
    'tells a change of %s',
    async (column) => {
      const value = column === 'id' ? '700' : `'x'`;
      expect(await fault(`update audit set "${column}" = ${value} where id = 7`)).toMatch(/^7: /);
    },
  );

  it.each([
    ['a row taken out', ['delete from audit where id = 7'], /^7: is missing/],
    [
      'rows swapped',
      [
        'update audit set id = -1 where id = 7',
        'update audit set id = 7 where id = 8',
        'update audit set id = 8 where id = -1',
      ],
      /^7: does not follow/,
    ],
    [
      'a row put in',
      [
        `insert into audit (id, at, server, action, "by", entry, previous, hash) select 13, at, server, action, "by", entry, hash, previous from audit where id = 12`,
      ],
      /^13: was changed/,
    ],
    ['everything taken out', ['delete from audit'], /^1: is missing: the log is empty/],
    ['its begin taken out', ['delete from audit where id < 3'], /^1: is missing/],
    [
      'its end cut, while what it attests is there',
      ['delete from audit where id > 9'],
      /^no row: row 4 of approval was put in/,
    ],
    [
      'a rejection cut, while it is in force',
      ['delete from audit where id > 6', 'delete from approval where id > 3'],
      /^no row: drift 1 became rejected/,
    ],
  ] as const)('tells %s', async (_title, statements, expected) => {
    expect(await fault(...statements)).toMatch(expected);
  });

  it('cannot tell that its end was cut along with all that it attests, unless somebody kept its head', async () => {
    const { head } = await store.verifyAudit(null);
    expect(await fault('delete from audit where id > 9', 'delete from approval where id > 3')).toBe('fits');
    expect(await store.verifyAudit(head.hash)).toMatchObject({
      head: { id: 9 },
      expectedAt: null,
      fault: { id: null },
    });
  });

  it('tells a forged row by the one that follows', async () => {
    const row = (await rows())[6];
    const entry = row?.entry.replace('asked', 'fine') ?? '';
    const forged = `update audit set note = 'fine', entry = '${entry}', hash = '${hashEntry(row?.previous ?? '', entry)}' where id = 7`;
    expect(await fault(forged)).toMatch(/^8: does not follow row 7/);
  });

  it.each([
    ['server', `'billing'`],
    ['kind', `'prompt'`],
    ['name', `'z'`],
    ['item', `'z'`],
    ['fingerprint', `'${b?.fingerprint}'`],
    ['copies', '2'],
    ['surface_fingerprint', `'z'`],
    ['at', `'z'`],
    ['by', `'z'`],
    ['from', `'z'`],
    ['note', `'z'`],
    ['source', `'pin'`],
  ])('tells a change of the %s of an approval', async (column, value) => {
    expect(await fault(`update approval set "${column}" = ${value} where id = 1`)).toMatch(
      /^2: is about row 1 of approval/,
    );
  });

  it.each(['kind', 'name', 'pointer', 'pattern', 'action', 'at', 'by', 'from', 'note'])(
    'tells a change of the %s of a volatile text',
    async (column) => {
      expect(await fault(`update volatile set "${column}" = 'z' where id = 2`)).toMatch(
        /^6: is about row 2 of volatile/,
      );
    },
  );

  it.each(['kind', 'name', 'item', 'change', 'severity', 'fingerprint', 'approved_fingerprint', 'closed_at'])(
    'tells a change of the %s of a rejected drift',
    async (column) => {
      expect(await fault(`update drift set ${column} = 'z' where id = 1`)).toMatch(/^7: is about drift 1/);
    },
  );

  it.each([
    [
      'an approval that was taken out',
      'delete from approval where id = 2',
      /^3: is about row 2 of approval, which is gone/,
    ],
    [
      'an approval that was put in',
      `insert into approval (server, kind, name, item, copies, at, "by", source) values ('files', 'tool', 'z', 'z', 1, 'z', 'z', 'approve')`,
      /^no row: row \d+ of approval was put in/,
    ],
    [
      'an approval that was made the newest',
      'update approval set id = 99 where id = 1',
      /^2: is about row 1 of approval, which is gone/,
    ],
    [
      'a volatile text that was put in',
      `insert into volatile (server, kind, name, pointer, pattern, action, at, "by") values ('files', 'tool', 'a', '/x', '{path}', 'add', 'z', 'z')`,
      /^no row: row \d+ of volatile was put in/,
    ],
    [
      'a volatile text that was taken out',
      'delete from volatile where id = 1',
      /^5: is about row 1 of volatile, which is gone/,
    ],
    [
      'a rejection that was taken back',
      `update drift set state = 'open' where id = 1`,
      /^7: is about drift 1, which is no longer rejected/,
    ],
    ['a rejection of nobody', `update drift set state = 'rejected' where id = 2`, /^no row: drift 2 became rejected/],
    [
      'a definition with another text',
      `update definition set text = '{}' where fingerprint = '${a?.fingerprint}'`,
      /^no row: the text of definition v1:/,
    ],
  ] as const)('tells %s', async (_title, statement, expected) => {
    expect(await fault(statement)).toMatch(expected);
  });
});

describe.each(engines)('two writers on one %s database', (engine) => {
  it('make one chain, and wait for each other in no circle', async () => {
    const database = await createTestDatabase(engine);
    const stores = [await openStore(database.config), await openStore(database.config)];
    const rounds = Array.from({ length: 100 }, (_, index) => index);
    const work = stores.flatMap((store, writer) =>
      rounds.map((round) =>
        // Some share the server, all share definitions, and each takes them in another order than its neighbour.
        store.withServer(`server ${(round + writer) % 7}`, async (tx) => {
          await tx.state();
          const seen = aSurface(...[round % 5, (round + writer) % 6, 7].map((number) => `tool ${number}`));
          await tx.recordSurface(seen, 'modern', time(round));
          await tx.approve(anApproval([{ kind: 'tool', name: 'a', fingerprint: null, copies: 1 }]));
        }),
      ),
    );
    await Promise.all(work);
    for (const store of stores) expect(await store.verifyAudit(null)).toMatchObject({ head: { id: 201 }, fault: null });
    await Promise.all(stores.map((store) => store.close()));
    await database.drop();
  });

  it('leave nothing in it of a transaction that failed', async () => {
    const database = await createTestDatabase(engine);
    const store = await openStore(database.config);
    const failed = store.withServer('files', async (tx) => {
      await tx.approve(anApproval([]));
      await tx.approve(anApproval([{ kind: 'tool', name: 'a', fingerprint: null, copies: 1 }]));
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await store.withServer('files', (tx) => tx.approve(approvalOf(aSurface())));
    expect(await store.verifyAudit(null)).toMatchObject({ head: { id: 2 }, fault: null });
    await store.close();
    await database.drop();
  });
});
