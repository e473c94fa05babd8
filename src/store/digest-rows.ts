import type { DigestChannel, DigestDrift } from '../core/digest.ts';
import { worst, type Severity } from '../core/finding.ts';
import type { DigestRows } from '../monitor/ports-store.ts';
import { isCurrent } from './drift-rows.ts';
import type { Db } from './engine.ts';

/** What a digest tells that the servers' own rows do not say, since the last one that was decided before `before`. */
export async function loadDigest(db: Db, before: string): Promise<DigestRows> {
  const last = await db
    .selectFrom('alert')
    .where('reason', '=', 'digest')
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .limit(1)
    .select('at')
    .executeTakeFirst();
  const since = last?.at ?? null;
  return {
    since,
    open: await loadOpen(db),
    quiet: await loadQuiet(db, since),
    channels: await loadChannels(db, since),
  };
}

const columns = ['server', 'severity', 'since', 'state', 'ackedAt'] as const;

async function loadOpen(db: Db): Promise<readonly DigestDrift[]> {
  const rows = db.selectFrom('drift').where(isCurrent).where('severity', '<>', 'info').select(columns);
  return byServer(await rows.execute());
}

/** What nobody was told of, and is no open drift either. */
async function loadQuiet(db: Db, since: string | null): Promise<readonly DigestDrift[]> {
  const rows = db
    .selectFrom('drift')
    .where('openedAt', '>', since ?? '')
    .where('told', 'is', null)
    .where('isOwed', '=', 0)
    .where(({ or, eb }) => or([eb('severity', '=', 'info'), eb('state', '=', 'reverted')]))
    .select(columns);
  return byServer(await rows.execute());
}

interface Row {
  readonly server: string;
  readonly severity: Severity;
  readonly since: string;
  readonly state: string;
  readonly ackedAt: string | null;
}

function byServer(rows: readonly Row[]): readonly DigestDrift[] {
  const servers = new Map<string, Row[]>();
  for (const row of rows) {
    const known = servers.get(row.server);
    if (known === undefined) servers.set(row.server, [row]);
    else known.push(row);
  }
  const all = [...servers].map(([server, list]) => ({
    server,
    definitions: list.length,
    severity: worst(list.map(({ severity }) => severity)),
    since: list.reduce((least, { since }) => (since < least ? since : least), list[0]?.since ?? ''),
    known: list.filter(({ state, ackedAt }) => state === 'rejected' || ackedAt !== null).length,
  }));
  return all.toSorted((a, b) => (a.server < b.server ? -1 : 1));
}

async function loadChannels(db: Db, since: string | null): Promise<readonly DigestChannel[]> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('alert', 'alert.id', 'delivery.alertId')
    .where(({ or, and, eb }) =>
      or([
        and([eb('delivery.state', '=', 'due'), eb('delivery.attempts', '>', 0)]),
        and([eb('delivery.state', '=', 'failed'), eb('alert.at', '>', since ?? '')]),
      ]),
    )
    .groupBy(['delivery.channel', 'delivery.state'])
    .orderBy('delivery.channel')
    .select(({ fn }) => ['delivery.channel', 'delivery.state', fn.countAll<number>().as('count')])
    .execute();
  const countOf = (channel: string, state: string): number =>
    rows.find((row) => row.channel === channel && row.state === state)?.count ?? 0;
  return [...new Set(rows.map(({ channel }) => channel))].map((channel) => ({
    channel,
    waiting: countOf(channel, 'due'),
    failed: countOf(channel, 'failed'),
  }));
}
