import { sql } from 'kysely';
import type { Pruned } from '../monitor/ports-store.ts';
import type { Db } from './engine.ts';

const batchRows = 200;

/**
 * Deletes the oldest spans of a server that ended before `before`, and marks the snapshots that no span is left of. The
 * newest snapshot stays with all spans since it came: they say how long it has been what the server shows.
 */
export async function pruneSpans(db: Db, server: string, before: string): Promise<Pruned | null> {
  const old = await db
    .selectFrom('span')
    .where('server', '=', server)
    .where('lastSeenAt', '<', before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('span as later')
          .whereRef('later.server', '=', 'span.server')
          .whereRef('later.id', '>', 'span.id')
          .whereRef('later.snapshotId', '<>', 'span.snapshotId')
          .select('later.id'),
      ),
    )
    .orderBy('id')
    .limit(batchRows)
    .select(['id', 'snapshotId'])
    .execute();
  if (old.length === 0) return null;
  const ids = old.map(({ id }) => id);
  await db.deleteFrom('span').where('id', 'in', ids).execute();
  await markUnseen(db, [...new Set(old.map(({ snapshotId }) => snapshotId))]);
  return { spans: old.length, snapshots: 0, definitions: 0, alerts: 0 };
}

/**
 * A marked snapshot is no longer found by its fingerprint: should the server show that surface again, it is kept anew.
 * So its items can go a few at a time, also after a crash in between.
 */
async function markUnseen(db: Db, snapshotIds: readonly number[]): Promise<void> {
  await db
    .updateTable('snapshot')
    .set({ fingerprint: sql<string>`'pruned:' || id` })
    .where('id', 'in', snapshotIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('span').whereRef('span.snapshotId', '=', 'snapshot.id').select('span.id'))),
    )
    .execute();
}
