import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** When it was alerted that a server wants credentials. */
export function login({ text }: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema.alterTable('server').addColumn('login_alerted_at', text).execute();
    },
  };
}
