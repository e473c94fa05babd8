import { parseEntry, type AuditAction } from '../core/audit.ts';
import { own } from '../core/json.ts';
import type { HistoryEntry } from '../monitor/ports-record.ts';
import type { Db } from './engine.ts';
import type { HistoryFilter } from './history.ts';

/** Decisions that are kept in no table but the log. Those on approvals and volatile texts are read from their tables. */
const actions: readonly AuditAction[] = ['reject', 'reject-ended', 'config'];
const pageRows = 200;

/** The newest ones first. What a decision is about stands in its JSON only, so an item is looked for page by page. */
export async function loadDecisions(
  db: Db,
  { server, item, since, limit }: HistoryFilter,
): Promise<readonly HistoryEntry[]> {
  const found: HistoryEntry[] = [];
  for (let offset = 0; found.length < limit; offset += pageRows) {
    const rows = await db
      .selectFrom('audit')
      .where('action', 'in', actions)
      .$if(server !== undefined, (query) => query.where('server', '=', server ?? ''))
      .$if(since !== undefined, (query) => query.where('at', '>=', since ?? ''))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageRows)
      .offset(offset)
      .select('entry')
      .execute();
    for (const { row, server, ...decision } of rows.map(parseEntry)) {
      if (item !== undefined && own(row, 'name') !== item) continue;
      found.push({ type: 'decision', server: server ?? '', ...decision, details: row });
    }
    if (rows.length < pageRows) break;
  }
  return found.slice(0, limit);
}
