import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Of an approval that came from a file: who took it in, and when it was made. */
export function imports({ text }: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('approval').addColumn('imported_by', text).execute();
      await db.schema.alterTable('approval').addColumn('approved_at', text).execute();
    },
  };
}
