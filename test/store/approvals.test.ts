import { expect, it } from 'vitest';
import type { Approved } from '../../src/monitor/ports-decision.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { anApproval, approvalOf, aSurface, aTool, time } from './builders.ts';
import { onEachEngine } from './each-engine.ts';
import { runSql } from './raw-sql.ts';

const [first] = aSurface(aTool('a', 'first')).definitions;
const [second] = aSurface(aTool('a', 'second')).definitions;
if (first === undefined || second === undefined) throw new Error('each surface holds one definition');
const [firstFingerprint, secondFingerprint] = [first.fingerprint, second.fingerprint];

function approve(store: Store, server: string, fingerprint: string | null, at = time(0)): Promise<void> {
  const entries = [{ kind: 'tool', name: 'a', fingerprint, copies: 1 }] as const;
  return store.withServer(server, (tx) => tx.approve(anApproval(entries, { at })));
}

async function recordBoth(store: Store, server: string): Promise<void> {
  await store.withServer(server, async (tx) => {
    await tx.recordSurface(aSurface(aTool('a', 'first')), 'modern', time(0));
    await tx.recordSurface(aSurface(aTool('a', 'second')), 'modern', time(1));
  });
}

async function only(store: Store, server: string): Promise<Approved | undefined> {
  const { baseline } = await store.state(server);
  expect(baseline).toHaveLength(1);
  return baseline[0];
}

onEachEngine('an approval', (opened) => {
  it('is the baseline, with the text that was approved', async () => {
    const { store } = opened();
    await recordBoth(store, 'approved');
    const entries = [{ kind: 'tool', name: 'a', fingerprint: firstFingerprint, copies: 2 }] as const;
    const batch = anApproval(entries, { at: time(2), by: 'bob@host', note: 'seen', source: 'pin' });
    await store.withServer('approved', (tx) => tx.approve(batch));
    expect(await store.state('approved')).toMatchObject({ hasBaseline: true });
    expect(await only(store, 'approved')).toEqual({
      ...{ kind: 'tool', name: 'a', copies: 2, approvedAt: time(2), by: 'bob@host', note: 'seen' },
      ...{ fingerprint: firstFingerprint, lastFingerprint: firstFingerprint, lastText: first.text },
    });
  });

  it('that comes from a file is as old as it was there', async () => {
    const { store } = opened();
    const entries = [{ kind: 'tool', name: 'a', fingerprint: firstFingerprint, copies: 1 }] as const;
    const imported = { by: 'bob@ci', approvedAt: time(0) };
    await store.withServer('imported', async (tx) => {
      await tx.keepDefinitions([first], time(5));
      await tx.approve(anApproval(entries, { at: time(5), source: 'import', imported }));
    });
    expect(await only(store, 'imported')).toMatchObject({ approvedAt: time(0), by: 'ann@host', lastText: first.text });
    expect(await store.history({ server: 'imported', limit: 9 })).toMatchObject([
      { at: time(5), by: 'ann@host', source: 'import', importedBy: 'bob@ci', approvedAt: time(0) },
    ]);
  });

  it('that comes from a file is attested with who took it in', async () => {
    const { store, database } = opened();
    expect(await store.verifyAudit(null)).toMatchObject({ fault: null });
    await runSql(database.config, `update approval set imported_by = 'eve' where source = 'import'`);
    const { fault } = await store.verifyAudit(null);
    expect(fault?.detail).toMatch(/row \d+ of approval, which says something else now/);
    await runSql(database.config, `update approval set imported_by = 'bob@ci' where source = 'import'`);
  });

  it('replaces the one before, by order of writing and not by time', async () => {
    const { store } = opened();
    await recordBoth(store, 'replaced');
    await approve(store, 'replaced', firstFingerprint, time(9));
    await approve(store, 'replaced', secondFingerprint, time(3));
    expect(await only(store, 'replaced')).toMatchObject({ fingerprint: secondFingerprint, lastText: second.text });
  });

  it('of an absence keeps the last text that was approved', async () => {
    const { store } = opened();
    await recordBoth(store, 'tombstone');
    await approve(store, 'tombstone', firstFingerprint);
    await approve(store, 'tombstone', null);
    await approve(store, 'tombstone', null);
    const expected = { fingerprint: null, lastFingerprint: firstFingerprint, lastText: first.text };
    expect(await only(store, 'tombstone')).toMatchObject(expected);
    await approve(store, 'tombstone', secondFingerprint);
    expect(await only(store, 'tombstone')).toMatchObject({ fingerprint: secondFingerprint, lastText: second.text });
  });

  it('of an absence alone has no last text', async () => {
    const { store } = opened();
    await approve(store, 'never there', null);
    expect(await only(store, 'never there')).toMatchObject({
      fingerprint: null,
      lastFingerprint: null,
      lastText: null,
    });
  });

  it('tells a tool from instructions of the same name', async () => {
    const { store } = opened();
    const entries = [
      { kind: 'tool', name: '', fingerprint: null, copies: 1 },
      { kind: 'instructions', name: '', fingerprint: null, copies: 1 },
    ] as const;
    await store.withServer('kinds', (tx) => tx.approve(anApproval(entries)));
    expect((await store.state('kinds')).baseline.map(({ kind }) => kind)).toEqual(['instructions', 'tool']);
  });

  it('of a part leaves the approved surface as it was', async () => {
    const { store } = opened();
    await recordBoth(store, 'part');
    await approve(store, 'part', firstFingerprint);
    expect(await store.server('part')).toMatchObject({ approvedFingerprint: null });
  });

  it('of a whole surface names that surface on the server', async () => {
    const { store } = opened();
    const surface = aSurface('x', 'y', 'z');
    await store.withServer('surface', async (tx) => {
      await tx.recordSurface(surface, 'modern', time(0));
      await tx.approve(approvalOf(surface));
    });
    const { record, baseline, hasBaseline } = await store.state('surface');
    expect([record?.approvedFingerprint, hasBaseline]).toEqual([surface.fingerprint, true]);
    expect(baseline.map(({ name }) => name)).toEqual(['x', 'y', 'z']);
  });

  it('of an empty surface is a baseline too', async () => {
    const { store } = opened();
    const surface = aSurface();
    await store.withServer('empty', (tx) => tx.approve(approvalOf(surface)));
    const expected = { hasBaseline: true, baseline: [], record: { approvedFingerprint: surface.fingerprint } };
    expect(await store.state('empty')).toMatchObject(expected);
  });

  it('of a definition that was never recorded fails and leaves nothing', async () => {
    const { store } = opened();
    await expect(approve(store, 'unknown', 'v1:never')).rejects.toThrow();
    expect(await store.server('unknown')).toBeNull();
  });

  it('of 10,000 definitions is one baseline', async () => {
    const { store } = opened();
    const surface = aSurface(...Array.from({ length: 10_000 }, (_, index) => `tool ${index}`));
    await store.withServer('huge', async (tx) => {
      await tx.recordSurface(surface, 'modern', time(0));
      await tx.approve(approvalOf(surface));
    });
    const { baseline } = await store.state('huge');
    expect(baseline.map(({ name }) => name)).toEqual(surface.definitions.map(({ name }) => name));
  });
});
