import { sql } from 'kysely';
import type { Drift } from '../monitor/ports-record.ts';
import { inBatches } from './batch.ts';
import { driftColumns, isCurrent, toDrift } from './drift-rows.ts';
import type { Db } from './engine.ts';
import { byItem } from './item-hash.ts';

/** A literal, not a parameter: only so does SQLite see that the partial index `drift_owed` holds the answer. */
const isOwed = sql<boolean>`is_owed = 1`;

/** Drift that was reverted or took another form, of which that is still to be told. */
export async function loadEnded(db: Db, server: string): Promise<readonly Drift[]> {
  const rows = await db
    .selectFrom('drift')
    .select(driftColumns)
    .where('server', '=', server)
    .where('state', 'in', ['reverted', 'superseded'])
    .where(isOwed)
    .execute();
  return rows.map(toDrift).toSorted(byItem);
}

/** Drift that is closed, of which that is still to be told. */
export async function markOwed(db: Db, server: string, ids: readonly number[]): Promise<void> {
  await inBatches(ids, async (batch) => {
    await db.updateTable('drift').set({ isOwed: 1 }).where('server', '=', server).where('id', 'in', batch).execute();
  });
}

/** Drift that is told as it is now; a reminder counts as well. */
export async function markTold(db: Db, server: string, ids: readonly number[], at: string): Promise<void> {
  await inBatches(ids, async (batch) => {
    await db
      .updateTable('drift')
      .set(({ ref }) => ({ alerted: 1, told: ref('severity'), toldAt: at, isOwed: 0 }))
      .where('server', '=', server)
      .where('id', 'in', batch)
      .execute();
  });
}

/** Servers with something held back or to remind of, and those whose silence is over. Nobody is asked in a silence. */
export async function loadServersToAttend(db: Db, now: string, remindBefore: string): Promise<readonly string[]> {
  const drift = db
    .selectFrom('drift')
    .innerJoin('server', 'server.name', 'drift.server')
    .where(({ or, eb }) => or([eb('snoozedUntil', 'is', null), eb('snoozedUntil', '<=', now)]))
    .select('server.name')
    .distinct();
  // Apart, so that each finds its index.
  const owed = await drift.where(isOwed).execute();
  const due = await drift
    .where(isCurrent)
    .where('state', '=', 'open')
    .where('ackedAt', 'is', null)
    .where('severity', '<>', 'info')
    .where('toldAt', '<=', remindBefore)
    .execute();
  const awake = await db.selectFrom('server').where('snoozedUntil', '<=', now).select('name').execute();
  return [...new Set([...owed, ...due, ...awake].map(({ name }) => name))];
}
