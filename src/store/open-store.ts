import type { DatabaseConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
import type { Store } from '../monitor/ports-store.ts';
import { type Access, createAccess } from './access.ts';
import type { Engine } from './engine.ts';
import { findPending, migrate } from './migrate.ts';
import { createStore } from './store.ts';

export interface StoreOptions {
  /** How long to wait for the write lock of a SQLite database before giving up. */
  readonly lockWaitMs?: number;
  /** `user@host` of this process: stands in the log beside what it decides. */
  readonly from?: string;
}

const defaultLockWaitMs = 15_000;

/** Each driver is loaded only where it is used. */
async function openEngine(database: DatabaseConfig): Promise<Engine> {
  if (database.kind === 'sqlite') return (await import('./sqlite.ts')).openSqlite(database.path);
  // The error of the URL parser holds the URL, and that a password: no cause.
  if (!URL.canParse(database.url)) {
    throw new AppError('database-unavailable', 'cannot read the postgres url in "database": check its form');
  }
  return (await import('./postgres.ts')).openPostgres(database.url);
}

interface Opened {
  readonly engine: Engine;
  readonly access: Access;
  readonly applied: readonly string[];
}

async function open(database: DatabaseConfig, options: StoreOptions): Promise<Opened> {
  const engine = await openEngine(database);
  const access = createAccess(engine, options.lockWaitMs ?? defaultLockWaitMs);
  try {
    return { engine, access, applied: await migrate(engine, access) };
  } catch (error) {
    await access.close();
    throw error;
  }
}

/**
 * Opens the database, creates it where there is none, and brings its schema up to date. Throws `AppError` `database-*`.
 */
export async function openStore(database: DatabaseConfig, options: StoreOptions = {}): Promise<Store> {
  const { engine, access } = await open(database, options);
  return createStore(engine, access, options.from ?? null);
}

/** Brings the schema up to date and says which migrations that took. Throws `AppError` `database-*`. */
export async function migrateDatabase(database: DatabaseConfig): Promise<{ readonly applied: readonly string[] }> {
  const { access, applied } = await open(database, {});
  await access.close();
  return { applied };
}

/**
 * Names of the migrations that a database lacks. Changes nothing in one that is there; creates a SQLite file that is not.
 * Throws `AppError` `database-*`.
 */
export async function pendingMigrations(database: DatabaseConfig): Promise<readonly string[]> {
  const engine = await openEngine(database);
  const access = createAccess(engine, defaultLockWaitMs);
  try {
    return await access.snapshot((db) => findPending(engine, db));
  } finally {
    await access.close();
  }
}
