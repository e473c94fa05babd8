import type { DefinitionKind } from '../core/definition.ts';
import type { HistoryEntry } from '../monitor/ports-record.ts';
import type { Store } from '../monitor/ports-store.ts';
import { loadAttentionHistory } from './attention-rows.ts';
import { driftColumns, toDrift } from './drift-rows.ts';
import type { Db } from './engine.ts';
import { loadAlerts } from './history-alerts.ts';
import { loadDecisions } from './history-decisions.ts';
import { parsePackage } from './package-text.ts';
import { loadVolatileHistory } from './volatile-rows.ts';

export type HistoryFilter = Parameters<Store['history']>[0];

async function loadSpans(db: Db, { server, item, since, limit }: HistoryFilter): Promise<readonly HistoryEntry[]> {
  const rows = await db
    .selectFrom('span')
    .innerJoin('snapshot', 'snapshot.id', 'span.snapshotId')
    .innerJoin('server', 'server.name', 'span.server')
    .$if(server !== undefined, (query) => query.where('span.server', '=', server ?? ''))
    .$if(item !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('snapshotItem')
            .whereRef('snapshotItem.snapshotId', '=', 'span.snapshotId')
            .where('snapshotItem.name', '=', item ?? '')
            .select('snapshotItem.position'),
        ),
      ),
    )
    .$if(since !== undefined, (query) => query.where('span.firstSeenAt', '>=', since ?? ''))
    .orderBy('span.firstSeenAt', 'desc')
    .orderBy('span.id', 'desc')
    .limit(limit)
    .select(['span.firstSeenAt', 'span.lastSeenAt', 'server.seenAt'])
    .select(['span.server', 'snapshot.fingerprint', 'snapshot.items'])
    .select(['span.protocolVersion', 'span.auth', 'span.package'])
    .execute();
  return rows.map(({ firstSeenAt: at, lastSeenAt, seenAt, package: served, ...span }) => ({
    ...{ type: 'snapshot', at, lastSeenAt: lastSeenAt ?? seenAt ?? at, ...span, package: parsePackage(served) },
  }));
}

async function loadDrifts(db: Db, { server, item, since, limit }: HistoryFilter): Promise<readonly HistoryEntry[]> {
  const rows = await db
    .selectFrom('drift')
    .$if(server !== undefined, (query) => query.where('server', '=', server ?? ''))
    .$if(item !== undefined, (query) => query.where('name', '=', item ?? ''))
    .$if(since !== undefined, (query) => query.where('openedAt', '>=', since ?? ''))
    .orderBy('openedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select('server')
    .select(driftColumns)
    .execute();
  return rows.map(toDrift).map(({ openedAt: at, ...drift }) => ({ type: 'drift', at, ...drift }));
}

async function loadApprovals(db: Db, { server, item, since, limit }: HistoryFilter): Promise<readonly HistoryEntry[]> {
  const rows = await db
    .selectFrom('approval')
    .where('kind', '<>', 'surface')
    .$if(server !== undefined, (query) => query.where('server', '=', server ?? ''))
    .$if(item !== undefined, (query) => query.where('name', '=', item ?? ''))
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['at', 'server', 'kind', 'name', 'fingerprint', 'by', 'from', 'note', 'source', 'importedBy', 'approvedAt'])
    .$narrowType<{ readonly kind: DefinitionKind }>()
    .execute();
  return rows.map((row) => ({ type: 'approval', ...row }));
}

/**
 * What happened, newest last: at most the `limit` newest entries. What is equally old stands in the order of cause and
 * effect.
 */
export async function loadHistory(db: Db, filter: HistoryFilter): Promise<readonly HistoryEntry[]> {
  const newestFirst = [
    await loadSpans(db, filter),
    await loadDrifts(db, filter),
    await loadApprovals(db, filter),
    await loadVolatileHistory(db, filter),
    await loadAttentionHistory(db, filter),
    await loadDecisions(db, filter),
    await loadAlerts(db, filter),
  ];
  const entries = newestFirst.flatMap((list) => list.toReversed());
  const inOrder = entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return inOrder.slice(Math.max(0, inOrder.length - filter.limit));
}
