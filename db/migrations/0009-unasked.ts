import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Where a tool that drifted runs without asking. */
export function unasked({ text }: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('drift').addColumn('unasked', text).execute();
    },
  };
}
