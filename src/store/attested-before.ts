import { createHash } from 'node:crypto';
import type { AuditFault } from '../core/audit-walk.ts';
import { canonicalise } from '../core/canonical.ts';
import { own, type JsonObject } from '../core/json.ts';
import type { Db } from './engine.ts';

const batchRows = 500;

/** The columns that a table had when the log began, and the key of its sum in the first row of the log. */
const before = {
  approval: {
    key: 'approvals',
    columns: [
      'id',
      'server',
      'kind',
      'name',
      'item',
      'fingerprint',
      'copies',
      'surfaceFingerprint',
      'at',
      'by',
      'note',
      'source',
    ],
  },
  volatile: {
    key: 'volatile',
    columns: ['id', 'server', 'kind', 'name', 'pointer', 'pattern', 'action', 'at', 'by', 'note'],
  },
} as const;

export type TableBefore = keyof typeof before;

function numberOf(sum: unknown): number {
  return typeof sum === 'number' ? sum : 0;
}

/** The last row of `table` that stood there before the log began. `start` is what the first row of the log is about. */
export function lastBefore(table: TableBefore | null, start: JsonObject): number {
  if (table === null) return 0;
  return numberOf(own(own(start, before[table].key), 'lastId'));
}

function load(db: Db, table: TableBefore, after: number, upTo: number): Promise<readonly JsonObject[]> {
  if (table === 'approval') {
    const rows = db.selectFrom('approval').select(before.approval.columns).select('from');
    return rows.where('id', '>', after).where('id', '<=', upTo).orderBy('id').limit(batchRows).execute();
  }
  const rows = db.selectFrom('volatile').select(before.volatile.columns).select('from');
  return rows.where('id', '>', after).where('id', '<=', upTo).orderBy('id').limit(batchRows).execute();
}

/** Whether the rows from before the log still are what its first row says (migration 0007 has the recipe). */
export async function compareBefore(db: Db, table: TableBefore, start: JsonObject): Promise<AuditFault | null> {
  const lastId = lastBefore(table, start);
  const hash = createHash('sha256');
  let [count, after, isTouched] = [0, Number.MIN_SAFE_INTEGER, false];
  for (;;) {
    const rows = await load(db, table, after, lastId);
    for (const { from, ...row } of rows) {
      isTouched ||= from !== null;
      hash.update(`${canonicalise(row).text}\n`, 'utf8');
    }
    count += rows.length;
    after = numberOf(rows.at(-1)?.['id']);
    if (rows.length < batchRows) break;
  }
  const sum = { count, lastId, hash: `v1:${hash.digest('hex')}` };
  const isSame = canonicalise(sum).text === canonicalise(own(start, before[table].key) ?? null).text;
  if (isSame && !isTouched) return null;
  return { id: 1, detail: `sums up the rows of ${table} up to ${lastId}, which are not what they were then` };
}
