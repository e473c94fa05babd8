import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../src/monitor/ports-record.ts';
import { aFinding, anAlert, anApproval, approvalOf, aSurface, aTool, time, telling } from './builders.ts';
import { onEachEngine } from './each-engine.ts';

function label(entry: HistoryEntry): string {
  return `${entry.type} ${entry.at.slice(14, 16)}`;
}

const anId: unknown = expect.any(Number);

onEachEngine('history', (opened) => {
  it('tells a story in order of time, and of cause and effect within one moment', async () => {
    const { store } = opened();
    const alert = anAlert({ server: 'story', at: time(2), findings: [aFinding('a')] });
    const [before, after] = [aSurface('a'), aSurface(aTool('a', 'changed'))];
    const circumstances = {
      protocolVersion: '2026-07-28',
      auth: 'header authorization',
      package: { name: 'files', version: '2.0' },
    };
    await store.withServer('story', async (tx) => {
      await tx.recordSurface(before, 'modern', time(0));
      await tx.approve(approvalOf(before, { at: time(1), note: 'fine', source: 'first-seen' }));
      await tx.enqueue(alert, ['email']);
      await tx.openDrift(aFinding('a'), time(2), telling(time(2), true));
      await tx.recordSurface(after, 'modern', time(2), circumstances);
    });
    await store.touch('story', 1, {}, time(4));
    const own = before.definitions[0]?.fingerprint;
    const waits = { channel: 'email', state: 'due', attempts: 0, nextAttemptAt: time(2), sentAt: null };
    const server = 'story';
    expect(await store.history({ server, limit: 100 })).toEqual([
      {
        ...{ type: 'snapshot', at: time(0), lastSeenAt: time(0), server, fingerprint: before.fingerprint, items: 1 },
        ...{ protocolVersion: null, auth: null, package: null },
      },
      {
        ...{ type: 'approval', at: time(1), server, kind: 'tool', name: 'a', fingerprint: own },
        ...{ by: 'ann@host', from: null, note: 'fine', source: 'first-seen', importedBy: null, approvedAt: null },
      },
      {
        ...{ type: 'snapshot', at: time(2), lastSeenAt: time(4), server, fingerprint: after.fingerprint, items: 1 },
        ...circumstances,
      },
      {
        ...{ type: 'drift', at: time(2), server, id: anId, kind: 'tool', name: 'a', state: 'open' },
        ...{ change: 'changed', severity: 'high', fingerprint: 'v1:aa', approvedFingerprint: 'v1:bb' },
        ...{ closedAt: null, alerted: true, goesWith: [], silent: null, unasked: [] },
        ...{ expected: null, ackedAt: null, ackedBy: null, ...telling(time(2), true) },
      },
      {
        ...{ type: 'alert', at: time(2), server, id: alert.id, reason: 'first-drift', severity: 'high' },
        deliveries: [{ ...waits, error: null, summary: null }],
      },
    ]);
  });

  it('keeps the newest entries when there are more than the limit', async () => {
    const { store } = opened();
    for (const minutes of [1, 2, 3]) {
      await store.withServer('limited', async (tx) => {
        await tx.recordSurface(aSurface(`tool ${minutes}`), 'modern', time(10 * minutes));
        await tx.enqueue(anAlert({ server: 'limited', at: time(10 * minutes + 1) }), []);
      });
    }
    const labels = (await store.history({ server: 'limited', limit: 3 })).map(label);
    expect(labels).toEqual(['alert 21', 'snapshot 30', 'alert 31']);
    expect(await store.history({ server: 'limited', limit: 0 })).toEqual([]);
  });

  it('is about one server or about all', async () => {
    const { store } = opened();
    for (const server of ['one', 'two']) {
      await store.withServer(server, (tx) => tx.recordSurface(aSurface(server), 'modern', time(55)));
    }
    expect(await store.history({ server: 'one', limit: 9 })).toMatchObject([{ server: 'one' }]);
    const all = await store.history({ limit: 1000 });
    expect(new Set(all.map(({ server }) => server))).toEqual(new Set(['story', 'limited', 'one', 'two']));
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted());
  });

  it('is about one item', async () => {
    const { store } = opened();
    const entry = (name: string) => ({ kind: 'tool', name, fingerprint: null, copies: 1 }) as const;
    await store.withServer('item', async (tx) => {
      await tx.recordSurface(aSurface('a'), 'modern', time(0));
      await tx.recordSurface(aSurface('b'), 'modern', time(1));
      await tx.approve(anApproval([entry('a'), entry('b')], { at: time(2) }));
      await tx.openDrift(aFinding('a'), time(3), telling(time(3), true));
      await tx.openDrift(aFinding('b'), time(4), telling(time(4), true));
      await tx.enqueue(anAlert({ server: 'item', at: time(5), findings: [aFinding('b'), aFinding('c')] }), []);
      await tx.enqueue(anAlert({ server: 'item', at: time(6), findings: [aFinding('a')] }), []);
    });
    const labels = (await store.history({ server: 'item', item: 'b', limit: 9 })).map(label);
    expect(labels).toEqual(['snapshot 01', 'approval 02', 'drift 04', 'alert 05']);
  });

  it('finds an item behind many alerts about others', async () => {
    const { store } = opened();
    await store.withServer('many', async (tx) => {
      await tx.enqueue(anAlert({ server: 'many', at: time(0), findings: [aFinding('needle')] }), []);
      for (let index = 0; index < 450; index++) await tx.enqueue(anAlert({ server: 'many', at: time(1) }), ['x']);
    });
    expect(await store.history({ server: 'many', item: 'needle', limit: 5 })).toHaveLength(1);
    expect(await store.history({ server: 'many', limit: 450 })).toHaveLength(450);
  });
});
