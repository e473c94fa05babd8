import Database from 'libsql';
import { AppError } from '../errors.ts';

const advice: ReadonlyMap<string, string> = new Map([
  ['SQLITE_BUSY', 'another process holds its write lock; end that process or try again'],
  ['SQLITE_CORRUPT', 'it is damaged; restore it from a backup, or move it away to begin anew'],
  ['SQLITE_NOTADB', 'it is damaged; restore it from a backup, or move it away to begin anew'],
  ['SQLITE_FULL', 'the disk is full; free some space'],
  ['SQLITE_IOERR', 'the disk reported an error; check the disk and its free space'],
  ['SQLITE_READONLY', 'it is read-only; give this user the right to write the file and its folder'],
  ['SQLITE_CANTOPEN', 'it cannot be opened; give this user the right to read and write the file and its folder'],
  ['SQLITE_PERM', 'it cannot be opened; give this user the right to read and write the file and its folder'],
  ['SQLITE_NOMEM', 'memory ran out; give this process more'],
  ['SQLITE_PROTOCOL', 'its locks do not work; keep it on a local disk'],
  ['EACCES', 'it cannot be opened; give this user the right to read and write the file and its folder'],
  ['EPERM', 'it cannot be opened; give this user the right to read and write the file and its folder'],
  ['EROFS', 'its file system is read-only; name a writable place in "database"'],
  ['EISDIR', 'it is a folder; name a file in "database"'],
  ['ENOTDIR', 'part of its path is a file; name another path in "database"'],
  ['EEXIST', 'part of its path is a file; name another path in "database"'],
  ['ENOSPC', 'the disk is full; free some space'],
]);

/** `code` is a SQLite result code (extended or not) or a system error code. */
export function unavailableSqlite(path: string, code: string, cause?: unknown): AppError {
  const primary = code.split('_').slice(0, 2).join('_');
  const hint = advice.get(code) ?? advice.get(primary) ?? 'check the file';
  return new AppError('database-unavailable', `cannot use the database ${path} (${code}): ${hint}`, { cause });
}

export function foreignSqlite(path: string, what: string): AppError {
  return new AppError(
    'database-foreign',
    `the file ${path} ${what} and was left as it is: name another file in "database"`,
  );
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/**
 * Errors of a statement that mean a bug, not a broken database, stay as they are; so does BUSY, which the caller
 * retries.
 */
export function translateSqlite(path: string, error: unknown): unknown {
  if (!(error instanceof Database.SqliteError) || isBusy(error)) return error;
  const primary = error.code.split('_').slice(0, 2).join('_');
  return advice.has(primary) ? unavailableSqlite(path, error.code, error) : error;
}
