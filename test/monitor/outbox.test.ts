import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyAlert } from '../../src/core/alert.ts';
import { deliverDue, type OutboxDeps } from '../../src/monitor/outbox.ts';
import type { Channel } from '../../src/monitor/ports-delivery.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import type { Log } from '../../src/monitor/ports-world.ts';
import { slackChannel } from '../../src/notify/slack.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, engines, type TestDatabase } from '../support/database.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { startHttpReceiver, type HttpReceiver } from '../support/http-receiver.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = new AbortController().signal;

describe.each(engines)('the outbox on %s', (engine) => {
  let database: TestDatabase;
  let store: Store;
  let clock: FakeClock;
  let receiver: HttpReceiver;
  let channel: Channel;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    store = await openStore(database.config);
    clock = new FakeClock();
    receiver = await startHttpReceiver();
    channel = slackChannel({ webhookUrl: `${receiver.url}/services/secret` });
  });

  afterEach(async () => {
    await channel.close();
    await receiver.close();
    await store.close();
    await database.drop();
  });

  const deps = (changes: Partial<OutboxDeps> = {}): OutboxDeps => ({
    store,
    channels: [channel],
    clock,
    random: () => 0.5,
    log: silent,
    newId: randomUUID,
    maxPerHour: () => 30,
    sendTimeoutMs: 10_000,
    timer: clock,
    ...changes,
  });

  const enqueue = (count = 1): Promise<void> =>
    store.withServer('files', async (tx) => {
      for (let index = 0; index < count; index += 1) {
        const alert = { ...emptyAlert('server-back', `files-${index}`, clock.now().toISOString()), id: randomUUID() };
        await tx.enqueue(alert, ['slack']);
      }
    });

  it('delivers all that is due, oldest first, and each once', async () => {
    await enqueue(3);
    expect(await deliverDue(deps(), never)).toBe(3);
    expect(await deliverDue(deps(), never)).toBe(0);
    expect(receiver.requests.map((request) => /files-\d/.exec(request.body)?.[0])).toEqual([
      'files-0',
      'files-1',
      'files-2',
    ]);
  });

  it('tries again later, and later each time, what the channel does not take now', async () => {
    receiver.respondWith({ status: 503 }, { status: 503 });
    await enqueue();
    expect(await deliverDue(deps(), never)).toBe(0);
    const first = await store.nextDeliveryAt(['slack']);
    expect(Date.parse(first ?? '') - clock.now().getTime()).toBe(7_500);
    await clock.advance(7_499);
    expect(await deliverDue(deps(), never)).toBe(0);
    expect(receiver.requests).toHaveLength(1);
    await clock.advance(1);
    await deliverDue(deps(), never);
    expect(Date.parse((await store.nextDeliveryAt(['slack'])) ?? '') - clock.now().getTime()).toBe(15_000);
    await clock.advance(15_000);
    expect(await deliverDue(deps(), never)).toBe(1);
  });

  it('waits as long as the channel asks for', async () => {
    receiver.respondWith({ status: 429, headers: { 'retry-after': '120' } });
    await enqueue();
    await deliverDue(deps(), never);
    expect(Date.parse((await store.nextDeliveryAt(['slack'])) ?? '') - clock.now().getTime()).toBe(120_000);
  });

  it('gives up what can never be delivered, and says so', async () => {
    receiver.respondWith({ status: 404, body: 'no_service' });
    await enqueue();
    await deliverDue(deps(), never);
    expect(await store.backlog()).toMatchObject({ due: 0, failed: 1 });
    const alerts = await store.history({ limit: 10 });
    const alert = alerts.find((entry) => entry.type === 'alert' && entry.reason === 'server-back');
    expect(alert).toMatchObject({
      deliveries: [{ channel: 'slack', state: 'failed', attempts: 1, error: expect.stringContaining('404') }],
    });
    expect(JSON.stringify(alert)).not.toContain('secret');
  });

  it('keeps the order and hammers nobody: after a failure the rest waits for the next turn', async () => {
    receiver.respondWith({ status: 500 });
    await enqueue(3);
    expect(await deliverDue(deps(), never)).toBe(0);
    expect(receiver.requests).toHaveLength(1);
    expect(await deliverDue(deps(), never)).toBe(0);
    expect(receiver.requests).toHaveLength(1);
    await clock.advance(7_500);
    expect(await deliverDue(deps(), never)).toBe(3);
  });

  it('sends under two processes each alert once', async () => {
    await enqueue(20);
    const other = await openStore(database.config);
    const sent = await Promise.all([deliverDue(deps(), never), deliverDue(deps({ store: other }), never)]);
    await other.close();
    expect(sent[0] + sent[1]).toBe(20);
    expect(new Set(receiver.requests.map((request) => request.body)).size).toBe(20);
  });

  it('sends again, the same, what was leased by a process that died', async () => {
    await enqueue();
    const leaseUntil = new Date(clock.now().getTime() + 15_000).toISOString();
    await store.claimDeliveries(clock.now().toISOString(), leaseUntil, ['slack'], 1);
    expect(await deliverDue(deps(), never)).toBe(0);
    await clock.advance(15_000);
    expect(await deliverDue(deps(), never)).toBe(1);
  });

  it('lets one channel fail alone', async () => {
    const broken = slackChannel({ webhookUrl: 'http://127.0.0.1:1/' });
    const named: Channel = {
      name: 'other',
      send: (alert, signal) => broken.send(alert, signal),
      close: () => broken.close(),
    };
    await store.withServer('files', async (tx) => {
      await tx.enqueue({ ...emptyAlert('server-back', 'files', clock.now().toISOString()), id: randomUUID() }, [
        'other',
        'slack',
      ]);
    });
    expect(await deliverDue(deps({ channels: [named, channel] }), never)).toBe(1);
    expect(receiver.requests).toHaveLength(1);
    expect(await store.backlog()).toMatchObject({ due: 1, failed: 0 });
    await named.close();
  });
});
