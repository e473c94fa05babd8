import Database from 'libsql';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/config/config.ts';

/** Runs one statement beside the store and returns its rows. */
export async function runSql(config: DatabaseConfig, statement: string): Promise<readonly unknown[]> {
  if (config.kind === 'sqlite') {
    const database = new Database(config.path);
    try {
      const prepared = database.prepare(statement);
      if (prepared.reader) return prepared.all([]);
      prepared.run([]);
      return [];
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: config.url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

const tableQueries = {
  sqlite: `select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*' order by name`,
  postgres: `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
} as const;

export async function tableNames(config: DatabaseConfig): Promise<readonly unknown[]> {
  const rows = await runSql(config, tableQueries[config.kind]);
  return rows.map((row) => (typeof row === 'object' && row !== null && 'name' in row ? row.name : row));
}
