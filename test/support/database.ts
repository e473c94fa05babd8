import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseConfig } from '../../src/config/config.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type TestEngine = (typeof engines)[number];

export interface TestDatabase {
  readonly config: DatabaseConfig;
  /** The path of the SQLite file or the URL of the PostgreSQL database. */
  readonly location: string;
  drop(): Promise<void>;
}

let created = 0;

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function createSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-sqlite-'));
  const path = join(folder, 'test.db');
  return {
    config: { kind: 'sqlite', path },
    location: path,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createPostgres(options: string): Promise<TestDatabase> {
  created += 1;
  const name = `tooldrift_${process.pid}_${Date.now()}_${created}`;
  await administer(`create database ${name} ${options}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    config: { kind: 'postgres', url: url.href },
    location: url.href,
    drop: () => administer(`drop database ${name} with (force)`),
  };
}

/**
 * A database of its own for one test file: a SQLite file that does not exist yet, or an empty PostgreSQL database,
 * created with `options` (the end of a CREATE DATABASE statement).
 */
export function createTestDatabase(engine: TestEngine, options = ''): Promise<TestDatabase> {
  return engine === 'sqlite' ? createSqlite() : createPostgres(options);
}
