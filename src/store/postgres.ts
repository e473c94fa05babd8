import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { ColumnTypes } from '../../db/migrations/column-types.ts';
import { AppError } from '../errors.ts';
import type { Db, Engine } from './engine.ts';
import { postgresLabel } from './postgres-error.ts';
import { postgresPool } from './postgres-pool.ts';
import type { Tables } from './tables.ts';

// Two pools: a reader must get a connection also while every writer waits for a lock.
const maxWriters = 8;
const maxReaders = 4;

const columnTypes: ColumnTypes = {
  text: sql<string>`text collate "C"`,
  id: 'bigint',
  counting: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
};

/**
 * Advisory locks are numbers: 64 bits of a hash. Two servers that share one wait for each other needlessly, no more.
 */
function lockKey(what: string): bigint {
  return createHash('sha256').update(`tooldrift ${what}`).digest().readBigInt64BE(0);
}

async function lock(transaction: Db, what: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(what)}::bigint)`.execute(transaction);
}

/** The migrator's own lock is too late: it makes its tables before it takes it, and two of them at once fail there. */
async function exclusively<T>(connection: Db, work: () => Promise<T>): Promise<T> {
  const key = lockKey('migration');
  await sql`select pg_advisory_lock(${key}::bigint)`.execute(connection);
  try {
    return await work();
  } finally {
    // A connection that broke has lost the lock, and its own error says more.
    await sql`select pg_advisory_unlock(${key}::bigint)`.execute(connection).catch(() => undefined);
  }
}

/** Tables of the current schema, but those that an extension brought. */
async function tables(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p', 'f')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  `.execute(db);
  return rows.map((row) => row.name);
}

async function currentSchema(db: Db): Promise<string | null> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? null;
}

async function refuseEncoding(db: Db, label: string): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new AppError(
    'database-unavailable',
    `cannot use ${label}: its encoding is ${encoding}; create the database with encoding UTF8`,
  );
}

function open(url: string, label: string, max: number): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: postgresPool(url, label, max) }),
    plugins: [new CamelCasePlugin()],
  });
}

/** Prepares to use the PostgreSQL database at `url`. */
export function openPostgres(url: string): Engine {
  const label = postgresLabel(url);
  const writer = open(url, label, maxWriters);
  const reader = open(url, label, maxReaders);
  return {
    kind: 'postgres',
    label,
    columnTypes,
    isAutocommitSafe: true,
    reader,
    writer,
    async tables(db) {
      await refuseEncoding(db, label);
      return tables(db);
    },
    currentSchema,
    exclusively,
    afterMigration: async () => undefined,
    // Not a row lock: a server that nobody wrote about yet has no row.
    lockServer: (transaction, name) => lock(transaction, JSON.stringify(name)),
    lockAudit: (transaction) => lock(transaction, 'audit'),
    isBusy: () => false,
    busyError: (cause) => new AppError('database-unavailable', `cannot lock ${label}: try again`, { cause }),
    async close() {
      await Promise.all([reader.destroy(), writer.destroy()]);
    },
  };
}
