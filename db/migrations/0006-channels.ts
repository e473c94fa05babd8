import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** How each channel does, what it gave back for a delivery, and in which summary a delivery was told. */
export function channels({ text }: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('channel')
        .addColumn('name', text, (column) => column.primaryKey())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('failing_since', text)
        .addColumn('reason', text)
        .addColumn('paused_until', text)
        .addColumn('is_told', 'integer', (column) => column.notNull())
        .addColumn('told_at', text)
        .execute();
      // SQLite adds one column at a time.
      await db.schema.alterTable('delivery').addColumn('receipt', text).execute();
      await db.schema
        .alterTable('delivery')
        .addColumn('summary', text, (column) => column.references('alert.id'))
        .execute();
      await db.schema.createIndex('delivery_summary').on('delivery').column('summary').execute();
      await db.schema.createIndex('delivery_sent').on('delivery').columns(['channel', 'sent_at']).execute();
    },
  };
}
