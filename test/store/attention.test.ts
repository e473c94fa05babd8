import { expect, it } from 'vitest';
import type { AttentionEntry } from '../../src/monitor/ports-decision.ts';
import { aFinding, anAlert, telling, time } from './builders.ts';
import { onEachEngine } from './each-engine.ts';
import { runSql } from './raw-sql.ts';

const who = { by: 'ann@host', note: 'on it' };

function until(action: 'snooze' | 'expect', at: number, end: number): AttentionEntry {
  return { action, at: time(at), until: time(end), ...who };
}

onEachEngine('how people live with drift', (opened) => {
  async function decide(server: string, ...entries: readonly AttentionEntry[]): Promise<void> {
    for (const entry of entries) await opened().store.withServer(server, (tx) => tx.decideAttention(entry));
  }

  async function open(server: string, name: string, isTold: boolean, isOwed = false): Promise<number> {
    const { store } = opened();
    await store.withServer(server, (tx) =>
      tx.openDrift(aFinding(name), time(1), telling(time(1), isTold, { isOwed, lastGoodAt: time(0) })),
    );
    const { drift } = await store.state(server);
    return drift.find((item) => item.name === name)?.id ?? 0;
  }

  it('marks the drift that was seen, until it is another', async () => {
    const { store } = opened();
    const driftId = await open('seen', 'a', true);
    const entry = {
      action: 'ack',
      driftId,
      kind: 'tool',
      name: 'a',
      fingerprint: 'v1:aa',
      at: time(2),
      ...who,
    } as const;
    await decide('seen', entry);
    expect((await store.state('seen')).drift).toMatchObject([{ name: 'a', ackedAt: time(2), ackedBy: 'ann@host' }]);
    await store.withServer('seen', (tx) => tx.closeDrift(driftId, 'superseded', time(3)));
    await open('seen', 'a', true);
    expect((await store.state('seen')).drift).toMatchObject([{ name: 'a', ackedAt: null, ackedBy: null }]);
    const history = await store.history({ server: 'seen', item: 'a', limit: 9 });
    expect(history.filter(({ type }) => type === 'attention')).toEqual([
      { type: 'attention', server: 'seen', ...entry },
    ]);
  });

  it('never marks the drift of another server', async () => {
    const driftId = await open('owner', 'a', true);
    await decide('thief', { action: 'ack', driftId, kind: 'tool', name: 'a', fingerprint: null, at: time(2), ...who });
    expect((await opened().store.state('owner')).drift).toMatchObject([{ ackedAt: null }]);
  });

  it('is what was decided last, of a server that was never read as well', async () => {
    const { store } = opened();
    await decide('new', until('snooze', 1, 60), until('expect', 2, 30), until('snooze', 3, 20), until('expect', 4, 50));
    const { record, expectation } = await store.state('new');
    expect(record).toMatchObject({ snoozedUntil: time(20), lastReadingAt: null });
    expect(expectation).toEqual({ from: time(4), until: time(50), ...who });
    const history = await store.history({ server: 'new', limit: 9 });
    expect(history).toMatchObject([{ until: time(60) }, { until: time(30) }, { until: time(20) }, { until: time(50) }]);
  });

  it('keeps what was expected with the drift, to its end', async () => {
    const { store } = opened();
    const expected = { from: time(0), until: time(9), by: 'ann', note: null };
    await store.withServer('expected', (tx) =>
      tx.openDrift(aFinding('a', { expected }), time(1), telling(time(1), true)),
    );
    const [drift] = (await store.state('expected')).drift;
    expect(drift).toMatchObject({ expected });
    await store.withServer('expected', (tx) => tx.closeDrift(drift?.id ?? 0, 'reverted', time(2)));
    expect(await store.history({ server: 'expected', limit: 9 })).toMatchObject([{ type: 'drift', expected }]);
  });

  it('knows what ended untold until it is told', async () => {
    const { store } = opened();
    const id = await open('ended', 'a', false, true);
    const ended = async () => (await store.state('ended')).ended.map(({ name }) => name);
    await store.withServer('ended', async (tx) => {
      await tx.closeDrift(id, 'reverted', time(2));
      await tx.oweDrift([id]);
    });
    expect(await ended()).toEqual(['a']);
    expect((await store.state('ended')).drift).toEqual([]);
    await store.withServer('ended', (tx) => tx.tellDrift([id], time(3)));
    expect(await ended()).toEqual([]);
  });

  it('asks for the servers with something to tell, and for none that is silent', async () => {
    const { store } = opened();
    await open('due owed', 'a', true, true);
    await open('due reminder', 'a', true);
    await open('due not yet', 'a', true);
    await store.withServer('due not yet', async (tx) => {
      const { drift } = await tx.state();
      await tx.tellDrift([drift[0]?.id ?? 0], time(5));
    });
    const acked = await open('due acked', 'a', true);
    await decide('due acked', {
      action: 'ack',
      driftId: acked,
      kind: 'tool',
      name: 'a',
      fingerprint: null,
      at: time(2),
      ...who,
    });
    const rejected = await open('due rejected', 'a', true);
    await store.withServer('due rejected', (tx) => tx.closeDrift(rejected, 'rejected', time(2)));
    await open('due silent', 'a', true, true);
    await decide('due silent', until('snooze', 2, 20));
    await decide('due awake', until('snooze', 2, 10));
    const due = async (now: number, remindBefore: number) => {
      const servers = await store.serversToAttend(time(now), time(remindBefore));
      return servers.filter((name) => name.startsWith('due ')).toSorted();
    };
    expect(await due(9, 4)).toEqual(['due owed', 'due reminder']);
    expect(await due(10, 5)).toEqual(['due awake', 'due not yet', 'due owed', 'due reminder']);
    expect(await due(20, 0)).toEqual(['due awake', 'due owed', 'due silent']);
  });

  it('forgets what was decided in a transaction that fails', async () => {
    const { store } = opened();
    const work = store.withServer('failed', async (tx) => {
      await tx.openDrift(aFinding('a'), time(1), telling(time(1), false, { isOwed: true }));
      await tx.decideAttention(until('snooze', 1, 9));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await store.state('failed')).toMatchObject({ record: null, drift: [], expectation: null });
  });

  it('is attested by the log of decisions', async () => {
    const { store, database } = opened();
    await decide('attested', until('snooze', 1, 60), until('expect', 2, 30));
    expect(await store.verifyAudit(null)).toMatchObject({ fault: null });
    await runSql(
      database.config,
      `update attention set until = '${time(90)}' where server = 'attested' and action = 'expect'`,
    );
    const { fault } = await store.verifyAudit(null);
    expect(fault?.detail).toMatch(/row \d+ of attention, which says something else now/);
  });
});

onEachEngine('a digest', (opened) => {
  it('counts open drift by server, what was too slight to tell since the last one, and channels in trouble', async () => {
    const { store } = opened();
    await store.withServer('billing', async (tx) => {
      await tx.openDrift(aFinding('a'), time(1), telling(time(1), true));
      await tx.openDrift(aFinding('b', { severity: 'critical' }), time(2), telling(time(2), true));
      await tx.openDrift(aFinding('c', { severity: 'info' }), time(3), telling(time(3), false));
      const { drift } = await tx.state();
      await tx.closeDrift(drift[0]?.id ?? 0, 'rejected', time(4));
      await tx.enqueue(anAlert({ server: 'billing', at: time(5) }), ['email', 'slack', 'webhook']);
    });
    const claimed = await store.claimDeliveries(time(5), time(6), ['email', 'slack'], 9);
    const [email, slack] = claimed;
    await store.settleDelivery(email?.id ?? 0, { kind: 'retry', nextAttemptAt: time(9), error: 'down' });
    await store.settleDelivery(slack?.id ?? 0, { kind: 'failed', at: time(5), error: 'gone' });
    const open = [{ server: 'billing', definitions: 2, severity: 'critical', since: time(1), known: 1 }];
    expect(await store.digest(time(500))).toEqual({
      since: null,
      open,
      quiet: [{ server: 'billing', definitions: 1, severity: 'info', since: time(3), known: 0 }],
      channels: [
        { channel: 'email', waiting: 1, failed: 0 },
        { channel: 'slack', waiting: 0, failed: 1 },
      ],
    });

    const digest = anAlert({ reason: 'digest', server: 'tooldrift', at: time(10) });
    await store.enqueue(digest, ['webhook']);
    await store.enqueue(digest, ['webhook']);
    expect(await store.digest(time(500))).toEqual({
      ...{ since: time(10), open, quiet: [], channels: [{ channel: 'email', waiting: 1, failed: 0 }] },
    });
  });
});
