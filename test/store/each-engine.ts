import { afterAll, beforeAll, describe } from 'vitest';
import type { Store } from '../../src/monitor/ports-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, engines, type TestDatabase, type TestEngine } from '../support/database.ts';

export interface Opened {
  readonly engine: TestEngine;
  readonly database: TestDatabase;
  readonly store: Store;
}

/** Runs a suite once on each engine, with one fresh database and one open store for all of its tests. */
export function onEachEngine(title: string, suite: (opened: () => Opened) => void): void {
  describe.each(engines)(`${title} on %s`, (engine) => {
    let opened: Opened | null = null;

    beforeAll(async () => {
      const database = await createTestDatabase(engine);
      opened = { engine, database, store: await openStore(database.config) };
    });

    afterAll(async () => {
      await opened?.store.close();
      await opened?.database.drop();
    });

    suite(() => {
      if (opened === null) throw new Error('the database is not open');
      return opened;
    });
  });
}
