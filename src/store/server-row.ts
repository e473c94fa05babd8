import type { Selectable, Updateable } from 'kysely';
import type { ServerRecord } from '../monitor/ports-record.ts';
import type { ServerPatch } from '../monitor/ports-store.ts';
import type { Db } from './engine.ts';
import { packageText, parsePackage } from './package-text.ts';
import type { ServerTable } from './tables.ts';

function toRecord({
  seenAt: _seenAt,
  remarks,
  items,
  package: served,
  ...columns
}: Selectable<ServerTable>): ServerRecord {
  // Both texts are written by `toColumns` and `ensureServer` alone.
  return {
    ...columns,
    remarks: JSON.parse(remarks) as ServerRecord['remarks'],
    items: JSON.parse(items) as ServerRecord['items'],
    package: parsePackage(served),
  };
}

/** The columns that a patch sets. A whole record passes as a patch, so name and revision are dropped here. */
function toColumns(patch: ServerPatch): Updateable<ServerTable> {
  const {
    name: _name,
    revision: _revision,
    remarks,
    items,
    package: served,
    ...columns
  }: Partial<ServerRecord> = patch;
  return {
    ...columns,
    ...(remarks === undefined ? {} : { remarks: JSON.stringify(remarks) }),
    ...(items === undefined ? {} : { items: JSON.stringify(items) }),
    ...(served === undefined ? {} : { package: packageText(served) }),
  };
}

/** Makes sure that a server has a row. */
export async function ensureServer(db: Db, name: string): Promise<void> {
  await db
    .insertInto('server')
    .values({ name, revision: 0, verdict: 'unverified', remarks: '[]', items: '{}', failures: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function patchServer(db: Db, name: string, patch: ServerPatch): Promise<void> {
  const columns = toColumns(patch);
  if (Object.keys(columns).length === 0) return;
  await db.updateTable('server').set(columns).where('name', '=', name).execute();
}

/** `Store.touch`: one update of one row. */
export async function touchServer(
  db: Db,
  name: string,
  revision: number,
  patch: ServerPatch,
  seenAt: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('server')
    .set({ ...toColumns(patch), revision, ...(seenAt === null ? {} : { seenAt }) })
    .where('name', '=', name)
    .where('revision', '=', revision)
    // A reading of another process failed: that it is over has to be recorded and told.
    .where('unverifiedSince', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function loadServer(db: Db, name: string): Promise<ServerRecord | null> {
  const row = await db.selectFrom('server').selectAll().where('name', '=', name).executeTakeFirst();
  return row === undefined ? null : toRecord(row);
}

/** All servers in order of name. */
export async function loadServers(db: Db): Promise<readonly ServerRecord[]> {
  const rows = await db.selectFrom('server').selectAll().execute();
  return rows.map(toRecord).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
