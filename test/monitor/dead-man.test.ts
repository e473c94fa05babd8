import { afterEach, expect, it } from 'vitest';
import { DeadMan } from '../../src/monitor/dead-man.ts';
import type { Log } from '../../src/monitor/ports-world.ts';
import { createPing } from '../../src/notify/ping.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase } from '../support/database.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { limits, policy } from './check-stage.ts';
import { files } from './living-stage.ts';

const closers: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const everyMs = 60_000;

async function openStage() {
  const database = await createTestDatabase('sqlite');
  const store = await openStore(database.config);
  const receiver = await startHttpReceiver();
  const { ping, close } = createPing(`${receiver.url}/secret`, 5_000);
  const clock = new FakeClock();
  const warnings: string[] = [];
  const log: Log = {
    info: () => undefined,
    error: () => undefined,
    warn: (_fields, message) => warnings.push(message),
  };
  const stop = new AbortController();
  const sent: Promise<void>[] = [];
  const counted = (signal: AbortSignal): Promise<void> => {
    const sending = ping(signal);
    sent.push(sending.catch(() => undefined));
    return sending;
  };
  const deadMan = new DeadMan([files], { store, clock, log, limits, everyMs, ping: counted });
  const running = deadMan.run(stop.signal);
  closers.push(
    () => database.drop(),
    () => store.close(),
    () => receiver.close(),
    close,
    () => running,
    () => stop.abort(),
  );
  await expect.poll(() => clock.sleepers).toBe(1);
  return {
    ...{ store, clock, receiver, deadMan, warnings },
    /** Lets one beat come and end; tells how many were sent so far. */
    async beat(): Promise<number> {
      await clock.advance(everyMs);
      await expect.poll(() => clock.sleepers).toBe(1);
      await Promise.all(sent);
      return sent.length;
    },
    async plan(inMs: number): Promise<void> {
      const nextReadingAt = new Date(clock.now().getTime() + inMs).toISOString();
      await store.withServer('files', (tx) => tx.patch({ nextReadingAt }));
    },
  };
}

it('gives a sign of life while every server is read, and what is read is kept', async () => {
  const stage = await openStage();
  expect(await stage.beat()).toBe(0);
  stage.deadMan.noteChecked('files');
  await stage.plan(policy.intervalMs);
  expect(await stage.beat()).toBe(1);
  expect(stage.receiver.requests).toMatchObject([{ body: '{}' }]);
  await stage.clock.advance(20 * 60_000);
  const before = await stage.beat();
  expect(await stage.beat()).toBe(before);
  stage.deadMan.noteChecked('files');
  await stage.plan(policy.intervalMs);
  expect(await stage.beat()).toBe(before + 1);
});

it('gives none when the database does not answer, and goes on when nobody takes it', async () => {
  const stage = await openStage();
  stage.deadMan.noteChecked('files');
  stage.receiver.respondWith({ status: 500 });
  expect(await stage.beat()).toBe(1);
  expect(stage.warnings).toEqual(['no sign of life was sent']);
  expect(await stage.beat()).toBe(2);
  await stage.store.close();
  expect(await stage.beat()).toBe(2);
});
