import { sql, type Kysely, type Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

const driftColumns = ['since', 'last_good_at', 'told', 'told_at', 'expected', 'acked_at', 'acked_by'];
const serverColumns = ['first_seen_alerted_at', 'snoozed_until', 'spoke_at', 'thread'];

/** What people were told of drift and when, and how they live with it: decisions, appended and never changed. */
export function attention({ text, id, counting }: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const column of driftColumns) await db.schema.alterTable('drift').addColumn(column, text).execute();
      await db.schema
        .alterTable('drift')
        .addColumn('is_owed', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      for (const column of serverColumns) await db.schema.alterTable('server').addColumn(column, text).execute();
      await sql`update drift set since = opened_at`.execute(db);
      await sql`update drift set told = severity, told_at = opened_at where alerted = 1`.execute(db);
      await db.schema
        .createIndex('drift_owed')
        .on('drift')
        .columns(['server', 'id'])
        .where(sql.ref('is_owed'), '=', sql.lit(1))
        .execute();
      await createAttention(db, text, id, counting);
    },
  };
}

async function createAttention(
  db: Kysely<unknown>,
  text: ColumnTypes['text'],
  id: ColumnTypes['id'],
  counting: ColumnTypes['counting'],
): Promise<void> {
  await db.schema
    .createTable('attention')
    .addColumn('id', id, counting)
    .addColumn('server', text, (column) => column.notNull().references('server.name'))
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('drift_id', id)
    .addColumn('kind', text)
    .addColumn('name', text)
    .addColumn('fingerprint', text)
    .addColumn('until', text)
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('by', text, (column) => column.notNull())
    .addColumn('note', text)
    .execute();
  await db.schema.createIndex('attention_newest').on('attention').columns(['server', 'action', 'id']).execute();
}
