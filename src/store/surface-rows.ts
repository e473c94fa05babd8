import { sameCircumstances, type Circumstances } from '../core/circumstances.ts';
import type { Definition, ItemKey, Surface } from '../core/definition.ts';
import { recipe } from '../core/fingerprint.ts';
import type { Era } from '../monitor/ports-reading.ts';
import type { StoredSurface } from '../monitor/ports-record.ts';
import type { Insertable } from 'kysely';
import { inBatches } from './batch.ts';
import type { Db, Engine } from './engine.ts';
import { packageText, parsePackage } from './package-text.ts';
import { firstSeen, newestSpan } from './span-rows.ts';
import type { Tables } from './tables.ts';

type DefinitionRow = Insertable<Tables['definition']>;

/** So many characters of definitions go into one statement: a driver copies them more than once. */
const maxLength = 250_000;

/**
 * Keeps each definition once. Sorted: two transactions that keep the same ones must not wait for each other in a
 * circle.
 */
export async function keepDefinitions(
  db: Db,
  engine: Engine['kind'],
  definitions: readonly Pick<Definition, 'fingerprint' | 'text'>[],
  at: string,
): Promise<void> {
  // Not the texts: those of all definitions at once may be much.
  const unique = new Map(definitions.map((definition) => [definition.fingerprint, definition]));
  await inBatches([...unique.keys()].toSorted(), async (fingerprints) => {
    const found = await db
      .selectFrom('definition')
      .select('fingerprint')
      .where('fingerprint', 'in', fingerprints)
      // Pruning does not take what is locked. SQLite: the transaction holds the write lock.
      .$if(engine === 'postgres', (query) => query.orderBy('fingerprint').forKeyShare())
      .execute();
    const known = new Set(found.map((row) => row.fingerprint));
    let rows: DefinitionRow[] = [];
    let length = 0;
    for (const fingerprint of fingerprints.filter((one) => !known.has(one))) {
      const text = unique.get(fingerprint)?.text ?? '';
      rows.push({ fingerprint, recipe, text, firstSeenAt: at });
      length += text.length;
      if (length < maxLength) continue;
      await insertDefinitions(db, rows);
      rows = [];
      length = 0;
    }
    await insertDefinitions(db, rows);
  });
}

async function insertDefinitions(db: Db, rows: readonly DefinitionRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('definition')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Keeps the snapshot of a server once and returns its id. */
async function keepSnapshot(
  db: Db,
  engine: Engine['kind'],
  server: string,
  surface: Surface,
  era: Era,
  at: string,
): Promise<number> {
  const { fingerprint, definitions } = surface;
  const known = await db
    .selectFrom('snapshot')
    .select('id')
    .where('server', '=', server)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  await keepDefinitions(db, engine, definitions, at);
  const items = definitions.reduce((sum, { copies }) => sum + copies, 0);
  const { id } = await db
    .insertInto('snapshot')
    .values({ server, fingerprint, era, items, firstSeenAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = definitions.map(({ kind, name, fingerprint, copies }, position) => ({
    ...{ snapshotId: id, position, kind, name, fingerprint, copies },
  }));
  await inBatches(rows, async (batch) => {
    await db.insertInto('snapshotItem').values(batch).execute();
  });
  return id;
}

/**
 * Keeps `surface` as the latest one of `server`, whose row exists. False if it already was, under the same circumstances:
 * then only its span grew.
 */
export async function keepSurface(
  db: Db,
  engine: Engine['kind'],
  server: string,
  surface: Surface,
  era: Era,
  at: string,
  circumstances: Circumstances,
): Promise<boolean> {
  const span = await newestSpan(db, server).executeTakeFirst();
  const isNew =
    span?.fingerprint !== surface.fingerprint ||
    !sameCircumstances({ ...span, package: parsePackage(span.package) }, circumstances);
  if (isNew) {
    if (span !== undefined) {
      await db.updateTable('span').set({ lastSeenAt: span.seenAt }).where('id', '=', span.spanId).execute();
    }
    const snapshotId = await keepSnapshot(db, engine, server, surface, era, at);
    const { protocolVersion, auth } = circumstances;
    const seen = { protocolVersion, auth, package: packageText(circumstances.package) };
    await db
      .insertInto('span')
      .values({ snapshotId, server, firstSeenAt: at, lastSeenAt: null, ...seen })
      .execute();
  }
  await db.updateTable('server').set({ seenAt: at }).where('name', '=', server).execute();
  return isNew;
}

/** The latest complete surface of `server` with its texts, null before the first. */
export async function loadSurface(db: Db, server: string): Promise<StoredSurface | null> {
  const span = await newestSpan(db, server).executeTakeFirst();
  if (span === undefined) return null;
  const definitions = await db
    .selectFrom('snapshotItem')
    .innerJoin('definition', 'definition.fingerprint', 'snapshotItem.fingerprint')
    .where('snapshotItem.snapshotId', '=', span.snapshotId)
    .orderBy('snapshotItem.position')
    .select(['snapshotItem.kind', 'snapshotItem.name', 'snapshotItem.copies'])
    .select(['definition.fingerprint', 'definition.text'])
    .execute();
  const { fingerprint, seenAt } = span;
  const firstSeenAt = await firstSeen(db, server, span);
  return { fingerprint, firstSeenAt, lastSeenAt: seenAt ?? firstSeenAt, definitions };
}

/** `ServerTx.recentTexts`. */
export async function loadRecentTexts(
  db: Db,
  server: string,
  { kind, name }: ItemKey,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .with('newest', (cte) =>
      cte.selectFrom('snapshot').where('server', '=', server).orderBy('id', 'desc').limit(limit).select('id'),
    )
    .selectFrom('newest')
    .innerJoin('snapshotItem', 'snapshotItem.snapshotId', 'newest.id')
    .innerJoin('definition', 'definition.fingerprint', 'snapshotItem.fingerprint')
    .where('snapshotItem.kind', '=', kind)
    .where('snapshotItem.name', '=', name)
    .select('definition.text')
    .distinct()
    .execute();
  return rows.map(({ text }) => text);
}

/**
 * `Store.countRecorded`. A range, because a prefix may hold what LIKE takes for a wildcard; fingerprints are ASCII below
 * U+007F.
 */
export async function countRecorded(db: Db, server: string, prefix: string): Promise<number> {
  const end = `${prefix}\u007f`;
  const surface = db
    .selectFrom('snapshot')
    .where('server', '=', server)
    .where('fingerprint', '>=', prefix)
    .where('fingerprint', '<', end)
    .select('fingerprint');
  const definition = db
    .selectFrom('snapshotItem')
    .innerJoin('snapshot', 'snapshot.id', 'snapshotItem.snapshotId')
    .where('snapshot.server', '=', server)
    .where('snapshotItem.fingerprint', '>=', prefix)
    .where('snapshotItem.fingerprint', '<', end)
    .select('snapshotItem.fingerprint');
  const rows = await surface.union(definition).limit(2).execute();
  return rows.length;
}

export async function loadText(db: Db, fingerprint: string): Promise<string | null> {
  const row = await db
    .selectFrom('definition')
    .select('text')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return row?.text ?? null;
}
