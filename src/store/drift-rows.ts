import { sql, type Selectable } from 'kysely';
import type { Expectation } from '../core/expectation.ts';
import type { Finding } from '../core/finding.ts';
import type { Telling } from '../core/situation.ts';
import type { CurrentDrift, Drift, DriftState } from '../monitor/ports-record.ts';
import type { Db } from './engine.ts';
import { byItem, itemHash } from './item-hash.ts';
import type { DriftTable } from './tables.ts';

/** Literals, not parameters: only so does SQLite see that the partial index `drift_current` holds the answer. */
export const isCurrent = sql<boolean>`state in ('open', 'rejected')`;

/** The columns of `Drift`, of which `toDrift` makes one. */
export const driftColumns = [
  'id',
  'kind',
  'name',
  'state',
  'change',
  'severity',
  'fingerprint',
  'approvedFingerprint',
  'openedAt',
  'closedAt',
  'alerted',
  'goesWith',
  'silent',
  'unasked',
  'since',
  'lastGoodAt',
  'told',
  'toldAt',
  'isOwed',
  'expected',
  'ackedAt',
  'ackedBy',
] as const satisfies readonly (keyof Drift)[];

/** Columns as they are meant. */
export function toDrift<
  T extends Pick<Selectable<DriftTable>, 'alerted' | 'goesWith' | 'unasked' | 'isOwed' | 'expected'>,
>({ alerted, goesWith, unasked, isOwed, expected, ...row }: T) {
  return {
    ...row,
    alerted: alerted === 1,
    isOwed: isOwed === 1,
    // What `insertDrift` wrote.
    goesWith: goesWith === null ? [] : (JSON.parse(goesWith) as string[]),
    unasked: unasked === null ? [] : (JSON.parse(unasked) as string[]),
    expected: expected === null ? null : (JSON.parse(expected) as Expectation),
  };
}

/** Drift in state `open` or `rejected`. */
export async function loadDrift(db: Db, server: string): Promise<readonly CurrentDrift[]> {
  const rows = await db
    .selectFrom('drift')
    .select(driftColumns)
    .where('server', '=', server)
    .where(isCurrent)
    .$narrowType<{ readonly state: CurrentDrift['state'] }>()
    .execute();
  return rows.map(toDrift).toSorted(byItem);
}

export async function insertDrift(
  db: Db,
  server: string,
  finding: Finding,
  at: string,
  { since, lastGoodAt, told, toldAt, isOwed }: Telling,
): Promise<void> {
  const { kind, name, change, severity, fingerprint, approvedFingerprint } = finding;
  const { goesWith = [], silent = null, unasked = [], expected } = finding;
  await db
    .insertInto('drift')
    .values({
      ...{ server, kind, name, item: itemHash(kind, name), state: 'open', change, severity },
      ...{ fingerprint, approvedFingerprint, openedAt: at, closedAt: null },
      ...{ since, lastGoodAt, told, toldAt, isOwed: isOwed ? 1 : 0, alerted: told !== null && !isOwed ? 1 : 0 },
      goesWith: goesWith.length === 0 ? null : JSON.stringify(goesWith),
      silent,
      unasked: unasked.length === 0 ? null : JSON.stringify(unasked),
      expected: expected === undefined ? null : JSON.stringify(expected),
    })
    .execute();
}

/**
 * Moves a current drift of this server to another state and returns it as it was and as it is. Throws if there is none
 * with this id.
 */
export async function settleDrift(
  db: Db,
  server: string,
  id: number,
  state: Exclude<DriftState, 'open'>,
  at: string,
): Promise<{ readonly before: DriftState; readonly drift: Selectable<DriftTable> }> {
  const current = db.selectFrom('drift').selectAll().where('id', '=', id).where('server', '=', server).where(isCurrent);
  const drift = await current.executeTakeFirst();
  if (drift === undefined) throw new Error(`drift ${id} is not current`);
  await db.updateTable('drift').set({ state, closedAt: at, isOwed: 0 }).where('id', '=', id).execute();
  return { before: drift.state, drift: { ...drift, state, closedAt: at } };
}
