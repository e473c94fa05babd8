import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

// A migration belongs to the schema of its day, not to the tables of today.
type Db = Kysely<unknown>;

/** `history` reads the newest rows of one server or of all. */
async function createTimeIndexes(db: Db, table: string, column: string): Promise<void> {
  await db.schema.createIndex(`${table}_time`).on(table).column(column).execute();
  await db.schema.createIndex(`${table}_server_time`).on(table).columns(['server', column]).execute();
}

async function createServer(db: Db, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('server')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('verdict', text, (column) => column.notNull())
    .addColumn('outcome', text)
    .addColumn('reason', text)
    .addColumn('era', text)
    .addColumn('protocol_version', text)
    .addColumn('ttl_ms', 'double precision')
    .addColumn('remarks', text, (column) => column.notNull())
    .addColumn('listen', text)
    .addColumn('listen_detail', text)
    .addColumn('items', text, (column) => column.notNull())
    .addColumn('fingerprint', text)
    .addColumn('approved_fingerprint', text)
    .addColumn('digest', text)
    .addColumn('last_reading_at', text)
    .addColumn('last_complete_at', text)
    .addColumn('last_good_at', text)
    .addColumn('verified_since', text)
    .addColumn('unverified_since', text)
    .addColumn('failures', 'bigint', (column) => column.notNull())
    .addColumn('next_reading_at', text)
    .addColumn('blind_alerted_at', text)
    .addColumn('seen_at', text)
    .execute();
}

async function createDefinition(db: Db, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('definition')
    .addColumn('fingerprint', text, (column) => column.primaryKey())
    .addColumn('recipe', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('first_seen_at', text, (column) => column.notNull())
    .execute();
}

async function createSnapshot(db: Db, { text, id, counting }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('snapshot')
    .addColumn('id', id, counting)
    .addColumn('server', text, (column) => column.notNull().references('server.name'))
    .addColumn('fingerprint', text, (column) => column.notNull())
    .addColumn('era', text, (column) => column.notNull())
    .addColumn('items', 'bigint', (column) => column.notNull())
    .addColumn('first_seen_at', text, (column) => column.notNull())
    .addUniqueConstraint('snapshot_once', ['server', 'fingerprint'])
    .execute();
  await db.schema
    .createTable('snapshot_item')
    .addColumn('snapshot_id', 'bigint', (column) => column.notNull().references('snapshot.id'))
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('fingerprint', text, (column) => column.notNull().references('definition.fingerprint'))
    .addColumn('copies', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('snapshot_item_place', ['snapshot_id', 'position'])
    .execute();
  await db.schema
    .createIndex('snapshot_item_fingerprint')
    .on('snapshot_item')
    .columns(['fingerprint', 'snapshot_id'])
    .execute();
}

async function createSpan(db: Db, { text, id, counting }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('span')
    .addColumn('id', id, counting)
    .addColumn('snapshot_id', 'bigint', (column) => column.notNull().references('snapshot.id'))
    .addColumn('server', text, (column) => column.notNull().references('server.name'))
    .addColumn('first_seen_at', text, (column) => column.notNull())
    .addColumn('last_seen_at', text)
    .execute();
  await db.schema.createIndex('span_newest').on('span').columns(['server', 'id']).execute();
  await createTimeIndexes(db, 'span', 'first_seen_at');
}

async function createApproval(db: Db, { text, id, counting }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('approval')
    .addColumn('id', id, counting)
    .addColumn('server', text, (column) => column.notNull().references('server.name'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('item', text, (column) => column.notNull())
    .addColumn('fingerprint', text, (column) => column.references('definition.fingerprint'))
    .addColumn('copies', 'bigint', (column) => column.notNull())
    .addColumn('surface_fingerprint', text)
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('by', text, (column) => column.notNull())
    .addColumn('note', text)
    .addColumn('source', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('approval_newest').on('approval').columns(['server', 'item', 'id']).execute();
  await createTimeIndexes(db, 'approval', 'at');
}

async function createDrift(db: Db, { text, id, counting }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('drift')
    .addColumn('id', id, counting)
    .addColumn('server', text, (column) => column.notNull().references('server.name'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('item', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('change', text, (column) => column.notNull())
    .addColumn('severity', text, (column) => column.notNull())
    .addColumn('fingerprint', text)
    .addColumn('approved_fingerprint', text)
    .addColumn('opened_at', text, (column) => column.notNull())
    .addColumn('closed_at', text)
    .addColumn('alerted', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('drift_current')
    .unique()
    .on('drift')
    .columns(['server', 'item'])
    .where(sql.ref('state'), 'in', [sql.lit('open'), sql.lit('rejected')])
    .execute();
  await createTimeIndexes(db, 'drift', 'opened_at');
}

async function createAlert(db: Db, { text, id, counting }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('alert')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('server', text, (column) => column.notNull())
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('severity', text, (column) => column.notNull())
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('payload', text, (column) => column.notNull())
    .execute();
  await createTimeIndexes(db, 'alert', 'at');
  await db.schema
    .createTable('delivery')
    .addColumn('id', id, counting)
    .addColumn('alert_id', text, (column) => column.notNull().references('alert.id'))
    .addColumn('channel', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', text)
    .addColumn('lease_until', text)
    .addColumn('sent_at', text)
    .addColumn('error', text)
    .addUniqueConstraint('delivery_once', ['alert_id', 'channel'])
    .execute();
  await db.schema.createIndex('delivery_due').on('delivery').columns(['state', 'next_attempt_at', 'id']).execute();
}

/** Item hashes, not names, stand in indexes: a hostile name is longer than a PostgreSQL index entry may be. */
export function main(types: ColumnTypes): Migration {
  return {
    async up(db: Db): Promise<void> {
      await createServer(db, types);
      await createDefinition(db, types);
      await createSnapshot(db, types);
      await createSpan(db, types);
      await createApproval(db, types);
      await createDrift(db, types);
      await createAlert(db, types);
    },
  };
}
