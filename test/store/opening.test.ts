import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase, openStore, pendingMigrations } from '../../src/store/open-store.ts';
import { createTestDatabase, engines, type TestDatabase } from '../support/database.ts';
import { anApproval, aSurface, everyMigration, time } from './builders.ts';
import { runSql, tableNames } from './raw-sql.ts';

describe.each(engines)('opening a %s database', (engine) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });

  afterEach(() => database.drop());

  it('makes the schema once, and says so', async () => {
    const { config } = database;
    expect(await migrateDatabase(config)).toEqual({ applied: everyMigration });
    expect(await migrateDatabase(config)).toEqual({ applied: [] });
  });

  it('says what it lacks, and changes nothing', async () => {
    const { config } = database;
    expect(await pendingMigrations(config)).toEqual(everyMigration);
    expect(await tableNames(config)).toEqual([]);
    await migrateDatabase(config);
    expect(await pendingMigrations(config)).toEqual([]);
    await runSql(config, `insert into tooldrift_migration values ('9999-future', '2099-01-01T00:00:00.000Z')`);
    await expect(pendingMigrations(config)).rejects.toMatchObject({ code: 'database-newer' });
  });

  it('makes the schema once when many open it at the same moment', async () => {
    const { config } = database;
    const results = await Promise.all(Array.from({ length: 8 }, () => migrateDatabase(config)));
    expect(results.flatMap(({ applied }) => applied)).toEqual(everyMigration);
  });

  it('finds what was there before', async () => {
    const { config } = database;
    const surface = aSurface('a');
    const before = await openStore(config);
    await before.withServer('files', (tx) => tx.recordSurface(surface, 'modern', time(0)));
    await before.close();
    const after = await openStore(config);
    expect((await after.latestSurface('files'))?.fingerprint).toBe(surface.fingerprint);
    await after.close();
  });

  it('refuses one that a newer program wrote, and leaves it as it is', async () => {
    const { config } = database;
    await migrateDatabase(config);
    await runSql(config, `insert into tooldrift_migration values ('9999-future', '2099-01-01T00:00:00.000Z')`);
    const tables = await tableNames(config);
    await expect(openStore(config)).rejects.toMatchObject({ code: 'database-newer' });
    await expect(migrateDatabase(config)).rejects.toMatchObject({ code: 'database-newer' });
    expect(await tableNames(config)).toEqual(tables);
  });

  it('refuses one with the tables of another program, and leaves it as it is', async () => {
    const { config } = database;
    await runSql(config, 'create table customer (id integer)');
    await expect(openStore(config)).rejects.toMatchObject({ code: 'database-foreign' });
    expect(await tableNames(config)).toEqual(['customer']);
  });

  it('refuses one that uses the same migrator for another program', async () => {
    const { config } = database;
    await runSql(config, 'create table kysely_migration (name varchar(255), timestamp varchar(255))');
    await expect(openStore(config)).rejects.toMatchObject({ code: 'database-foreign' });
  });
});

describe.each(engines)('closing a %s store', (engine) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });

  afterEach(() => database.drop());

  it('waits for what runs, and may be asked for twice', async () => {
    const store = await openStore(database.config);
    const entries = [{ kind: 'tool', name: 'a', fingerprint: null, copies: 1 }] as const;
    const steps: string[] = [];
    const work = store.withServer('files', async (tx) => {
      await tx.approve(anApproval(entries));
      await tx.state();
      steps.push('worked');
    });
    const closed = Promise.all([store.close(), store.close()]).then(() => steps.push('closed'));
    await Promise.all([work, closed]);
    await store.close();
    expect(steps).toEqual(['worked', 'closed']);
    const again = await openStore(database.config);
    expect((await again.state('files')).baseline).toHaveLength(1);
    await again.close();
  });

  it('refuses what comes later', async () => {
    const store = await openStore(database.config);
    await store.close();
    await expect(store.servers()).rejects.toMatchObject({ code: 'database-unavailable' });
    await expect(store.withServer('files', (tx) => tx.state())).rejects.toMatchObject({ code: 'database-unavailable' });
  });
});
