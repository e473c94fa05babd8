import { Migrator, sql } from 'kysely';
import { migrations } from '../../db/migrations/index.ts';
import { AppError } from '../errors.ts';
import type { Access } from './access.ts';
import type { Db, Engine } from './engine.ts';

const migrationTable = 'tooldrift_migration';
const migrationLockTable = 'tooldrift_migration_lock';

/**
 * Names of the migrations that the database lacks. Throws for a database that is newer than this program, or of another
 * one.
 */
export async function findPending(engine: Engine, db: Db): Promise<readonly string[]> {
  const tables = await engine.tables(db);
  const known = migrations(engine.columnTypes).map(({ name }) => name);
  if (!tables.includes(migrationTable)) {
    if (tables.length === 0) return known;
    throw new AppError(
      'database-foreign',
      `${engine.label} holds tables of another program and was left as it is: name another one in "database"`,
    );
  }
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db);
  const applied = rows.map((row) => row.name);
  if (applied.some((name) => !known.includes(name))) {
    throw new AppError(
      'database-newer',
      `${engine.label} was written by a newer tooldrift and was left as it is: update this program`,
    );
  }
  return known.filter((name) => !applied.includes(name));
}

async function applyPending(engine: Engine, db: Db): Promise<readonly string[]> {
  const pending = await findPending(engine, db);
  const schema = await engine.currentSchema(db);
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(migrations(engine.columnTypes).map(({ name, ...migration }) => [name, migration])),
    },
    migrationTableName: migrationTable,
    migrationLockTableName: migrationLockTable,
    // Without it the migrator is content with a table of that name in any schema.
    ...(schema === null ? {} : { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('the migration failed', { cause: error });
  return pending;
}

/**
 * Brings the schema up to date and returns the names of the migrations that were applied. Looks before it locks: an
 * up-to-date, a newer and a foreign database are not written to.
 */
export async function migrate(engine: Engine, access: Access): Promise<readonly string[]> {
  const pending = await access.snapshot((db) => findPending(engine, db));
  const applied = pending.length === 0 ? [] : await access.migration((db) => applyPending(engine, db));
  await access.afterMigration();
  return applied;
}
