import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase } from '../support/database.ts';
import { startOwnPostgres, type OwnPostgres } from '../support/postgres.ts';
import { startTunnel } from '../support/servers/tunnel.ts';
import { anAlert, anApproval, aSurface, time } from './builders.ts';

let postgres: OwnPostgres;
let stores: readonly Store[];

beforeAll(async () => {
  postgres = await startOwnPostgres();
  const config = { kind: 'postgres', url: postgres.url } as const;
  stores = [await openStore(config), await openStore(config)];
});

afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await postgres.stop();
});

/** One decision with what goes with it, as it is tried again until it is kept: what a daemon does at each reading. */
async function decide(store: Store, name: string, failures: Set<string>): Promise<void> {
  for (;;) {
    try {
      await store.withServer('files', async (tx) => {
        // Whether a transaction was kept whose commit got no answer, only the database knows.
        if ((await tx.state()).baseline.some((approved) => approved.name === name)) return;
        await tx.recordSurface(aSurface(name), 'modern', time(0));
        await tx.approve(anApproval([{ kind: 'tool', name, fingerprint: null, copies: 1 }]));
        await tx.enqueue(anAlert({ id: name }), ['email']);
      });
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.add(`${error.code}: ${error.message.replace(/^.* \(/, '(')}`);
    }
  }
}

/** Decides in two stores at once until `meanwhile` is over; each decision has to be there once. Returns what failed. */
async function decideWhile(stores: readonly Store[], meanwhile: () => Promise<void>): Promise<readonly string[]> {
  const failures = new Set<string>();
  const over = new AbortController();
  const writers = stores.map(async (store, writer) => {
    let kept = 0;
    for (; !over.signal.aborted || kept < 20; kept++) await decide(store, `writer ${writer} tool ${kept}`, failures);
    return kept;
  });
  await meanwhile();
  over.abort();
  const kept = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);

  const [store] = stores;
  const { baseline, record } = (await store?.state('files')) ?? {};
  expect([baseline?.length, record?.revision]).toEqual([kept, kept]);
  expect(await store?.verifyAudit(null)).toMatchObject({ head: { id: kept + 1 }, fault: null });
  expect(await store?.backlog()).toMatchObject({ due: kept });
  return [...failures];
}

/** It was really away, and each failure says what to do. */
function isTold(failures: readonly string[]): boolean {
  return failures.length > 0 && failures.every((failure) => /^database-unavailable: \(.+\): \w/.test(failure));
}

it('a PostgreSQL that restarts in the middle costs no decision, and doubles none', async () => {
  const failures = await decideWhile(stores, async () => {
    for (let restarts = 0; restarts < 2; restarts++) await postgres.restart();
  });
  expect(failures).toSatisfy(isTold);
});

it('a network that is gone for a while in the middle costs no decision, and doubles none', async () => {
  const database = await createTestDatabase('postgres');
  const tunnel = await startTunnel(Number(new URL(inject('postgresUrl')).port));
  const config = { kind: 'postgres', url: tunnel.through(database.location) } as const;
  const apart = [await openStore(config), await openStore(config)];
  const failures = await decideWhile(apart, async () => {
    tunnel.freeze();
    await tunnel.whenMissed();
    tunnel.heal();
  });
  expect(failures).toSatisfy(isTold);
  await Promise.all(apart.map((store) => store.close()));
  await tunnel.close();
  await database.drop();
});
