import type { Expectation } from '../core/expectation.ts';
import type { AttentionEntry } from '../monitor/ports-decision.ts';
import type { HistoryEntry } from '../monitor/ports-record.ts';
import type { Selectable } from 'kysely';
import { isCurrent } from './drift-rows.ts';
import type { Db } from './engine.ts';
import type { HistoryFilter } from './history.ts';
import type { AttentionTable } from './tables.ts';

const columns = ['action', 'driftId', 'kind', 'name', 'fingerprint', 'until', 'at', 'by', 'note'] as const;

/** Appends to the log, marks what it is about, and returns the new row. */
export async function insertAttention(
  db: Db,
  server: string,
  entry: AttentionEntry,
): Promise<Selectable<AttentionTable>> {
  const { action, at, by, note } = entry;
  const none = { driftId: null, kind: null, name: null, fingerprint: null, until: null };
  if (entry.action === 'ack') {
    const { driftId, kind, name, fingerprint } = entry;
    const ack = { ...none, driftId, kind, name, fingerprint };
    const row = await db
      .insertInto('attention')
      .values({ server, action, at, by, note, ...ack })
      .returningAll()
      .executeTakeFirstOrThrow();
    await db
      .updateTable('drift')
      .set({ ackedAt: at, ackedBy: by })
      .where('id', '=', driftId)
      .where('server', '=', server)
      .where(isCurrent)
      .execute();
    return row;
  }
  const { until } = entry;
  const row = await db
    .insertInto('attention')
    .values({ server, action, at, by, note, ...none, until })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (action === 'snooze')
    await db.updateTable('server').set({ snoozedUntil: until }).where('name', '=', server).execute();
  return row;
}

/** What was expected last. */
export async function loadExpectation(db: Db, server: string): Promise<Expectation | null> {
  const row = await db
    .selectFrom('attention')
    .where('server', '=', server)
    .where('action', '=', 'expect')
    .orderBy('id', 'desc')
    .limit(1)
    .select(['at', 'until', 'by', 'note'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { at: from, until, by, note } = row;
  return until === null ? null : { from, until, by, note };
}

/** Of one item only what was said of that item. */
export async function loadAttentionHistory(
  db: Db,
  { server, item, limit }: HistoryFilter,
): Promise<readonly HistoryEntry[]> {
  const rows = await db
    .selectFrom('attention')
    .$if(server !== undefined, (query) => query.where('server', '=', server ?? ''))
    .$if(item !== undefined, (query) => query.where('name', '=', item ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select('server')
    .select(columns)
    .execute();
  return rows.map(({ server: of, ...row }) => ({ type: 'attention', server: of, ...toEntry(row) }));
}

function toEntry(row: Pick<Selectable<AttentionTable>, (typeof columns)[number]>): AttentionEntry {
  const { action, driftId, kind, name, fingerprint, until, at, by, note } = row;
  if (action !== 'ack') return { action, until: until ?? at, at, by, note };
  // `insertAttention` sets all of these for an `ack`.
  if (driftId === null || kind === null || name === null) throw new Error('an ack names no drift');
  return { action, driftId, kind, name, fingerprint, at, by, note };
}
