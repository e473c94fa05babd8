import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Which parts of which texts may vary: decisions of people, appended and never changed. */
export function volatile({ text, id, counting }: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('volatile')
        .addColumn('id', id, counting)
        .addColumn('server', text, (column) => column.notNull().references('server.name'))
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('name', text, (column) => column.notNull())
        .addColumn('pointer', text, (column) => column.notNull())
        .addColumn('pattern', text, (column) => column.notNull())
        .addColumn('action', text, (column) => column.notNull())
        .addColumn('at', text, (column) => column.notNull())
        .addColumn('by', text, (column) => column.notNull())
        .addColumn('note', text)
        .execute();
      await db.schema.createIndex('volatile_server').on('volatile').columns(['server', 'id']).execute();
    },
  };
}
