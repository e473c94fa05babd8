import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

/** Null in rows from before: nothing was kept of it. SQLite adds one column at a time. */
const columns = {
  server: ['auth', 'package'],
  span: ['protocol_version', 'auth', 'package'],
  drift: ['goes_with', 'silent'],
} as const;

/** Under what a surface was seen, and what a difference goes with. */
export function circumstances({ text }: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const [table, names] of Object.entries(columns)) {
        for (const name of names) await db.schema.alterTable(table).addColumn(name, text).execute();
      }
    },
  };
}
