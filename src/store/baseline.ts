import type { Insertable, Selectable } from 'kysely';
import type { ApprovalBatch, Approved } from '../monitor/ports-decision.ts';
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

function toRows(server: string, batch: ApprovalBatch, from: string | null): readonly Insertable<ApprovalTable>[] {
  const { entries, surfaceFingerprint, at, by, note, source, imported } = batch;
  const taken = { importedBy: imported?.by ?? null, approvedAt: imported?.approvedAt ?? null };
  const common = { server, surfaceFingerprint, at, by, from, note, source, ...taken };
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

/** Appends to the approvals and returns the rows in order of id. */
export async function appendApprovals(
  db: Db,
  server: string,
  batch: ApprovalBatch,
  from: string | null,
): Promise<readonly Selectable<ApprovalTable>[]> {
  const appended: Selectable<ApprovalTable>[] = [];
  await inBatches(toRows(server, batch, from), async (rows) => {
    appended.push(...(await db.insertInto('approval').values(rows).returningAll().execute()));
  });
  const { surfaceFingerprint: approvedFingerprint } = batch;
  if (approvedFingerprint !== null)
    await db.updateTable('server').set({ approvedFingerprint }).where('name', '=', server).execute();
  // No engine promises to return rows in the order in which they were given.
  return appended.toSorted((a, b) => a.id - b.id);
}
