import { type Kysely, type Migration, sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { ColumnTypes } from './column-types.ts';

/** The tables of the day that the log begins with. */
interface Before {
  readonly approval: {
    readonly id: number;
    readonly server: string;
    readonly kind: string;
    readonly name: string;
    readonly item: string;
    readonly fingerprint: string | null;
    readonly copies: number;
    readonly surfaceFingerprint: string | null;
    readonly at: string;
    readonly by: string;
    readonly note: string | null;
    readonly source: string;
  };
  readonly volatile: {
    readonly id: number;
    readonly server: string;
    readonly kind: string;
    readonly name: string;
    readonly pointer: string;
    readonly pattern: string;
    readonly action: string;
    readonly at: string;
    readonly by: string;
    readonly note: string | null;
  };
  readonly drift: {
    readonly id: number;
    readonly server: string;
    readonly kind: string;
    readonly name: string;
    readonly item: string;
    readonly change: string;
    readonly severity: string;
    readonly state: string;
    readonly closedAt: string | null;
    readonly fingerprint: string | null;
    readonly approvedFingerprint: string | null;
  };
  readonly audit: Readonly<Record<'at' | 'action' | 'by' | 'entry' | 'previous' | 'hash', string>> & {
    readonly id: number;
  };
}

type Db = Kysely<Before>;

const batchRows = 500;
const approvalColumns = [
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
] as const;
const volatileColumns = ['id', 'server', 'kind', 'name', 'pointer', 'pattern', 'action', 'at', 'by', 'note'] as const;

/** RFC 8785 text of an object whose values are texts, whole numbers and null, or made of such. */
function canonical(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** What stood in a table: `hash` is the SHA-256 of the RFC 8785 texts of its rows in order of id, a line each. */
async function sumUp(load: (afterId: number) => Promise<readonly { readonly id: number }[]>): Promise<object> {
  const hash = createHash('sha256');
  let [count, lastId] = [0, 0];
  for (;;) {
    const rows = await load(lastId);
    for (const row of rows) hash.update(`${canonical(row)}\n`, 'utf8');
    count += rows.length;
    lastId = rows.at(-1)?.id ?? lastId;
    if (rows.length < batchRows) return { count, lastId, hash: `v1:${hash.digest('hex')}` };
  }
}

/** The first row of the log names what was decided before there was one. */
async function begin(db: Db): Promise<void> {
  const oldest = (afterId: number) => sql<boolean>`id > ${afterId}`;
  const row = {
    approvals: await sumUp((afterId) =>
      db.selectFrom('approval').select(approvalColumns).where(oldest(afterId)).orderBy('id').limit(batchRows).execute(),
    ),
    volatile: await sumUp((afterId) =>
      db.selectFrom('volatile').select(volatileColumns).where(oldest(afterId)).orderBy('id').limit(batchRows).execute(),
    ),
    rejected: await db
      .selectFrom('drift')
      .where('state', '=', 'rejected')
      .orderBy('id')
      .select(['id', 'server', 'kind', 'name', 'item', 'change', 'severity'])
      .select(['fingerprint', 'approvedFingerprint', 'closedAt'])
      .execute(),
  };
  const at = new Date().toISOString();
  const decided = { at, server: null, action: 'start', by: 'tooldrift', from: null, note: null };
  const entry = canonical({ id: 1, ...decided, row });
  const previous = `v1:${'0'.repeat(64)}`;
  const hash = `v1:${createHash('sha256').update(`${previous}\n${entry}`, 'utf8').digest('hex')}`;
  await db.insertInto('audit').values({ id: 1, at, action: 'start', by: 'tooldrift', entry, previous, hash }).execute();
}

/** What pruning looks for. */
async function createIndexes(db: Db): Promise<void> {
  await db.schema.createIndex('span_ended').on('span').columns(['server', 'last_seen_at']).execute();
  await db.schema.createIndex('span_snapshot').on('span').column('snapshot_id').execute();
  await db.schema.createIndex('approval_fingerprint').on('approval').column('fingerprint').execute();
  await db.schema.createIndex('drift_fingerprint').on('drift').column('fingerprint').execute();
  await db.schema.createIndex('drift_approved').on('drift').column('approved_fingerprint').execute();
}

/** Who decided what: an append-only log in which each row carries the hash of the one before. */
export function audit({ text, id }: ColumnTypes): Migration {
  return {
    async up(db: Db): Promise<void> {
      await db.schema
        .createTable('audit')
        .addColumn('id', id, (column) => column.primaryKey())
        .addColumn('at', text, (column) => column.notNull())
        .addColumn('server', text)
        .addColumn('action', text, (column) => column.notNull())
        .addColumn('by', text, (column) => column.notNull())
        .addColumn('from', text)
        .addColumn('note', text)
        .addColumn('entry', text, (column) => column.notNull())
        .addColumn('previous', text, (column) => column.notNull())
        .addColumn('hash', text, (column) => column.notNull())
        .execute();
      await db.schema.createIndex('audit_action').on('audit').columns(['action', 'at']).execute();
      for (const table of ['approval', 'volatile']) await db.schema.alterTable(table).addColumn('from', text).execute();
      await createIndexes(db);
      await begin(db);
    },
  };
}
