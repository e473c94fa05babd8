import type { ExpressionBuilder } from 'kysely';
import type { Alert } from '../core/alert.ts';
import type { Backlog, ClaimedDelivery, DeliveryResult } from '../monitor/ports-delivery.ts';
import type { Db, Engine } from './engine.ts';
import type { Tables } from './tables.ts';

/** What an alert that an older program stored lacks. */
const lacking = { thread: null, reverted: [], exposure: null, digest: null };

/** The alert of a row. `enqueue` alone writes this text. */
export function parseAlert(payload: string): Alert {
  return { ...lacking, ...(JSON.parse(payload) as Alert) };
}

/** Of `channels`, those on which the alert `id` was to be delivered. */
async function hearersOf(db: Db, id: string, channels: readonly string[]): Promise<readonly string[]> {
  if (channels.length === 0) return [];
  const query = db.selectFrom('delivery').where('alertId', '=', id).where('channel', 'in', channels);
  return (await query.select('channel').execute()).map(({ channel }) => channel);
}

/** Stores the alert with one delivery per channel, and per follower that heard of its thread. Repeating it changes nothing. */
export async function enqueue(
  db: Db,
  alert: Alert,
  chosen: readonly string[],
  followers: readonly string[] = [],
  notBefore = alert.at,
): Promise<void> {
  const thread = alert.thread ?? null;
  const channels = [...chosen, ...(thread === null ? [] : await hearersOf(db, thread, followers))];
  const { id, server, reason, severity, at } = alert;
  await db
    .insertInto('alert')
    .values({ id, server, reason, severity, at, payload: JSON.stringify(alert) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (channels.length === 0) return;
  await db
    .insertInto('delivery')
    .values(channels.map((channel) => ({ alertId: id, channel, state: 'due', attempts: 0, nextAttemptAt: notBefore })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Leases due deliveries, the oldest first. Runs in a transaction; two of them never get the same delivery. */
export async function claim(
  db: Db,
  engine: Engine['kind'],
  now: string,
  leaseUntil: string,
  channels: readonly string[],
  limit: number,
): Promise<readonly ClaimedDelivery[]> {
  if (channels.length === 0) return [];
  const due = await db
    .selectFrom('delivery')
    .where('state', '=', 'due')
    .where('channel', 'in', channels)
    .where('nextAttemptAt', '<=', now)
    .where(({ or, eb }) => or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .select('id')
    // SQLite: the transaction holds the write lock.
    .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return [];
  await db
    .updateTable('delivery')
    .set(({ eb }) => ({ leaseUntil, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('alert', 'alert.id', 'delivery.alertId')
    .where('delivery.id', 'in', ids)
    .orderBy('delivery.nextAttemptAt')
    .orderBy('delivery.id')
    .select(['delivery.id', 'delivery.channel', 'delivery.attempts as attempt', 'delivery.receipt', 'alert.payload'])
    .execute();
  const claimed = rows.map(({ payload, ...delivery }) => ({ ...delivery, alert: parseAlert(payload) }));
  return Promise.all(claimed.map(async (one) => ({ ...one, threadReceipt: await threadReceipt(db, one) })));
}

/** What the channel gave back for the first alert about the same trouble, or for the summary that told it. */
async function threadReceipt(db: Db, { channel, alert }: Pick<ClaimedDelivery, 'channel' | 'alert'>) {
  const find = (id: string) =>
    db
      .selectFrom('delivery')
      .where('alertId', '=', id)
      .where('channel', '=', channel)
      .select(['receipt', 'summary'])
      .executeTakeFirst();
  const first = alert.thread == null ? undefined : await find(alert.thread);
  if (first?.receipt != null || first?.summary == null) return first?.receipt ?? null;
  return (await find(first.summary))?.receipt ?? null;
}

function outcome(result: DeliveryResult) {
  switch (result.kind) {
    case 'sent':
      return { state: 'sent', nextAttemptAt: null, sentAt: result.at, error: null } as const;
    case 'retry':
      return { state: 'due', nextAttemptAt: result.nextAttemptAt, error: result.error } as const;
    case 'failed':
      return { state: 'failed', nextAttemptAt: null, error: result.error } as const;
  }
}

/**
 * Ends the lease that came with `attempt`. After a lease ran out another process may hold or have settled the delivery:
 * then only `sent` still counts, because the message is out.
 */
export async function settle(db: Db, id: number, attempt: number | null, result: DeliveryResult): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ ...outcome(result), leaseUntil: null })
    .$if(result.receipt != null, (query) => query.set({ receipt: result.receipt ?? null }))
    .$if(result.partlySentAt != null, (query) => query.set({ sentAt: result.partlySentAt ?? null }))
    .where('id', '=', id)
    .where('state', '=', 'due')
    .$if(attempt !== null && result.kind !== 'sent', (query) => query.where('attempts', '=', attempt))
    .execute();
}

/** The later of next attempt and end of lease. */
function readyAt({ eb }: { readonly eb: ExpressionBuilder<Tables, 'delivery'> }) {
  return eb
    .case()
    .when('leaseUntil', '>', eb.ref('nextAttemptAt'))
    .then(eb.ref('leaseUntil'))
    .else(eb.ref('nextAttemptAt'))
    .end();
}

export async function nextReadyAt(db: Db, channels: readonly string[]): Promise<string | null> {
  if (channels.length === 0) return null;
  const row = await db
    .selectFrom('delivery')
    .where('state', '=', 'due')
    .where('channel', 'in', channels)
    .select(({ fn, eb }) => fn.min(readyAt({ eb })).as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** What waits and what was given up. `oldestDueAt` is when the oldest alert that still waits was decided. */
export async function loadBacklog(db: Db): Promise<Backlog> {
  const counts = await db
    .selectFrom('delivery')
    .innerJoin('alert', 'alert.id', 'delivery.alertId')
    .where('delivery.state', 'in', ['due', 'failed'])
    .groupBy('delivery.state')
    .select(({ fn }) => ['delivery.state', fn.countAll<number>().as('count'), fn.min('alert.at').as('oldestAt')])
    .execute();
  const due = counts.find((row) => row.state === 'due');
  const failed = counts.find((row) => row.state === 'failed');
  return { due: due?.count ?? 0, failed: failed?.count ?? 0, oldestDueAt: due?.oldestAt ?? null };
}
