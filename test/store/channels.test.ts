import { expect, it } from 'vitest';
import { healthy } from '../../src/core/channel-health.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { aFinding, anAlert, time } from './builders.ts';
import { onEachEngine } from './each-engine.ts';

const anId: unknown = expect.any(Number);

async function enqueue(store: Store, channel: string, ...minutes: readonly number[]): Promise<void> {
  for (const at of minutes) {
    await store.withServer(channel, (tx) => tx.enqueue(anAlert({ server: channel, at: time(at) }), [channel]));
  }
}

onEachEngine('a channel', (opened) => {
  it('has nothing to say for itself at first', async () => {
    expect(await opened().store.channels(['unknown'])).toEqual([{ channel: 'unknown', ...healthy, due: 0, failed: 0 }]);
  });

  it('keeps how it does', async () => {
    const { store } = opened();
    const health = {
      failures: 2,
      failingSince: time(1),
      reason: 'no',
      pausedUntil: time(2),
      isTold: true,
      toldAt: time(1),
    };
    await store.withChannel('kept', (tx) => tx.setHealth({ ...health, failures: 1 }));
    await store.withChannel('kept', (tx) => tx.setHealth(health));
    expect(await store.withChannel('kept', (tx) => tx.health())).toEqual(health);
    expect(await store.channels(['other', 'kept'])).toMatchObject([
      { channel: 'other' },
      { channel: 'kept', ...health },
    ]);
  });

  it('knows what waits on it, the oldest first, and what was sent lately', async () => {
    const { store } = opened();
    await enqueue(store, 'queue', 3, 1, 2, 90);
    await enqueue(store, 'queue other', 1);
    const [first] = await store.claimDeliveries(time(4), time(5), ['queue'], 1);
    await store.settleDelivery(first?.id ?? 0, { kind: 'sent', at: time(4) });
    const [second] = await store.claimDeliveries(time(4), time(5), ['queue'], 1);
    await store.settleDelivery(second?.id ?? 0, { kind: 'retry', nextAttemptAt: time(30), error: 'x' });
    expect(await store.channelQueue('queue', time(5))).toEqual({
      health: healthy,
      waiting: [
        { id: anId, at: time(2), isReady: false, isAlone: false, isFirstSeen: false },
        { id: anId, at: time(3), isReady: true, isAlone: false, isFirstSeen: false },
      ],
      sentLately: 1,
      lastSentAt: time(4),
    });
    expect(await store.channelQueue('queue', time(64))).toMatchObject({ sentLately: 0, lastSentAt: null });
  });

  it('knows new servers whose time has not come, and leaves out what else is held back', async () => {
    const { store } = opened();
    const held = [anAlert({ server: 'held', reason: 'first-seen' }), anAlert({ server: 'held', reason: 'approved' })];
    for (const alert of held) await store.withServer('held', (tx) => tx.enqueue(alert, ['held'], [], time(5)));
    const { waiting } = await store.channelQueue('held', time(4));
    expect(waiting).toMatchObject([{ isReady: false, isFirstSeen: true }]);
    expect(await store.claimDeliveries(time(4), time(5), ['held'], 9)).toEqual([]);
    expect((await store.channelQueue('held', time(5))).waiting).toHaveLength(2);
    expect(await store.claimDeliveries(time(5), time(6), ['held'], 9)).toHaveLength(2);
  });

  it('leaves out what is being delivered, until its lease ends', async () => {
    const { store } = opened();
    await enqueue(store, 'leased', 1);
    await store.claimDeliveries(time(1), time(5), ['leased'], 1);
    expect((await store.channelQueue('leased', time(4))).waiting).toEqual([]);
    expect((await store.channelQueue('leased', time(5))).waiting).toHaveLength(1);
  });

  it('tells several alerts in one, which each of them names', async () => {
    const { store } = opened();
    await enqueue(store, 'folded', 1, 2, 3);
    const ids = (await store.channelQueue('folded', time(3))).waiting.map(({ id }) => id);
    const [leased] = await store.claimDeliveries(time(3), time(9), ['folded'], 1);
    const summary = anAlert({ server: 'folded', reason: 'summary', at: time(4) });
    const taken = await store.withChannel('folded', async (tx) => {
      const all = await tx.take(ids, time(4));
      await tx.replace(
        all.map(({ id }) => id),
        summary,
      );
      return all;
    });
    expect(taken.map(({ digest }) => digest.at)).toEqual([time(2), time(3)]);
    const entries = await store.history({ server: 'folded', limit: 10 });
    const told = entries.flatMap((entry) => (entry.type === 'alert' ? entry.deliveries : []));
    expect(told.map(({ state, summary: id }) => [state, id])).toEqual([
      ['due', null],
      ['summarised', summary.id],
      ['summarised', summary.id],
      ['due', null],
    ]);
    await store.settleDelivery(leased?.id ?? 0, { kind: 'sent', at: time(4) });
    expect(await store.claimDeliveries(time(9), time(10), ['folded'], 10)).toMatchObject([{ alert: summary }]);
    expect(await store.channels(['folded'])).toMatchObject([{ due: 1, failed: 0 }]);
  });

  it('keeps what it gave back, for the next attempt and for what belongs to the same trouble', async () => {
    const { store } = opened();
    const first = anAlert({ server: 'receipts' });
    await store.withServer('receipts', (tx) => tx.enqueue(first, ['receipts']));
    const claim = async () => (await store.claimDeliveries(time(9), time(10), ['receipts'], 1))[0];
    const id = (await claim())?.id ?? 0;
    await store.settleDelivery(id, { kind: 'retry', nextAttemptAt: time(1), error: 'x', receipt: 'half' });
    expect(await claim()).toMatchObject({ receipt: 'half', threadReceipt: null });
    await store.settleDelivery(id, { kind: 'retry', nextAttemptAt: time(1), error: 'x', receipt: null });
    expect(await claim()).toMatchObject({ receipt: 'half' });
    await store.settleDelivery(id, { kind: 'sent', at: time(9), receipt: 'whole' });
    const next = anAlert({ server: 'receipts', thread: first.id });
    await store.withServer('receipts', (tx) => tx.enqueue(next, ['receipts']));
    expect(await claim()).toMatchObject({ receipt: null, threadReceipt: 'whole', alert: { thread: first.id } });
  });

  it('knows the summary in which the beginning of a trouble was told', async () => {
    const { store } = opened();
    const first = anAlert({ server: 'in summary' });
    await store.withServer('in summary', (tx) => tx.enqueue(first, ['in summary']));
    const summary = anAlert({ server: 'in summary', reason: 'summary' });
    await store.withChannel('in summary', async (tx) => {
      const { waiting } = await tx.queue(time(1));
      await tx.replace(
        waiting.map(({ id }) => id),
        summary,
      );
    });
    const [told] = await store.claimDeliveries(time(1), time(2), ['in summary'], 1);
    await store.settleDelivery(told?.id ?? 0, { kind: 'sent', at: time(1), receipt: 'the summary' });
    const next = anAlert({ server: 'in summary', at: time(2), thread: first.id });
    await store.withServer('in summary', (tx) => tx.enqueue(next, ['in summary']));
    expect(await store.claimDeliveries(time(2), time(3), ['in summary'], 1)).toMatchObject([
      { alert: { id: next.id }, threadReceipt: 'the summary' },
    ]);
  });

  it('hears what became of what it was told, even if that alone is not grave enough', async () => {
    const { store } = opened();
    const first = anAlert({ server: 'followed' });
    await store.withServer('followed', (tx) => tx.enqueue(first, ['told']));
    const next = anAlert({ server: 'followed', at: time(1), thread: first.id, findings: [aFinding('a')] });
    await store.withServer('followed', (tx) => tx.enqueue(next, ['always'], ['told', 'not told']));
    const [, entry] = await store.history({ server: 'followed', limit: 10 });
    expect(entry).toMatchObject({ deliveries: [{ channel: 'always' }, { channel: 'told' }] });
  });

  it('counts what some receivers got as a message of this hour', async () => {
    const { store } = opened();
    await enqueue(store, 'partly', 1, 2);
    const [one] = await store.claimDeliveries(time(3), time(4), ['partly'], 1);
    await store.settleDelivery(one?.id ?? 0, { kind: 'failed', at: time(3), error: 'x', partlySentAt: time(3) });
    expect(await store.channelQueue('partly', time(4))).toMatchObject({ sentLately: 1 });
  });

  it('tries again what was given up or waits, at once, and nothing else', async () => {
    const { store } = opened();
    await enqueue(store, 'again', 1, 2, 3, 50);
    await enqueue(store, 'again other', 1);
    const claimed = await store.claimDeliveries(time(3), time(4), ['again', 'again other'], 4);
    const results = [
      { kind: 'failed', at: time(3), error: 'gone' },
      { kind: 'failed', at: time(3), error: 'gone' },
      { kind: 'retry', nextAttemptAt: time(30), error: 'later' },
      { kind: 'sent', at: time(3) },
    ] as const;
    for (const [index, { id }] of claimed.entries()) await store.settleDelivery(id, results[index] ?? results[3]);
    await store.withChannel('again', (tx) => tx.setHealth({ ...healthy, failures: 1, pausedUntil: time(60) }));
    const failed = claimed.filter(({ channel }, index) => channel === 'again' && index < 3).length;
    expect(await store.retryDeliveries('again', time(5))).toBe(failed);
    expect(await store.claimDeliveries(time(5), time(6), ['again'], 10)).toHaveLength(failed);
    expect(await store.withChannel('again', (tx) => tx.health())).toMatchObject({ failures: 1, pausedUntil: null });
  });
});
