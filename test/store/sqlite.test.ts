import Database from 'libsql';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { migrateDatabase, openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { aFinding, aSurface, everyMigration, time, telling } from './builders.ts';
import { runSql } from './raw-sql.ts';

let database: TestDatabase;
let path: string;

beforeEach(async () => {
  database = await createTestDatabase('sqlite');
  path = database.location;
});

afterEach(() => database.drop());

/**
 * Name and hash of every file of the database, but the index of its log, which is shared memory, and an empty log: the
 * driver takes that away when the connection before is collected, whenever that is.
 */
async function files(): Promise<readonly string[]> {
  const folder = dirname(path);
  const names = (await readdir(folder)).filter((name) => !name.endsWith('-shm')).toSorted();
  const contents = await Promise.all(
    names.map(async (name) => ({ name, content: await contentOf(join(folder, name)) })),
  );
  return contents
    .filter(({ name, content }) => content.length > 0 || !name.endsWith('-wal'))
    .map(({ name, content }) => `${name} ${createHash('sha256').update(content).digest('hex')}`);
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (file.endsWith('-wal')) return Buffer.alloc(0);
    throw error;
  }
}

async function failure(at = path): Promise<AppError> {
  const config = { kind: 'sqlite', path: at } as const;
  const error: unknown = await openStore(config).catch((error: unknown) => error);
  if (error instanceof AppError) return error;
  throw new Error('the database was opened, or failed in another way', { cause: error });
}

describe('a SQLite file', () => {
  it('is made with its folder, for this user alone', async () => {
    const deep = join(dirname(path), 'a', 'b', 'new.db');
    await migrateDatabase({ kind: 'sqlite', path: deep });
    expect((await stat(deep)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(deep))).mode & 0o777).toBe(0o700);
  });

  it('may be empty, or a database without tables', async () => {
    await writeFile(path, '');
    expect(await migrateDatabase(database.config)).toEqual({ applied: everyMigration });
    const bare = join(dirname(path), 'bare.db');
    await runSql({ kind: 'sqlite', path: bare }, 'pragma user_version = 1');
    expect(await migrateDatabase({ kind: 'sqlite', path: bare })).toEqual({ applied: everyMigration });
  });

  it('writes ahead and carries our mark', async () => {
    const store = await openStore(database.config);
    await store.close();
    expect(await runSql(database.config, 'pragma journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect((await readFile(path)).toString('latin1', 68, 72)).toBe('tdft');
  });

  it('holds everything once it was closed', async () => {
    const store = await openStore(database.config);
    await store.withServer('files', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    await store.close();
    const copy = join(dirname(path), 'copy.db');
    await copyFile(path, copy);
    const copied = await openStore({ kind: 'sqlite', path: copy });
    expect((await copied.latestSurface('files'))?.definitions).toHaveLength(1);
    await copied.close();
  });

  it('stays byte for byte the same when it is newer than the program', async () => {
    await migrateDatabase(database.config);
    await runSql(database.config, `insert into tooldrift_migration values ('9999-future', '2099')`);
    // A connection that was closed lets go of its log only when it is collected: nothing is left in it to be merged then.
    await runSql(database.config, 'pragma wal_checkpoint(truncate)');
    const before = await files();
    expect(await failure()).toMatchObject({ code: 'database-newer' });
    expect(await files()).toEqual(before);
  });

  it('stays byte for byte the same when it is not a database', async () => {
    await writeFile(path, 'dear diary, today I wrote a text file');
    const before = await files();
    const error = await failure();
    expect(error.code).toBe('database-foreign');
    expect(error.message).toContain(path);
    expect(await files()).toEqual(before);
  });

  it('stays byte for byte the same when it belongs to another program', async () => {
    await runSql(database.config, 'create table customer (id integer)');
    const before = await files();
    expect(await failure()).toMatchObject({ code: 'database-foreign' });
    expect(await files()).toEqual(before);
  });

  it('keeps even the unmerged log of another program that crashed', async () => {
    const folder = join(dirname(path), 'elsewhere');
    await mkdir(folder);
    const live = join(folder, 'live.db');
    const other = new Database(live);
    other.exec('pragma journal_mode = wal');
    other.exec('create table customer (id integer)');
    await copyFile(live, path);
    await copyFile(`${live}-wal`, `${path}-wal`);
    other.close();
    await rm(folder, { recursive: true });
    const before = await files();
    expect(before).toHaveLength(2);
    expect(await failure()).toMatchObject({ code: 'database-foreign' });
    expect(await files()).toEqual(before);
  });

  it.each([20, 107, 4096, 20_000])('is not taken for empty when it was cut to %i bytes', async (bytes) => {
    await migrateDatabase(database.config);
    await truncate(path, bytes);
    const before = await files();
    const error = await failure();
    expect(error).toMatchObject({ code: 'database-unavailable' });
    expect(error.message).toMatch(/damaged/);
    expect(error.message).toContain(path);
    expect(await files()).toEqual(before);
  });

  it('is unavailable where it cannot be', async () => {
    await mkdir(join(dirname(path), 'folder.db'));
    expect(await failure(join(dirname(path), 'folder.db'))).toMatchObject({ code: 'database-unavailable' });
    await writeFile(path, '');
    const error = await failure(join(path, 'below-a-file.db'));
    expect(error.code).toBe('database-unavailable');
    expect(error.message).toMatch(/^cannot use the database .*below-a-file\.db \(E[A-Z]+\): /);
  });

  it('is reported as damaged when a page of it is', async () => {
    const store = await openStore(database.config);
    await store.withServer('files', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    await store.close();
    const bytes = await readFile(path);
    bytes.fill(0xff, 4096);
    await writeFile(path, bytes);
    expect(await failure()).toMatchObject({ code: 'database-unavailable' });
  });
});

describe('the write lock of SQLite', () => {
  it('is waited for without holding the event loop, and not for ever', async () => {
    const store = await openStore(database.config, { lockWaitMs: 100 });
    const other = new Database(path);
    other.exec('begin immediate');
    let hasEnded = false;
    const outcome = store
      .withServer('files', (tx) => tx.patch({ failures: 1 }))
      .catch((error: unknown) => error)
      .finally(() => (hasEnded = true));
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    expect(hasEnded).toBe(false);
    expect(await outcome).toMatchObject({ code: 'database-unavailable' });
    other.exec('commit');
    await store.withServer('files', (tx) => tx.patch({ failures: 2 }));
    expect(await store.server('files')).toMatchObject({ failures: 2 });
    other.close();
    await store.close();
  });

  it('is taken as soon as it is free, with the work done once', async () => {
    const store = await openStore(database.config);
    const other = new Database(path);
    other.exec('begin immediate');
    let runs = 0;
    const work = store.withServer('files', async (tx) => {
      runs += 1;
      await tx.patch({ failures: 1 });
    });
    const touched = store.touch('files', 0, { failures: 5 }, null);
    await nextTurn();
    other.exec('commit');
    await work;
    await touched;
    expect(runs).toBe(1);
    other.close();
    await store.close();
  });

  it('does not keep a reader from one state of the database', async () => {
    const store = await openStore(database.config);
    await store.withServer('files', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    const [state] = await Promise.all([
      store.state('files'),
      store.withServer('files', (tx) => tx.openDrift(aFinding('a'), time(1), telling(time(1), false))),
    ]);
    expect(state.record?.revision).toBe(1 + state.drift.length);
    await store.close();
  });
});
