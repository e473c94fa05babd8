import { type DatabaseConnection, type SqliteDatabase, SqliteDialect, SqliteDriver } from 'kysely';
import type Database from 'libsql';
import { translateSqlite } from './sqlite-error.ts';
import { decodeRow, encodeParameters } from './text.ts';

/** libsql 0.5.29 aborts the whole process on a parameter of any other type ("not yet implemented: bool"). */
function bindable(parameters: readonly unknown[]): unknown[] {
  for (const value of parameters) {
    if (value !== null && !['string', 'number', 'bigint'].includes(typeof value)) {
      throw new TypeError(`a statement got a parameter of type ${typeof value}`);
    }
  }
  return encodeParameters(parameters);
}

function adapt(database: Database.Database, path: string): SqliteDatabase {
  function translated<T>(statement: () => T): T {
    try {
      return statement();
    } catch (error) {
      throw translateSqlite(path, error);
    }
  }
  return {
    close: () => void database.close(),
    prepare(text) {
      const statement = translated(() => database.prepare(text));
      return {
        reader: statement.reader,
        all: (parameters) => translated(() => statement.all(bindable(parameters))).map(decodeRow),
        run: (parameters) => translated(() => statement.run(bindable(parameters))),
        iterate: () => {
          throw new Error('rows are never streamed');
        },
      };
    },
  };
}

/**
 * Statements that begin a transaction and take its lock. A statement that libsql prepared and that fails as busy stays
 * in progress until it is garbage collected, and every COMMIT of its connection fails meanwhile
 * (tursodatabase/libsql-client-ts#352). So locks are taken here alone, through `exec`, which ends its statements; what
 * runs under a lock is never busy.
 */
const locks = {
  /** BEGIN takes no lock yet. */
  read: ['begin', 'select 1 from sqlite_schema limit 1'],
  write: ['begin immediate'],
  /** Before the write-ahead log is on, a reader could make the COMMIT of a writer fail. */
  exclusive: ['begin exclusive'],
} as const;

export type Lock = keyof typeof locks;

export function begin(database: Database.Database, path: string, lock: Lock): void {
  try {
    for (const statement of locks[lock]) database.exec(statement);
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw translateSqlite(path, error);
  }
}

class LockingDriver extends SqliteDriver {
  readonly #begin: () => void;
  readonly #isInTransaction: () => boolean;

  constructor(database: Database.Database, path: string, lock: Lock) {
    super({ database: adapt(database, path) });
    this.#begin = () => begin(database, path, lock);
    this.#isInTransaction = () => database.inTransaction;
  }

  override async beginTransaction(): Promise<void> {
    this.#begin();
  }

  /** SQLite itself rolls back after some errors; a second rollback would fail and hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }
}

/** Kysely's dialect on a libsql connection. Kysely's own takes no lock when a transaction begins. */
export class LibsqlDialect extends SqliteDialect {
  readonly #createDriver: () => LockingDriver;

  constructor(database: Database.Database, path: string, lock: Lock) {
    super({ database: adapt(database, path) });
    this.#createDriver = () => new LockingDriver(database, path, lock);
  }

  override createDriver(): LockingDriver {
    return this.#createDriver();
  }
}
