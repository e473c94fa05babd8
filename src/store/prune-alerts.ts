import { sql } from 'kysely';
import type { Pruned } from '../monitor/ports-store.ts';
import type { Db } from './engine.ts';

const batchRows = 200;

/**
 * Deletes the oldest alerts from before `before` with their deliveries. What waits or failed stays, and so does what told of
 * drift that is not over: later messages belong to it. A summary stays as long as what it told.
 */
export async function pruneAlerts(db: Db, before: string): Promise<Pruned | null> {
  const old = await db
    .selectFrom('alert')
    .where('at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery')
            .whereRef('delivery.alertId', '=', 'alert.id')
            .where('delivery.state', 'not in', ['sent', 'summarised'])
            .select('delivery.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('delivery').whereRef('delivery.summary', '=', 'alert.id').select('delivery.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('drift')
            .whereRef('drift.server', '=', 'alert.server')
            .whereRef('drift.openedAt', '<=', 'alert.at')
            .where(sql<boolean>`drift.state in ('open', 'rejected')`)
            .select('drift.id'),
        ),
      ),
    )
    .orderBy('at')
    .limit(batchRows)
    .select('id')
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return null;
  await db.deleteFrom('delivery').where('alertId', 'in', ids).execute();
  await db.deleteFrom('alert').where('id', 'in', ids).execute();
  return { spans: 0, snapshots: 0, definitions: 0, alerts: ids.length };
}
