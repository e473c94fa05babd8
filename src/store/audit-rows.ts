import type { AuditRow } from '../core/audit.ts';
import type { Db } from './engine.ts';

/** So many rows are held at once, however long the log is. */
const batchRows = 500;

/** All rows of the log in order of id, a batch at a time. Runs in a transaction. */
export async function* walkAudit(db: Db): AsyncGenerator<readonly AuditRow[]> {
  // The first row is due as 1, but whoever puts one before it is to be seen.
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchRows)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

/** `Store.exportAudit`. */
export async function exportAudit(db: Db, show: (rows: readonly AuditRow[]) => void): Promise<void> {
  for await (const rows of walkAudit(db)) show(rows);
}
