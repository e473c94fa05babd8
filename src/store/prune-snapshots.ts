import type { Pruned } from '../monitor/ports-store.ts';
import type { Db, Engine } from './engine.ts';

const batchRows = 500;

/** Deletes some items of one marked snapshot of a server, the definitions that nothing names any more, and in the end itself. */
export async function pruneSnapshots(db: Db, engine: Engine['kind'], server: string): Promise<Pruned | null> {
  const marked = await db
    .selectFrom('snapshot')
    .where('server', '=', server)
    .where('fingerprint', '>=', 'pruned:')
    .where('fingerprint', '<', 'pruned;')
    .limit(1)
    .select('id')
    .executeTakeFirst();
  if (marked === undefined) return null;
  const items = await db
    .selectFrom('snapshotItem')
    .where('snapshotId', '=', marked.id)
    .orderBy('position')
    .limit(batchRows)
    .select(['position', 'fingerprint'])
    .execute();
  await db
    .deleteFrom('snapshotItem')
    .where('snapshotId', '=', marked.id)
    .where('position', '<=', items.at(-1)?.position ?? -1)
    .execute();
  const isGone = items.length < batchRows;
  if (isGone) await db.deleteFrom('snapshot').where('id', '=', marked.id).execute();
  const definitions = await pruneDefinitions(db, engine, [...new Set(items.map(({ fingerprint }) => fingerprint))]);
  return { spans: 0, snapshots: isGone ? 1 : 0, definitions, alerts: 0 };
}

/** Deletes those that no snapshot, approval or drift names. Returns how many. */
async function pruneDefinitions(db: Db, engine: Engine['kind'], fingerprints: readonly string[]): Promise<number> {
  if (fingerprints.length === 0) return 0;
  // What another transaction is about to name is locked by it (`surface-rows.ts`), and stays.
  const free = await db
    .selectFrom('definition')
    .where('fingerprint', 'in', fingerprints)
    .select('fingerprint')
    .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();
  if (free.length === 0) return 0;
  // A statement of its own: it sees what was committed until the locks were there.
  const { numDeletedRows } = await db
    .deleteFrom('definition')
    .where(
      'fingerprint',
      'in',
      free.map(({ fingerprint }) => fingerprint),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('snapshotItem').whereRef('fingerprint', '=', 'definition.fingerprint').select('position'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('approval').whereRef('fingerprint', '=', 'definition.fingerprint').select('id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('drift').whereRef('fingerprint', '=', 'definition.fingerprint').select('id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('drift').whereRef('approvedFingerprint', '=', 'definition.fingerprint').select('id'))),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
