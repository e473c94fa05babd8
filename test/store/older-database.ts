import { Migrator } from 'kysely';
import { migrations } from '../../db/migrations/index.ts';
import type { DatabaseConfig } from '../../src/config/config.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { openSqlite } from '../../src/store/sqlite.ts';

/** Makes the schema as a program knew it whose last migration was `last`. */
export async function createOlderDatabase(config: DatabaseConfig, last: string): Promise<void> {
  const engine = config.kind === 'sqlite' ? await openSqlite(config.path) : openPostgres(config.url);
  try {
    const all = migrations(engine.columnTypes);
    const known = all.slice(0, all.findIndex(({ name }) => name === last) + 1);
    const migrate = (db: typeof engine.writer) => {
      const getMigrations = async () => Object.fromEntries(known.map(({ name, ...migration }) => [name, migration]));
      const names = { migrationTableName: 'tooldrift_migration', migrationLockTableName: 'tooldrift_migration_lock' };
      return new Migrator({ db, provider: { getMigrations }, ...names }).migrateToLatest();
    };
    const { error } = await engine.writer.connection().execute((db) => engine.exclusively(db, () => migrate(db)));
    if (error !== undefined) throw error instanceof Error ? error : new Error('not migrated', { cause: error });
  } finally {
    await engine.close();
  }
}
