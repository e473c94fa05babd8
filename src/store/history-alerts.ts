import type { Alert } from '../core/alert.ts';
import type { DeliveryStatus } from '../monitor/ports-delivery.ts';
import type { HistoryEntry } from '../monitor/ports-record.ts';
import { inBatches } from './batch.ts';
import type { Db } from './engine.ts';
import type { HistoryFilter } from './history.ts';
import { parseAlert } from './outbox.ts';

const pageRows = 200;

/**
 * The newest alerts first. Which items an alert is about stands in its JSON only, so an item is looked for page by
 * page.
 */
async function loadNewest(db: Db, { server, item, since, limit }: HistoryFilter): Promise<readonly Alert[]> {
  const found: Alert[] = [];
  for (let offset = 0; found.length < limit; offset += pageRows) {
    const rows = await db
      .selectFrom('alert')
      .$if(server !== undefined, (query) => query.where('server', '=', server ?? ''))
      .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageRows)
      .offset(offset)
      .select('payload')
      .execute();
    const alerts = rows.map(({ payload }) => parseAlert(payload));
    found.push(...alerts.filter(({ findings }) => item === undefined || findings.some(({ name }) => name === item)));
    if (rows.length < pageRows) break;
  }
  return found.slice(0, limit);
}

async function loadDeliveries(
  db: Db,
  alerts: readonly Alert[],
): Promise<ReadonlyMap<string, readonly DeliveryStatus[]>> {
  const deliveries = new Map<string, DeliveryStatus[]>(alerts.map(({ id }) => [id, []]));
  await inBatches([...deliveries.keys()], async (ids) => {
    const rows = await db
      .selectFrom('delivery')
      .where('alertId', 'in', ids)
      .orderBy('id')
      .select(['alertId', 'channel', 'state', 'attempts', 'nextAttemptAt', 'sentAt', 'error', 'summary'])
      .execute();
    for (const { alertId, ...status } of rows) deliveries.get(alertId)?.push(status);
  });
  return deliveries;
}

export async function loadAlerts(db: Db, filter: HistoryFilter): Promise<readonly HistoryEntry[]> {
  const alerts = await loadNewest(db, filter);
  const deliveries = await loadDeliveries(db, alerts);
  return alerts.map(({ id, at, server, reason, severity, channel }) => ({
    ...{ type: 'alert', at, server, id, reason, severity, deliveries: deliveries.get(id) ?? [] },
    ...(channel === undefined ? {} : { channel: channel.name }),
  }));
}
