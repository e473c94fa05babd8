import type { Insertable } from 'kysely';
import type { ApprovalBatch, Approved } from '../monitor/ports.ts';
import { inBatches } from './batch.ts';
import type { Db } from './engine.ts';
import { byItem, itemHash } from './item-hash.ts';
import type { ApprovalTable } from './tables.ts';

export interface Baseline {
  readonly hasBaseline: boolean;
  readonly baseline: readonly Approved[];
}

function isDefinition<T extends { readonly kind: ApprovalTable['kind'] }>(
  row: T,
): row is T & { readonly kind: Approved['kind'] } {
  return row.kind !== 'surface';
}

/**
 * The newest approval of each definition, with the newest one that approved a text. Derived from the log at each call.
 */
export async function loadBaseline(db: Db, server: string): Promise<Baseline> {
  const rows = await db
    .with('newest', (cte) =>
      cte
        .selectFrom('approval')
        .where('server', '=', server)
        .groupBy('item')
        .select(({ fn, eb }) => [
          fn.max('id').as('id'),
          fn.max(eb.case().when('fingerprint', 'is not', null).then(eb.ref('id')).end()).as('lastId'),
        ]),
    )
    .selectFrom('newest')
    .innerJoin('approval', 'approval.id', 'newest.id')
    .leftJoin('approval as last', 'last.id', 'newest.lastId')
    .leftJoin('definition', 'definition.fingerprint', 'last.fingerprint')
    .select(['approval.kind', 'approval.name', 'approval.fingerprint', 'last.fingerprint as lastFingerprint'])
    .select(({ fn }) => fn.coalesce('approval.approvedAt', 'approval.at').as('approvedAt'))
    .select(['definition.text as lastText', 'approval.copies', 'approval.by', 'approval.note'])
    .execute();
  return { hasBaseline: rows.length > 0, baseline: rows.filter(isDefinition).toSorted(byItem) };
}

function toRows(server: string, batch: ApprovalBatch): readonly Insertable<ApprovalTable>[] {
  const { entries, surfaceFingerprint, at, by, note, source, imported } = batch;
  const from = { importedBy: imported?.by ?? null, approvedAt: imported?.approvedAt ?? null };
  const common = { server, surfaceFingerprint, at, by, note, source, ...from };
  const rows = entries.map(({ kind, name, fingerprint, copies }) => ({
    ...common,
    kind,
    name,
    item: itemHash(kind, name),
    fingerprint,
    copies,
  }));
  if (surfaceFingerprint === null) return rows;
  // A row of its own, so that the approval of a surface without definitions leaves a trace too.
  const marker = {
    ...common,
    kind: 'surface',
    name: '',
    item: itemHash('surface', ''),
    fingerprint: null,
    copies: 1,
  } as const;
  return [...rows, marker];
}

/** Appends to the approvals log. */
export async function appendApprovals(db: Db, server: string, batch: ApprovalBatch): Promise<void> {
  await inBatches(toRows(server, batch), async (rows) => {
    await db.insertInto('approval').values(rows).execute();
  });
  if (batch.surfaceFingerprint === null) return;
  await db
    .updateTable('server')
    .set({ approvedFingerprint: batch.surfaceFingerprint })
    .where('name', '=', server)
    .execute();
}
