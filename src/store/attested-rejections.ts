import type { AuditEntry } from '../core/audit.ts';
import type { AuditFault } from '../core/audit-walk.ts';
import { canonicalise } from '../core/canonical.ts';
import { isArray, isObject, own, type JsonObject } from '../core/json.ts';
import { beginOf } from './attest.ts';
import type { Db } from './engine.ts';
import type { DriftTable } from './tables.ts';

const batchRows = 500;

/** What is compared of one rejected drift. */
const columns = [
  'id',
  'server',
  'kind',
  'name',
  'item',
  'change',
  'severity',
  'fingerprint',
  'approvedFingerprint',
  'closedAt',
] as const satisfies readonly (keyof DriftTable)[];

/** Those columns as one text. */
function told(drift: JsonObject): string {
  const name = own(drift, 'name');
  const all = { ...drift, name: typeof name === 'string' ? beginOf(name) : null };
  return canonicalise(columns.map((column) => own(all, column) ?? null)).text;
}

/**
 * Which drift is rejected, as the log says. A drift leaves the picture when its rejection ends, so what is held grows
 * with the rejections in force and not with the log.
 */
export class AttestedRejections {
  readonly #current = new Map<number, { readonly id: number; readonly text: string }>();

  /** What was rejected when the log began. `start` is what its first row is about. */
  #begin(start: JsonObject): void {
    const rejected = own(start, 'rejected');
    for (const drift of isArray(rejected) ? rejected : []) {
      if (isObject(drift)) this.#current.set(Number(drift['id']), { id: 1, text: told(drift) });
    }
  }

  note(id: number, { action, row, server }: AuditEntry): void {
    if (action === 'start') this.#begin(row);
    const drift = Number(row['id']);
    if (action === 'reject') this.#current.set(drift, { id, text: told({ ...row, server }) });
    if (action === 'reject-ended') this.#current.delete(drift);
  }

  /** Whether just these are rejected now. */
  async compare(db: Db): Promise<AuditFault | null> {
    const left = new Map(this.#current);
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      const rows = await db
        .selectFrom('drift')
        .select(columns)
        .where('state', '=', 'rejected')
        .where('id', '>', after)
        .orderBy('id')
        .limit(batchRows)
        .execute();
      for (const drift of rows) {
        const known = left.get(drift.id);
        if (known === undefined)
          return { id: null, detail: `drift ${drift.id} became rejected without a row of the log` };
        if (known.text !== told(drift))
          return { id: known.id, detail: `is about drift ${drift.id}, which says something else now` };
        left.delete(drift.id);
      }
      after = rows.at(-1)?.id ?? after;
      if (rows.length < batchRows) break;
    }
    const [missing] = left;
    return missing === undefined
      ? null
      : { id: missing[1].id, detail: `is about drift ${missing[0]}, which is no longer rejected` };
  }
}
