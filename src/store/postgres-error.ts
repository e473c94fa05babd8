import pg from 'pg';
import { AppError } from '../errors.ts';

/** Names the database in messages: never the user or the password. */
export function postgresLabel(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname || searchParams.get('host') || 'localhost';
  return `the postgres database "${pathname.slice(1)}" on ${host}:${port || '5432'}`;
}

/** SQLSTATE classes, or whole codes, that say "not now" or "not here" and no bug of ours (PostgreSQL, appendix A). */
const advice: ReadonlyMap<string, string> = new Map([
  ['08', 'check that the server runs and can be reached'],
  ['28', 'check the user and the password in "database"'],
  ['3D', 'create the database, or name another one in "database"'],
  ['3F', 'create the schema that the search path names'],
  ['53', 'the server is short of connections, memory or disk; give it more'],
  ['57', 'the server ended the connection; check that it runs'],
  ['58', 'the server reported a system error; check its log'],
  ['XX', 'the server reported damage; check its log'],
  ['25006', 'it is read-only; name the primary server in "database"'],
  ['42501', 'give its user the right to create and use tables in the current schema'],
  ['55P03', 'another process holds a lock; end that process or try again'],
]);

function unavailable(label: string, code: string, hint: string, cause: unknown): AppError {
  return new AppError('database-unavailable', `cannot use ${label} (${code}): ${hint}`, { cause });
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'connection lost';
}

/** True if the connection itself failed, so that it must not be used again. */
export function isConnectionError(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError);
}

/** Errors of a statement that mean a bug, not an unusable database, stay as they are. */
export function translatePostgres(label: string, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) {
    return unavailable(label, systemCode(error), 'check that the server runs and can be reached', error);
  }
  const code = error.code ?? '';
  const hint = advice.get(code) ?? advice.get(code.slice(0, 2));
  return hint === undefined ? error : unavailable(label, code, hint, error);
}
