import { digestOf } from '../core/summary.ts';
import type { ChannelTx } from '../monitor/ports-store.ts';
import { inBatches } from './batch.ts';
import { countFailed, loadHealth, loadQueue, saveHealth } from './channel-rows.ts';
import type { Db, Engine } from './engine.ts';
import { enqueue, parseAlert } from './outbox.ts';

/** The name under which a channel is locked: no server is called so. */
export function channelLock(name: string): string {
  return `channel\n${name}`;
}

/** The writes of one transaction about one channel, whose lock it holds. */
export function createChannelTx(db: Db, engine: Engine['kind'], name: string): ChannelTx {
  return {
    health: () => loadHealth(db, name),
    queue: (now) => loadQueue(db, name, now),
    undelivered: () => countFailed(db, name),
    setHealth: (health) => saveHealth(db, name, health),
    take: (ids, now) => take(db, engine, name, ids, now),
    async replace(ids, summary) {
      await enqueue(db, summary, [name]);
      await inBatches(ids, async (batch) => {
        await db
          .updateTable('delivery')
          .set({ state: 'summarised', nextAttemptAt: null, leaseUntil: null, summary: summary.id })
          .where('id', 'in', batch)
          .execute();
      });
    },
    enqueue: (alert, channels) => enqueue(db, alert, channels),
  };
}

/** Alerts are large: few are held at a time. */
const alertsAtOnce = 20;

async function take(
  db: Db,
  engine: Engine['kind'],
  channel: string,
  ids: readonly number[],
  now: string,
): Promise<Awaited<ReturnType<ChannelTx['take']>>> {
  const taken: { id: number; alertId: string }[] = [];
  await inBatches(ids, async (batch) => {
    const rows = await db
      .selectFrom('delivery')
      .where('id', 'in', batch)
      .where('channel', '=', channel)
      .where('state', '=', 'due')
      .where(({ or, eb }) => or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
      .select(['id', 'alertId'])
      .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute();
    taken.push(...rows);
  });
  const digests: Awaited<ReturnType<ChannelTx['take']>>[number][] = [];
  for (let start = 0; start < taken.length; start += alertsAtOnce) {
    const part = new Map(taken.slice(start, start + alertsAtOnce).map(({ id, alertId }) => [alertId, id]));
    const rows = await db
      .selectFrom('alert')
      .where('id', 'in', [...part.keys()])
      .select(['id', 'payload'])
      .execute();
    digests.push(...rows.map((row) => ({ id: part.get(row.id) ?? 0, digest: digestOf(parseAlert(row.payload)) })));
  }
  return digests.sort((a, b) => (a.digest.at < b.digest.at ? -1 : a.digest.at > b.digest.at ? 1 : a.id - b.id));
}
