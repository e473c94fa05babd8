import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import { AppError } from '../../src/errors.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { aSurface, time } from './builders.ts';
import { runSql } from './raw-sql.ts';

let database: TestDatabase;
let url: string;

async function use(options: string): Promise<void> {
  database = await createTestDatabase('postgres', options);
  url = database.location;
}

afterEach(() => database.drop());

async function failure(at: string): Promise<AppError> {
  const config = { kind: 'postgres', url: at } as const;
  const error: unknown = await openStore(config).catch((error: unknown) => error);
  if (error instanceof AppError) return error;
  throw new Error('the database was opened, or failed in another way', { cause: error });
}

/** The URL with some parts replaced. */
function changed(
  parts: Partial<Pick<URL, 'pathname' | 'username' | 'password' | 'hostname' | 'port' | 'search'>>,
): string {
  return Object.assign(new URL(url), parts).href;
}

describe('a PostgreSQL database', () => {
  beforeEach(() => use(''));

  it('that cannot be used is named without user and password', async () => {
    const password = 'hunter2-secret';
    const urls = [
      changed({ password, port: '1' }),
      changed({ password, hostname: 'nowhere.invalid' }),
      changed({ password, username: 'nobody_known' }),
      `postgres://user:${password}@[bad/db`,
    ];
    for (const each of urls) {
      const error = await failure(each);
      expect(error.code).toBe('database-unavailable');
      expect(error.message).toMatch(/^cannot (use|read) the postgres .*: /);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(password);
    }
  });

  it('that does not exist is named', async () => {
    const error = await failure(changed({ pathname: '/no_such_database' }));
    expect(error.message).toContain('"no_such_database" on');
    expect(error.message).toContain('3D000');
  });

  it('may hold a store in each schema', async () => {
    await runSql(database.config, 'create schema team');
    const inTeam = changed({ search: '?options=-csearch_path%3Dteam' });
    const [one, two] = [await openStore({ kind: 'postgres', url }), await openStore({ kind: 'postgres', url: inTeam })];
    await one.withServer('files', (tx) => tx.patch({}));
    expect([(await one.servers()).length, (await two.servers()).length]).toEqual([1, 0]);
    await Promise.all([one.close(), two.close()]);
  });

  it('may hold the tables of an extension', async () => {
    await runSql(database.config, 'create table belongs (id integer)');
    await runSql(database.config, 'alter extension plpgsql add table belongs');
    const store = await openStore(database.config);
    expect(await store.servers()).toEqual([]);
    await store.close();
  });

  it('works for a user who may only create tables', async () => {
    const role = `role_${process.pid}_${Date.now()}`;
    await runSql(database.config, `create role ${role} login password 'x'`);
    const limited = changed({ username: role, password: 'x' });
    expect((await failure(limited)).message).toContain('42501');
    await runSql(database.config, `grant usage, create on schema public to ${role}`);
    const store = await openStore({ kind: 'postgres', url: limited });
    await store.close();
    await runSql(database.config, `drop owned by ${role}`);
    await runSql(database.config, `drop role ${role}`);
  });
});

describe('a PostgreSQL connection', () => {
  let store: Store;

  beforeEach(async () => {
    await use('');
    store = await openStore(database.config);
  });

  afterEach(() => store.close());

  async function endConnections(): Promise<void> {
    const others = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'tooldrift'`;
    await runSql(database.config, others);
  }

  it('that the server ends while it is idle is replaced', async () => {
    await store.servers();
    await endConnections();
    // The end may be noticed by the next statement only; the one after must work.
    await store.servers().catch(() => undefined);
    expect(await store.servers()).toEqual([]);
    await store.withServer('files', (tx) => tx.patch({})).catch(() => undefined);
    await store.withServer('files', (tx) => tx.patch({}));
  });

  it('that the server ends within a transaction fails that transaction alone', async () => {
    const work = store.withServer('files', async (tx) => {
      await tx.recordSurface(aSurface('a'), 'modern', time(0));
      await endConnections();
      await tx.patch({ failures: 1 });
    });
    await expect(work).rejects.toMatchObject({ code: 'database-unavailable' });
    await store.servers().catch(() => undefined);
    expect(await store.server('files')).toBeNull();
    await store.withServer('files', (tx) => tx.patch({ failures: 2 }));
    expect(await store.server('files')).toMatchObject({ failures: 2 });
  });

  it('is free for a reader while all writers wait', async () => {
    const waiting: Promise<void>[] = [];
    await store.withServer('files', async (tx) => {
      for (let index = 0; index < 20; index++) waiting.push(store.withServer('files', (other) => other.patch({})));
      expect(await store.servers()).toEqual([]);
      await tx.patch({});
    });
    await Promise.all(waiting);
  });
});

describe('a PostgreSQL database with another locale', () => {
  it('sorts and compares by bytes all the same', async () => {
    await use(`template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'`);
    const store = await openStore(database.config);
    const surface = aSurface('a', 'B', 'c');
    await store.withServer('files', (tx) => tx.recordSurface(surface, 'modern', time(0)));
    expect(await store.countRecorded('files', surface.fingerprint.slice(0, 20))).toBe(1);
    expect(await store.countRecorded('files', surface.fingerprint.slice(0, 20).toUpperCase())).toBe(0);
    await store.close();
  });

  it('is refused when it cannot hold every text', async () => {
    await use(`template template0 encoding 'LATIN1' locale 'C'`);
    const error = await failure(url);
    expect(error).toMatchObject({ code: 'database-unavailable' });
    expect(error.message).toContain('LATIN1');
  });
});
