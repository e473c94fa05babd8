import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../src/monitor/ports-store.ts';
import { createAccess } from '../../src/store/access.ts';
import type { Engine } from '../../src/store/engine.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { createStore } from '../../src/store/store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { anAlert, approvalOf, aSurface, aTool, time } from './builders.ts';
import { runSql } from './raw-sql.ts';

let database: TestDatabase;
let engine: Engine;
let store: Store;

beforeEach(async () => {
  database = await createTestDatabase('sqlite');
  engine = await openSqlite(database.location);
  const access = createAccess(engine, 1_000);
  await migrate(engine, access);
  store = createStore(engine, access, null);
});

afterEach(async () => {
  await store.close();
  await database.drop();
});

/** SQLite answers as it does when the disk has no room for more pages (SQLITE_FULL). */
async function leaveRoomFor(pages: number | null): Promise<void> {
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(engine.writer);
  const max = pages === null ? 1_000_000 : (rows[0]?.pageCount ?? 0) + pages;
  await sql`pragma max_page_count = ${sql.raw(String(max))}`.execute(engine.writer);
}

const big = aSurface(...Array.from({ length: 40 }, (_, index) => aTool(`tool ${index}`, 'x'.repeat(2_000))));
const small = aSurface('a');

async function decide(surface = small): Promise<void> {
  await store.withServer('files', async (tx) => {
    await tx.recordSurface(surface, 'modern', time(1));
    await tx.approve(approvalOf(surface));
    await tx.enqueue(anAlert(), ['email']);
  });
}

it('a full disk is told with what to do, keeps what was there, and is forgotten once there is room', async () => {
  await decide();
  const before = await store.state('files');
  await leaveRoomFor(3);
  for (let tries = 0; tries < 3; tries++) {
    await expect(decide(big)).rejects.toMatchObject({
      code: 'database-unavailable',
      message: `cannot use the database ${database.location} (SQLITE_FULL): the disk is full; free some space`,
    });
  }
  expect(await store.state('files')).toEqual(before);
  expect((await store.verifyAudit(null)).fault).toBeNull();
  expect(await store.backlog()).toMatchObject({ due: 1 });
  expect(await runSql(database.config, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);

  await leaveRoomFor(null);
  await decide(big);
  expect(await store.latestSurface('files')).toMatchObject({ fingerprint: big.fingerprint });
  const { head, fault } = await store.verifyAudit(null);
  expect([head.id, fault]).toEqual([1 + 2 + 41, null]);
  expect(await runSql(database.config, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});

it('what needs no new page is still written, so that a reading that finds nothing new is noted', async () => {
  await decide();
  const revision = (await store.server('files'))?.revision ?? 0;
  await leaveRoomFor(0);
  await expect(decide(big)).rejects.toMatchObject({ code: 'database-unavailable' });
  expect(await store.touch('files', revision, { lastReadingAt: time(5) }, time(5))).toBe(true);
  expect(await store.server('files')).toMatchObject({ lastReadingAt: time(5) });
});
