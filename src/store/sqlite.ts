import { CamelCasePlugin, Kysely, sql } from 'kysely';
import Database from 'libsql';
import type { ColumnTypes } from '../../db/migrations/column-types.ts';
import type { Db, Engine } from './engine.ts';
import { begin, LibsqlDialect, type Lock } from './sqlite-dialect.ts';
import { isBusy, unavailableSqlite } from './sqlite-error.ts';
import { applicationId, prepareSqliteFile } from './sqlite-file.ts';
import type { Tables } from './tables.ts';

// libsql waits for a lock inside a statement and stops the event loop meanwhile: the long wait is the one in
// `access.ts`.
const busyTimeoutMs = 10;

const columnTypes: ColumnTypes = {
  text: 'text',
  id: 'integer',
  counting: (column) => column.primaryKey().autoIncrement(),
};

/** Sets only what needs no lock. */
function connect(path: string): Database.Database {
  try {
    const database = new Database(path);
    database.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
    database.exec('pragma foreign_keys = on');
    return database;
  } catch (error) {
    throw unavailableSqlite(path, 'SQLITE_CANTOPEN', error);
  }
}

function makeDurable(database: Database.Database, path: string): void {
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  const mode = database.prepare('pragma journal_mode').pluck().all([])[0];
  if (mode !== 'wal') throw unavailableSqlite(path, 'SQLITE_PROTOCOL');
}

/**
 * Statements that wait for garbage collection keep libsql from doing this at close, and the file is what people copy.
 */
function mergeLog(database: Database.Database): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // Another process reads: it will merge.
  }
}

async function tables(db: Db): Promise<readonly string[]> {
  const query = sql<{ name: string }>`select name from sqlite_schema where name not glob 'sqlite_*'`;
  const { rows } = await query.execute(db);
  return rows.map((row) => row.name);
}

function open(path: string, lock: Lock): { readonly database: Database.Database; readonly db: Db } {
  const database = connect(path);
  const db = new Kysely<Tables>({
    dialect: new LibsqlDialect(database, path, lock),
    plugins: [new CamelCasePlugin()],
  });
  return { database, db };
}

/** One transaction around all of it: the migrator has none on SQLite, and no lock either. */
async function exclusively<T>(
  database: Database.Database,
  path: string,
  connection: Db,
  work: () => Promise<T>,
): Promise<T> {
  begin(database, path, 'exclusive');
  try {
    await sql.raw(`pragma application_id = ${applicationId}`).execute(connection);
    const result = await work();
    await sql`commit`.execute(connection);
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

/**
 * Opens the SQLite file at `path` and creates it where there is none. Refuses a file that is not ours without touching
 * it.
 */
export async function openSqlite(path: string): Promise<Engine> {
  await prepareSqliteFile(path);
  const writer = open(path, 'write');
  const reader = open(path, 'read');
  let isOurs = false;
  return {
    kind: 'sqlite',
    label: `the database ${path}`,
    columnTypes,
    isAutocommitSafe: false,
    reader: reader.db,
    writer: writer.db,
    tables,
    currentSchema: async () => null,
    exclusively: (connection, work) => exclusively(writer.database, path, connection, work),
    async afterMigration() {
      makeDurable(writer.database, path);
      reader.database.exec('pragma query_only = on');
      isOurs = true;
    },
    // The transaction holds the only write lock that there is.
    lockServer: async () => undefined,
    lockAudit: async () => undefined,
    isBusy,
    busyError: (cause) => unavailableSqlite(path, 'SQLITE_BUSY', cause),
    async close() {
      if (isOurs) mergeLog(writer.database);
      for (const { database, db } of [reader, writer]) {
        await db.destroy();
        // Kysely closes only what it has used.
        database.close();
      }
    },
  };
}
