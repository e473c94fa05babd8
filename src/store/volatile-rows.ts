import type { Selectable } from 'kysely';
import { itemKey } from '../core/definition.ts';
import type { VolatileEntry, VolatileRule } from '../monitor/ports-decision.ts';
import type { HistoryEntry } from '../monitor/ports-record.ts';
import type { Db } from './engine.ts';
import type { HistoryFilter } from './history.ts';
import { byItem } from './item-hash.ts';
import type { VolatileTable } from './tables.ts';

const columns = ['kind', 'name', 'pointer', 'pattern', 'action', 'at', 'by', 'note'] as const;

/** The rules in force: the newest decision on each text, unless it is to remove. A person makes few of them. */
export async function loadVolatile(db: Db, server: string): Promise<readonly VolatileRule[]> {
  const rows = await db.selectFrom('volatile').where('server', '=', server).orderBy('id').select(columns).execute();
  const newest = new Map(rows.map((row) => [`${row.pointer}\n${itemKey(row)}`, row]));
  const inForce = [...newest.values()].filter(({ action }) => action === 'add');
  return inForce.map(({ action: _action, ...rule }) => rule).toSorted(byItem);
}

export function insertVolatile(
  db: Db,
  server: string,
  entry: VolatileEntry,
  from: string | null,
): Promise<Selectable<VolatileTable>> {
  const { kind, name, pointer, pattern, action, at, by, note } = entry;
  return db
    .insertInto('volatile')
    .values({ server, kind, name, pointer, pattern, action, at, by, from, note })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function loadVolatileHistory(
  db: Db,
  { server, item, since, limit }: HistoryFilter,
): Promise<readonly HistoryEntry[]> {
  const rows = await db
    .selectFrom('volatile')
    .$if(server !== undefined, (query) => query.where('server', '=', server ?? ''))
    .$if(item !== undefined, (query) => query.where('name', '=', item ?? ''))
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['server', 'from'])
    .select(columns)
    .execute();
  return rows.map((row) => ({ type: 'volatile', ...row }));
}
