import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../../db/migrations/column-types.ts';
import type { AppError } from '../errors.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** What differs between the databases. Everything else is one schema and one set of statements. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres';
  /** Names the database in a message: never a password. */
  readonly label: string;
  readonly columnTypes: ColumnTypes;
  /** True if a statement may run outside of a transaction. */
  readonly isAutocommitSafe: boolean;
  /**
   * Connections of their own for reading, so that reading while a transaction of this process is open cannot wait for
   * it.
   */
  readonly reader: Db;
  readonly writer: Db;
  /** Names of the tables that are there. */
  tables(db: Db): Promise<readonly string[]>;
  /** The schema that new tables go to, null where there are none. */
  currentSchema(db: Db): Promise<string | null>;
  /** Runs `work` on its connection while no other migration runs, in any process. */
  exclusively<T>(connection: Db, work: () => Promise<T>): Promise<T>;
  /** Called once the schema is up to date, before anything else uses the database. */
  afterMigration(): Promise<void>;
  /** Takes the lock of one server until the end of the transaction. */
  lockServer(transaction: Db, name: string): Promise<void>;
  /** Takes the lock of the end of the audit log until the end of the transaction, after that of a server. */
  lockAudit(transaction: Db): Promise<void>;
  /** True if the statement had no effect because another connection holds the write lock. */
  isBusy(error: unknown): boolean;
  /** What to throw when the lock did not come in time. */
  busyError(cause: unknown): AppError;
  close(): Promise<void>;
}
