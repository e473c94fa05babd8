import type { Pruned } from '../monitor/ports-store.ts';
import type { Access } from './access.ts';
import type { Db, Engine } from './engine.ts';
import { pruneAlerts } from './prune-alerts.ts';
import { pruneSnapshots } from './prune-snapshots.ts';
import { pruneSpans } from './prune-spans.ts';

type Batch = (db: Db) => Promise<Pruned | null>;

/** `Store.prune`. The lock of a server makes a surface that comes back at this moment wait, and find itself gone or kept. */
export async function* prune(engine: Engine, access: Access, before: string): AsyncGenerator<Pruned> {
  const lockedFor = async (db: Db, server: string, batch: Batch): Promise<Pruned | null> => {
    await engine.lockServer(db, server);
    return batch(db);
  };
  for (const server of await access.snapshot((db) => serversToPrune(db, before))) {
    const batches: readonly Batch[] = [
      (db) => pruneSpans(db, server, before),
      (db) => pruneSnapshots(db, engine.kind, server),
    ];
    for (const batch of batches) yield* repeat(() => access.write((db) => lockedFor(db, server, batch)));
  }
  yield* repeat(() => access.write((db) => pruneAlerts(db, before)));
}

async function* repeat(batch: () => Promise<Pruned | null>): AsyncGenerator<Pruned> {
  for (let pruned = await batch(); pruned !== null; pruned = await batch()) yield pruned;
}

/** Servers with old spans, or with snapshots that were not pruned to the end. */
async function serversToPrune(db: Db, before: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('span')
    .where('lastSeenAt', '<', before)
    .select('server')
    .union(
      db
        .selectFrom('snapshot')
        .where('fingerprint', '>=', 'pruned:')
        .where('fingerprint', '<', 'pruned;')
        .select('server'),
    )
    .execute();
  return rows.map(({ server }) => server).toSorted();
}
