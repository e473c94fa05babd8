import { afterEach, expect, it } from 'vitest';
import type { Alert } from '../../src/core/alert.ts';
import type { DeliveryStatus } from '../../src/monitor/ports-delivery.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { aFinding, anAlert, time } from './builders.ts';
import { onEachEngine } from './each-engine.ts';

function enqueue(store: Store, alert: Alert, channels: readonly string[]): Promise<void> {
  return store.withServer(alert.server, (tx) => tx.enqueue(alert, channels));
}

/** Enqueues one alert for one channel and claims it until minute 5. */
async function claimOne(store: Store, channel: string): Promise<number> {
  await enqueue(store, anAlert({ server: channel }), [channel]);
  const [claimed] = await store.claimDeliveries(time(0), time(5), [channel], 10);
  if (claimed === undefined) throw new Error('nothing was due');
  return claimed.id;
}

async function delivery(store: Store, server: string): Promise<DeliveryStatus | undefined> {
  const [entry] = await store.history({ server, limit: 1 });
  return entry?.type === 'alert' ? entry.deliveries[0] : undefined;
}

const anId: unknown = expect.any(Number);

onEachEngine('the outbox', (opened) => {
  it('hands out an alert whole, once per channel', async () => {
    const { store } = opened();
    const edit = { pointer: '/x', before: null, rule: 'r', severity: 'high', message: 'm', clients: ['c'] } as const;
    const alert = anAlert({ server: 'whole', note: 'why', findings: [aFinding('a', { edits: [edit] })] });
    await enqueue(store, alert, ['whole email', 'whole slack']);
    const claimed = await store.claimDeliveries(time(0), time(1), ['whole email', 'whole slack'], 10);
    expect(claimed).toEqual([
      { id: anId, channel: 'whole email', attempt: 1, alert, receipt: null, threadReceipt: null },
      { id: anId, channel: 'whole slack', attempt: 1, alert, receipt: null, threadReceipt: null },
    ]);
  });

  it('takes the same alert again without a second delivery', async () => {
    const { store } = opened();
    const alert = anAlert({ server: 'repeat' });
    await enqueue(store, alert, ['repeat a']);
    await enqueue(store, alert, ['repeat a', 'repeat b']);
    const claimed = await store.claimDeliveries(time(0), time(1), ['repeat a', 'repeat b'], 10);
    expect(claimed.map(({ channel }) => channel)).toEqual(['repeat a', 'repeat b']);
  });

  it('does not make a server of the name in an alert', async () => {
    const { store } = opened();
    await enqueue(store, anAlert({ server: 'no server' }), []);
    expect(await store.server('no server')).toBeNull();
  });

  it('forgets the alert of a transaction that fails', async () => {
    const { store } = opened();
    const work = store.withServer('failed', async (tx) => {
      await tx.enqueue(anAlert({ server: 'failed' }), ['failed']);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await store.claimDeliveries(time(0), time(1), ['failed'], 10)).toEqual([]);
  });

  it('hands out only what is due, on the named channels, the oldest first, up to the limit', async () => {
    const { store } = opened();
    for (const minutes of [3, 1, 9, 2]) {
      await enqueue(store, anAlert({ server: 'order', at: time(minutes) }), ['order', 'order other']);
    }
    const claim = async (): Promise<readonly string[]> =>
      (await store.claimDeliveries(time(5), time(6), ['order'], 2)).map(({ alert }) => alert.at);
    expect([await claim(), await claim(), await claim()]).toEqual([[time(1), time(2)], [time(3)], []]);
    expect(await store.claimDeliveries(time(5), time(6), [], 10)).toEqual([]);
  });

  it('hands out a delivery again once its lease ran out, as the next attempt', async () => {
    const { store } = opened();
    const id = await claimOne(store, 'lease');
    expect(await store.claimDeliveries(time(4), time(9), ['lease'], 10)).toEqual([]);
    expect(await store.claimDeliveries(time(5), time(9), ['lease'], 10)).toMatchObject([{ id, attempt: 2 }]);
  });

  it('never hands out what was sent', async () => {
    const { store } = opened();
    const id = await claimOne(store, 'sent');
    await store.settleDelivery(id, { kind: 'sent', at: time(1) });
    expect(await store.claimDeliveries(time(99), time(100), ['sent'], 10)).toEqual([]);
    expect(await delivery(store, 'sent')).toEqual({
      ...{
        channel: 'sent',
        state: 'sent',
        attempts: 1,
        nextAttemptAt: null,
        sentAt: time(1),
        error: null,
        summary: null,
      },
    });
  });

  it('hands out a retry when its time has come', async () => {
    const { store } = opened();
    const id = await claimOne(store, 'retry');
    await store.settleDelivery(id, { kind: 'retry', nextAttemptAt: time(7), error: 'refused' });
    expect(await delivery(store, 'retry')).toEqual({
      ...{
        channel: 'retry',
        state: 'due',
        attempts: 1,
        nextAttemptAt: time(7),
        sentAt: null,
        error: 'refused',
        summary: null,
      },
    });
    expect(await store.claimDeliveries(time(6), time(8), ['retry'], 10)).toEqual([]);
    expect(await store.claimDeliveries(time(7), time(8), ['retry'], 10)).toMatchObject([{ id, attempt: 2 }]);
    await store.settleDelivery(id, { kind: 'sent', at: time(7) });
    expect(await delivery(store, 'retry')).toMatchObject({ state: 'sent', attempts: 2, error: null });
  });

  it('gives up a delivery that failed for good', async () => {
    const { store } = opened();
    const id = await claimOne(store, 'given up');
    await store.settleDelivery(id, { kind: 'failed', at: time(1), error: 'no such address' });
    expect(await delivery(store, 'given up')).toEqual({
      ...{ channel: 'given up', state: 'failed', attempts: 1, nextAttemptAt: null, sentAt: null },
      error: 'no such address',
      summary: null,
    });
    expect(await store.claimDeliveries(time(99), time(100), ['given up'], 10)).toEqual([]);
  });

  it('knows when the next delivery is due or its lease ends', async () => {
    const { store } = opened();
    expect(await store.nextDeliveryAt(['next'])).toBeNull();
    expect(await store.nextDeliveryAt([])).toBeNull();
    await enqueue(store, anAlert({ server: 'next', at: time(2) }), ['next']);
    expect(await store.nextDeliveryAt(['next', 'other'])).toBe(time(2));
    const [claimed] = await store.claimDeliveries(time(2), time(8), ['next'], 1);
    expect(await store.nextDeliveryAt(['next'])).toBe(time(8));
    await enqueue(store, anAlert({ server: 'next', at: time(4) }), ['next']);
    expect(await store.nextDeliveryAt(['next'])).toBe(time(4));
    await store.settleDelivery(claimed?.id ?? 0, { kind: 'retry', nextAttemptAt: time(3), error: 'later' });
    expect(await store.nextDeliveryAt(['next'])).toBe(time(3));
    expect(await store.nextDeliveryAt(['next nothing'])).toBeNull();
  });
});

onEachEngine('the backlog', (opened) => {
  it('counts what waits and what was given up, and says since when', async () => {
    const { store } = opened();
    expect(await store.backlog()).toEqual({ due: 0, failed: 0, oldestDueAt: null });
    for (const minutes of [4, 3, 2, 1]) await enqueue(store, anAlert({ at: time(minutes) }), ['email']);
    const [first, second, third] = await store.claimDeliveries(time(9), time(10), ['email'], 3);
    await store.settleDelivery(first?.id ?? 0, { kind: 'failed', at: time(9), error: 'x' });
    await store.settleDelivery(second?.id ?? 0, { kind: 'sent', at: time(9) });
    await store.settleDelivery(third?.id ?? 0, { kind: 'retry', nextAttemptAt: time(50), error: 'x' });
    expect(await store.backlog()).toEqual({ due: 2, failed: 1, oldestDueAt: time(3) });
  });
});

onEachEngine('two stores on one database', (opened) => {
  let other: Store | null = null;

  async function two(): Promise<readonly [Store, Store]> {
    const { store, database } = opened();
    other ??= await openStore(database.config);
    return [store, other];
  }

  afterEach(async () => {
    await other?.close();
    other = null;
  });

  it('never lease the same delivery', async () => {
    const stores = await two();
    for (let index = 0; index < 40; index++) await enqueue(stores[0], anAlert({ server: 'race' }), ['race']);
    const claim = (store: Store) => store.claimDeliveries(time(1), time(2), ['race'], 3);
    const claims = Array.from({ length: 10 }, () => stores.map(claim)).flat();
    const ids = (await Promise.all(claims)).flatMap((claimed) => claimed.map(({ id }) => id));
    // A claim may pass over what another one is just taking, but takes nothing twice.
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
    const rest = await stores[0].claimDeliveries(time(1), time(2), ['race'], 100);
    expect(ids.length + rest.length).toBe(40);
  });

  it('see what the other one wrote', async () => {
    const [one, another] = await two();
    await one.withServer('seen', (tx) => tx.patch({ failures: 3 }));
    expect((await another.server('seen'))?.failures).toBe(3);
  });

  it.each(['retry', 'failed'] as const)('ignore a late %s of an attempt whose lease ran out', async (kind) => {
    const [slow, quick] = await two();
    const channel = `late ${kind}`;
    const id = await claimOne(slow, channel);
    const [second] = await quick.claimDeliveries(time(6), time(9), [channel], 1);
    expect(second).toMatchObject({ id, attempt: 2 });
    await slow.settleDelivery(id, { kind, at: time(7), nextAttemptAt: time(7), error: 'slow' });
    expect(await slow.claimDeliveries(time(8), time(9), [channel], 1)).toEqual([]);
    await quick.settleDelivery(id, { kind: 'sent', at: time(8) });
    expect(await delivery(quick, channel)).toMatchObject({ state: 'sent', error: null });
  });

  it('believe a late success, and keep it', async () => {
    const [slow, quick] = await two();
    const id = await claimOne(slow, 'late success');
    await quick.claimDeliveries(time(6), time(9), ['late success'], 1);
    await slow.settleDelivery(id, { kind: 'sent', at: time(7) });
    await quick.settleDelivery(id, { kind: 'retry', nextAttemptAt: time(8), error: 'x' });
    expect(await delivery(quick, 'late success')).toMatchObject({ state: 'sent', sentAt: time(7) });
  });
});
