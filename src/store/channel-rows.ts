import { healthy, type ChannelHealth } from '../core/channel-health.ts';
import { hourMs, type ChannelQueue } from '../core/plan-delivery.ts';
import type { ChannelRecord } from '../monitor/ports-delivery.ts';
import type { Db } from './engine.ts';

/** The rest has its turn when these are told. */
const maxWaiting = 2000;

const alone: ReadonlySet<string> = new Set(['summary', 'channel-failing', 'channel-back']);

export async function loadHealth(db: Db, channel: string): Promise<ChannelHealth> {
  const row = await db.selectFrom('channel').selectAll().where('name', '=', channel).executeTakeFirst();
  if (row === undefined) return healthy;
  const { name: _name, isTold, ...health } = row;
  return { ...health, isTold: isTold === 1 };
}

export async function saveHealth(db: Db, channel: string, { isTold, ...health }: ChannelHealth): Promise<void> {
  const row = { ...health, isTold: isTold ? 1 : 0 };
  await db
    .insertInto('channel')
    .values({ name: channel, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** What waits on a channel. Of a channel on which nothing waits, which is most of the time, nothing else is looked up. */
export async function loadQueue(db: Db, channel: string, now: string): Promise<ChannelQueue> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('alert', 'alert.id', 'delivery.alertId')
    .where('delivery.state', '=', 'due')
    .where('delivery.channel', '=', channel)
    // What is held back on purpose has not been tried. New servers wait for each other.
    .where(({ or, eb }) =>
      or([
        eb('delivery.nextAttemptAt', '<=', now),
        eb('delivery.attempts', '>', 0),
        eb('alert.reason', '=', 'first-seen'),
      ]),
    )
    .where(({ or, eb }) => or([eb('delivery.leaseUntil', 'is', null), eb('delivery.leaseUntil', '<=', now)]))
    .orderBy('alert.at')
    .orderBy('delivery.id')
    .limit(maxWaiting)
    .select(['delivery.id', 'delivery.nextAttemptAt', 'alert.at', 'alert.reason'])
    .execute();
  const waiting = rows.map(({ id, at, reason, nextAttemptAt }) => {
    const isReady = (nextAttemptAt ?? '') <= now;
    return { id, at, isReady, isAlone: alone.has(reason), isFirstSeen: reason === 'first-seen' };
  });
  if (waiting.length === 0) return { health: healthy, waiting, sentLately: 0, lastSentAt: null };
  return { health: await loadHealth(db, channel), waiting, ...(await loadSent(db, channel, now)) };
}

async function loadSent(db: Db, channel: string, now: string) {
  const from = new Date(Date.parse(now) - hourMs).toISOString();
  const { count, lastSentAt } = await db
    .selectFrom('delivery')
    .where('channel', '=', channel)
    .where('sentAt', '>', from)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('sentAt').as('lastSentAt')])
    .executeTakeFirstOrThrow();
  return { sentLately: count, lastSentAt };
}

export async function countFailed(db: Db, channel: string): Promise<number> {
  const query = db.selectFrom('delivery').where('state', '=', 'failed').where('channel', '=', channel);
  return (await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

export async function loadChannels(db: Db, names: readonly string[]): Promise<readonly ChannelRecord[]> {
  const counts = await db
    .selectFrom('delivery')
    .where('state', 'in', ['due', 'failed'])
    .groupBy(['channel', 'state'])
    .select(({ fn }) => ['channel', 'state', fn.countAll<number>().as('count')])
    .execute();
  const countOf = (channel: string, state: 'due' | 'failed'): number =>
    counts.find((row) => row.channel === channel && row.state === state)?.count ?? 0;
  return Promise.all(
    names.map(async (channel) => ({
      ...{ channel, ...(await loadHealth(db, channel)) },
      ...{ due: countOf(channel, 'due'), failed: countOf(channel, 'failed') },
    })),
  );
}

/** Gives what was given up, and what waits for another attempt, a new chance. */
export async function makeDue(db: Db, channel: string, now: string): Promise<number> {
  await db.updateTable('channel').set({ pausedUntil: null }).where('name', '=', channel).execute();
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set({ state: 'due', nextAttemptAt: now })
    .where('channel', '=', channel)
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'failed'),
        and([eb('state', '=', 'due'), eb('attempts', '>', 0), eb('nextAttemptAt', '>', now)]),
      ]),
    )
    .where(({ or, eb }) => or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
