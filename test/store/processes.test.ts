import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, engines, type TestDatabase } from '../support/database.ts';
import { runWorkers, startWorker } from '../support/store-worker.ts';
import { anAlert } from './builders.ts';

// Each test starts several processes, which takes seconds on a small machine.
describe.each(engines)('several processes on one %s database', { timeout: 120_000 }, (engine) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });

  afterEach(() => database.drop());

  it('open a new database at once', async () => {
    const { config } = database;
    await runWorkers(Array.from({ length: 4 }, () => ({ config, task: 'open' }) as const));
    const store = await openStore(config);
    expect(await store.servers()).toEqual([]);
    await store.close();
  });

  it('keep each of 100 approvals that they make at once', async () => {
    const { config } = database;
    const names = Array.from({ length: 100 }, (_, index) => `tool ${String(index).padStart(2, '0')}`);
    const parts = [0, 25, 50, 75].map((start) => names.slice(start, start + 25));
    await runWorkers(parts.map((part) => ({ config, task: 'approve', server: 'shared', names: part })));
    const store = await openStore(config);
    const { record, baseline } = await store.state('shared');
    expect(record?.revision).toBe(100);
    expect(baseline.map(({ name }) => name)).toEqual(names);
    expect(await store.history({ server: 'shared', limit: 1000 })).toHaveLength(100);
    await store.close();
  });

  it('make one chain of 2 x 100 decisions about two servers', async () => {
    const { config } = database;
    const names = Array.from({ length: 100 }, (_, index) => `tool ${index}`);
    await runWorkers(['one', 'two'].map((server) => ({ config, task: 'approve', server, names }) as const));
    const store = await openStore(config);
    expect(await store.verifyAudit(null)).toMatchObject({ head: { id: 201 }, fault: null });
    await store.close();
  });

  it('never lease the same delivery', async () => {
    const { config } = database;
    const store = await openStore(config);
    await store.withServer('files', async (tx) => {
      for (let index = 0; index < 60; index++) await tx.enqueue(anAlert(), ['email']);
    });
    await store.close();
    const workers = await runWorkers([1, 2, 3].map(() => ({ config, task: 'claim', names: ['email'] }) as const));
    const ids = workers.flatMap(({ said }) => said.flatMap(claimedIds));
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
  });

  it('survive the kill of one that holds the lock, and keep nothing of its work', async () => {
    const { config } = database;
    const worker = await startWorker({ config, task: 'hold', server: 'shared', names: ['a', 'b'] });
    worker.go();
    await worker.hears('holding');
    const store = await openStore(config);
    const next = store.withServer('shared', (tx) => tx.state());
    expect(worker.process.exitCode).toBeNull();
    worker.process.kill('SIGKILL');
    expect(await next).toMatchObject({ record: null, baseline: [] });
    await store.close();
    await worker.exit();
  });

  it('read while another one holds the lock', async () => {
    const { config } = database;
    const worker = await startWorker({ config, task: 'hold', server: 'shared', names: ['a'] });
    worker.go();
    await worker.hears('holding');
    const store = await openStore(config);
    expect(await store.state('shared')).toMatchObject({ record: null });
    expect(await store.history({ limit: 9 })).toEqual([]);
    expect(worker.process.exitCode).toBeNull();
    await store.close();
    worker.process.kill('SIGKILL');
    await worker.exit();
  });
});

function claimedIds(message: unknown): readonly unknown[] {
  const isClaim = typeof message === 'object' && message !== null && 'claimed' in message;
  return isClaim && Array.isArray(message.claimed) ? message.claimed : [];
}
