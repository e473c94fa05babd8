import { expect, it } from 'vitest';
import type { CurrentDrift } from '../../src/monitor/ports-record.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { aFinding, time, telling } from './builders.ts';
import { onEachEngine } from './each-engine.ts';

async function open(store: Store, server: string, name = 'a'): Promise<CurrentDrift> {
  await store.withServer(server, (tx) => tx.openDrift(aFinding(name), time(0), telling(time(0), false)));
  const drift = (await store.state(server)).drift.find((candidate) => candidate.name === name);
  if (drift === undefined) throw new Error('the drift is not open');
  return drift;
}

const anId: unknown = expect.any(Number);

onEachEngine('drift', (opened) => {
  it('keeps what the finding said', async () => {
    const { store } = opened();
    const finding = aFinding('gone', { change: 'removed', severity: 'low', fingerprint: null });
    await store.withServer('kept', (tx) => tx.openDrift(finding, time(1), telling(time(1), true)));
    expect((await store.state('kept')).drift).toEqual([
      {
        ...{ id: anId, kind: 'tool', name: 'gone', state: 'open', change: 'removed', severity: 'low' },
        ...{ fingerprint: null, approvedFingerprint: 'v1:bb', openedAt: time(1), closedAt: null, alerted: true },
        ...{ goesWith: [], silent: null, unasked: [], expected: null, ackedAt: null, ackedBy: null },
        ...telling(time(1), true),
      },
    ]);
  });

  it('keeps how it came about, to its end', async () => {
    const { store } = opened();
    const context = {
      goesWith: ['served by a 2 since 2026-12-01, 1 before'],
      silent: 'nobody was told',
      unasked: ['Cursor (x)'],
    };
    await store.withServer('context', (tx) => tx.openDrift(aFinding('a', context), time(1), telling(time(1), true)));
    const [drift] = (await store.state('context')).drift;
    expect(drift).toMatchObject(context);
    await store.withServer('context', (tx) => tx.closeDrift(drift?.id ?? 0, 'reverted', time(2)));
    expect(await store.history({ server: 'context', limit: 9 })).toMatchObject([{ type: 'drift', ...context }]);
  });

  it.each(['approved', 'reverted', 'superseded'] as const)('is no longer current once it is %s', async (state) => {
    const { store } = opened();
    const server = `closed ${state}`;
    const { id } = await open(store, server);
    await store.withServer(server, (tx) => tx.closeDrift(id, state, time(5)));
    expect((await store.state(server)).drift).toEqual([]);
    const [entry] = await store.history({ server, limit: 9 });
    expect(entry).toMatchObject({ type: 'drift', id, state, closedAt: time(5) });
  });

  it('stays current when it is rejected, and can end later', async () => {
    const { store } = opened();
    const { id } = await open(store, 'rejected');
    await store.withServer('rejected', (tx) => tx.closeDrift(id, 'rejected', time(5)));
    expect((await store.state('rejected')).drift).toMatchObject([{ id, state: 'rejected', closedAt: time(5) }]);
    await store.withServer('rejected', (tx) => tx.closeDrift(id, 'reverted', time(6)));
    expect((await store.state('rejected')).drift).toEqual([]);
  });

  it('is current once per definition: a second one fails, and nothing of its transaction is kept', async () => {
    const { store } = opened();
    const { id } = await open(store, 'once');
    const again = store.withServer('once', async (tx) => {
      await tx.patch({ failures: 5 });
      await tx.openDrift(aFinding('a', { severity: 'critical' }), time(1), telling(time(1), false));
    });
    await expect(again).rejects.toThrow();
    expect(await store.state('once')).toMatchObject({ record: { failures: 0 }, drift: [{ id, severity: 'high' }] });
  });

  it('can be opened anew in the transaction that supersedes it', async () => {
    const { store } = opened();
    const { id } = await open(store, 'anew');
    await store.withServer('anew', async (tx) => {
      await tx.closeDrift(id, 'superseded', time(1));
      await tx.openDrift(aFinding('a', { severity: 'critical' }), time(1), telling(time(1), true));
    });
    expect((await store.state('anew')).drift).toMatchObject([{ severity: 'critical', openedAt: time(1) }]);
  });

  it('is open for several definitions and servers at once', async () => {
    const { store } = opened();
    for (const name of ['b', 'a', 'c']) await open(store, 'several', name);
    await open(store, 'several more', 'a');
    expect((await store.state('several')).drift.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('cannot be closed through another server or twice', async () => {
    const { store } = opened();
    const { id } = await open(store, 'owner');
    await expect(store.withServer('thief', (tx) => tx.closeDrift(id, 'approved', time(1)))).rejects.toThrow(/current/);
    await store.withServer('owner', (tx) => tx.closeDrift(id, 'approved', time(1)));
    await expect(store.withServer('owner', (tx) => tx.closeDrift(id, 'approved', time(2)))).rejects.toThrow(/current/);
  });
});
