import { expect, it } from 'vitest';
import type { ServerPatch } from '../../src/monitor/ports-store.ts';
import { aFinding, approvalOf, aSurface, time, telling } from './builders.ts';
import { onEachEngine } from './each-engine.ts';

const full: Required<ServerPatch> = {
  verdict: 'drift',
  outcome: 'listed',
  reason: 'because',
  era: 'modern',
  protocolVersion: '2026-07-28',
  auth: 'header authorization',
  package: { name: 'server-files', version: '2026.7.10' },
  ttlMs: 1e300,
  remarks: ['odd', 'odder'],
  listen: 'honoured',
  listenDetail: 'tools',
  items: { tool: 3, instructions: 1 },
  fingerprint: 'v1:aa',
  approvedFingerprint: 'v1:bb',
  digest: 'cc',
  lastReadingAt: time(1),
  lastCompleteAt: time(2),
  lastGoodAt: time(3),
  verifiedSince: time(4),
  unverifiedSince: time(5),
  failures: 7,
  nextReadingAt: time(6),
  blindAlertedAt: time(7),
  firstSeenAlertedAt: time(1),
  snoozedUntil: time(90),
  spokeAt: time(2),
  thread: 'an id',
  loginAlertedAt: time(8),
};

onEachEngine('the server row', (opened) => {
  it('is null for a server that nobody wrote about', async () => {
    const { store } = opened();
    expect(await store.server('nobody')).toBeNull();
    expect(await store.state('nobody')).toEqual({
      record: null,
      hasBaseline: false,
      baseline: [],
      drift: [],
      ended: [],
      volatile: [],
      expectation: null,
    });
    expect(await store.latestSurface('nobody')).toBeNull();
  });

  it('is not made by reading under the lock', async () => {
    const { store } = opened();
    const state = await store.withServer('only read', (tx) => tx.state());
    expect(state.record).toBeNull();
    expect(await store.server('only read')).toBeNull();
  });

  it('keeps every column of a patch', async () => {
    const { store } = opened();
    await store.withServer('patched', (tx) => tx.patch(full));
    expect(await store.server('patched')).toEqual({ name: 'patched', revision: 0, ...full });
  });

  it('begins unverified, with nothing known', async () => {
    const { store } = opened();
    await store.withServer('new', (tx) => tx.patch({}));
    expect(await store.server('new')).toMatchObject({ verdict: 'unverified', outcome: null, failures: 0, items: {} });
  });

  it('changes only what a patch names', async () => {
    const { store } = opened();
    await store.withServer('partly', (tx) => tx.patch(full));
    await store.withServer('partly', (tx) => tx.patch({ failures: 8, reason: null }));
    expect(await store.server('partly')).toEqual({ name: 'partly', revision: 0, ...full, failures: 8, reason: null });
  });

  it('keeps name and revision when a whole record is the patch', async () => {
    const { store } = opened();
    await store.withServer('whole', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    const record = { ...full, name: 'other', revision: 99 };
    await store.withServer('whole', (tx) => tx.patch(record));
    expect(await store.server('whole')).toMatchObject({ name: 'whole', revision: 1, failures: 7 });
  });

  it('is listed with all others in order of name by code unit', async () => {
    const { store } = opened();
    const names = ['order b', 'order B', 'order-a', 'order a', 'order ä', 'order \u{1f600}', 'order \ufb01'];
    for (const name of names) await store.withServer(name, (tx) => tx.patch({}));
    const listed = (await store.servers()).map(({ name }) => name).filter((name) => names.includes(name));
    expect(listed).toEqual(names.toSorted());
  });
});

onEachEngine('the revision', (opened) => {
  it('grows once in a transaction with many changes', async () => {
    const { store } = opened();
    const surface = aSurface('a', 'b');
    await store.withServer('many', async (tx) => {
      await tx.recordSurface(surface, 'modern', time(0));
      await tx.approve(approvalOf(surface));
      await tx.openDrift(aFinding('a'), time(0), telling(time(0), false));
      await tx.patch({ verdict: 'drift' });
      expect((await tx.state()).record?.revision).toBe(1);
    });
    expect((await store.server('many'))?.revision).toBe(1);
  });

  it('grows with a new surface, an approval, opened drift and closed drift', async () => {
    const { store } = opened();
    const surface = aSurface('a');
    const revisions: (number | undefined)[] = [];
    const note = async (): Promise<void> => void revisions.push((await store.server('each'))?.revision);
    await store.withServer('each', (tx) => tx.recordSurface(surface, 'modern', time(0))).then(note);
    await store.withServer('each', (tx) => tx.approve(approvalOf(surface))).then(note);
    await store.withServer('each', (tx) => tx.openDrift(aFinding('a'), time(1), telling(time(1), false))).then(note);
    const [drift] = (await store.state('each')).drift;
    await store.withServer('each', (tx) => tx.closeDrift(drift?.id ?? 0, 'reverted', time(2))).then(note);
    expect(revisions).toEqual([1, 2, 3, 4]);
  });

  it('stays with a patch or the same surface again', async () => {
    const { store } = opened();
    await store.withServer('same', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    await store.withServer('same', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(1)));
    await store.withServer('same', (tx) => tx.patch({ failures: 1 }));
    expect((await store.server('same'))?.revision).toBe(1);
  });
});

onEachEngine('touch', (opened) => {
  it('patches the row and moves the end of the span, if the revision is still the same', async () => {
    const { store } = opened();
    await store.withServer('touched', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    expect(await store.touch('touched', 1, { failures: 2, remarks: ['x'] }, time(5))).toBe(true);
    expect(await store.server('touched')).toMatchObject({ revision: 1, failures: 2, remarks: ['x'] });
    expect(await store.latestSurface('touched')).toMatchObject({ firstSeenAt: time(0), lastSeenAt: time(5) });
  });

  it('leaves the span where it is without a time', async () => {
    const { store } = opened();
    await store.withServer('unseen', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    expect(await store.touch('unseen', 1, {}, null)).toBe(true);
    expect((await store.latestSurface('unseen'))?.lastSeenAt).toBe(time(0));
  });

  it('does nothing and says so when somebody wrote in between', async () => {
    const { store } = opened();
    await store.withServer('stale', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    await store.withServer('stale', (tx) => tx.openDrift(aFinding('a'), time(1), telling(time(1), false)));
    expect(await store.touch('stale', 1, { failures: 9 }, time(9))).toBe(false);
    expect(await store.server('stale')).toMatchObject({ revision: 2, failures: 0 });
    expect((await store.latestSurface('stale'))?.lastSeenAt).toBe(time(0));
  });

  it('does nothing and says so when a reading failed in between', async () => {
    const { store } = opened();
    await store.withServer('failed', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    await store.withServer('failed', (tx) => tx.patch({ unverifiedSince: time(1) }));
    expect(await store.touch('failed', 1, { failures: 0 }, time(9))).toBe(false);
    expect((await store.latestSurface('failed'))?.lastSeenAt).toBe(time(0));
  });

  it('says false for a server without a row', async () => {
    expect(await opened().store.touch('absent', 0, { failures: 1 }, null)).toBe(false);
  });
});

onEachEngine('withServer', (opened) => {
  it('keeps nothing when the work throws, and throws the same', async () => {
    const { store } = opened();
    const reason = new Error('no');
    const work = store.withServer('rolled back', async (tx) => {
      await tx.recordSurface(aSurface('a'), 'modern', time(0));
      throw reason;
    });
    await expect(work).rejects.toBe(reason);
    expect(await store.server('rolled back')).toBeNull();
  });

  it('returns what the work returns', async () => {
    expect(await opened().store.withServer('value', async () => 42)).toBe(42);
  });

  it('runs one piece of work after the other for one server', async () => {
    const { store } = opened();
    const add = (): Promise<void> =>
      store.withServer('counter', async (tx) => {
        const failures = (await tx.state()).record?.failures ?? 0;
        await tx.patch({ failures: failures + 1 });
      });
    await Promise.all(Array.from({ length: 50 }, add));
    expect((await store.server('counter'))?.failures).toBe(50);
  });

  it('lets others read meanwhile, who see the state before it', async () => {
    const { store } = opened();
    await store.withServer('read meanwhile', (tx) => tx.patch({ failures: 1 }));
    const seen = await store.withServer('read meanwhile', async (tx) => {
      await tx.patch({ failures: 2 });
      return (await store.server('read meanwhile'))?.failures;
    });
    expect(seen).toBe(1);
  });
});
