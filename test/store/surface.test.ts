import { expect, it } from 'vitest';
import type { Surface } from '../../src/core/definition.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { aSurface, aTool, time } from './builders.ts';
import { onEachEngine } from './each-engine.ts';

function record(store: Store, server: string, surface: Surface, minutes: number): Promise<void> {
  return store.withServer(server, (tx) => tx.recordSurface(surface, 'modern', time(minutes)));
}

async function spans(store: Store, server: string): Promise<readonly unknown[]> {
  const entries = await store.history({ server, limit: 100 });
  return entries.map((entry) => (entry.type === 'snapshot' ? [entry.fingerprint, entry.at, entry.lastSeenAt] : entry));
}

onEachEngine('a recorded surface', (opened) => {
  it('is the latest one, with its texts, in the order of the surface', async () => {
    const { store } = opened();
    const instructions = { kind: 'instructions', name: '', value: 'be kind' } as const;
    const surface = aSurface('b', instructions, 'B', aTool('twice', 1), aTool('twice', 2), 'ä', 'a');
    await record(store, 'latest', surface, 0);
    expect(await store.latestSurface('latest')).toEqual({
      fingerprint: surface.fingerprint,
      firstSeenAt: time(0),
      lastSeenAt: time(0),
      definitions: surface.definitions.map(({ kind, name, fingerprint, text, copies }) => {
        return { kind, name, fingerprint, text, copies };
      }),
    });
  });

  it('may hold more text than goes into one statement', async () => {
    const { store } = opened();
    const surface = aSurface(...['a', 'b', 'c', 'd'].map((name) => aTool(name, name.repeat(200_000))));
    await record(store, 'long', surface, 0);
    const stored = await store.latestSurface('long');
    expect(stored?.definitions.map(({ text }) => text)).toEqual(surface.definitions.map(({ text }) => text));
  });

  it('is the latest one within its own transaction', async () => {
    const { store } = opened();
    const surface = aSurface('a');
    const latest = await store.withServer('inside', async (tx) => {
      await tx.recordSurface(surface, 'legacy', time(0));
      return tx.latestSurface();
    });
    expect(latest?.fingerprint).toBe(surface.fingerprint);
  });

  it('may be empty', async () => {
    const { store } = opened();
    await record(store, 'empty', aSurface(), 0);
    expect(await store.latestSurface('empty')).toMatchObject({ fingerprint: aSurface().fingerprint, definitions: [] });
  });

  it('extends its span when it is seen again, whichever way it is written', async () => {
    const { store } = opened();
    const surface = aSurface('a');
    await record(store, 'extended', surface, 0);
    await record(store, 'extended', surface, 3);
    expect(await spans(store, 'extended')).toEqual([[surface.fingerprint, time(0), time(3)]]);
    await store.touch('extended', 1, {}, time(7));
    expect(await spans(store, 'extended')).toEqual([[surface.fingerprint, time(0), time(7)]]);
  });

  it('begins a new span under other circumstances, and is the same surface as before', async () => {
    const { store } = opened();
    const surface = aSurface('a');
    const under = (version: string) => ({
      ...{ protocolVersion: '2025-11-25', auth: 'none', package: { name: 'files', version } },
    });
    const see = (minutes: number, version: string): Promise<void> =>
      store.withServer('other', (tx) => tx.recordSurface(surface, 'legacy', time(minutes), under(version)));
    await record(store, 'other', aSurface('b'), 0);
    await see(1, '1.0');
    await see(2, '1.0');
    await see(3, '2.0');
    await see(4, '2.0');
    const entries = await store.history({ server: 'other', limit: 9 });
    expect(entries).toMatchObject([
      { at: time(0), lastSeenAt: time(0), package: null },
      { at: time(1), lastSeenAt: time(2), ...under('1.0') },
      { at: time(3), lastSeenAt: time(4), ...under('2.0') },
    ]);
    expect(await store.server('other')).toMatchObject({ revision: 3 });
    expect(await store.latestSurface('other')).toMatchObject({ firstSeenAt: time(1), lastSeenAt: time(4) });
  });

  it('begins a new span when it comes back after another one, without being kept twice', async () => {
    const { store } = opened();
    const [first, second] = [aSurface('a'), aSurface('b')];
    await record(store, 'back', first, 0);
    await store.touch('back', 1, {}, time(1));
    await record(store, 'back', second, 2);
    await record(store, 'back', first, 4);
    await store.touch('back', 3, {}, time(6));
    expect(await spans(store, 'back')).toEqual([
      [first.fingerprint, time(0), time(1)],
      [second.fingerprint, time(2), time(2)],
      [first.fingerprint, time(4), time(6)],
    ]);
    expect(await store.latestSurface('back')).toMatchObject({ firstSeenAt: time(4), lastSeenAt: time(6) });
  });

  it('is apart from the same surface of another server', async () => {
    const { store } = opened();
    const surface = aSurface('shared');
    await record(store, 'one', surface, 0);
    await record(store, 'two', surface, 1);
    await record(store, 'one', aSurface('other'), 2);
    expect((await store.latestSurface('two'))?.fingerprint).toBe(surface.fingerprint);
  });

  it('counts its items, copies included', async () => {
    const { store } = opened();
    await record(store, 'counted', aSurface('a', aTool('b', 1), aTool('b', 2)), 0);
    expect(await store.history({ server: 'counted', limit: 9 })).toMatchObject([{ type: 'snapshot', items: 3 }]);
  });

  it('holds 10,000 definitions', async () => {
    const { store } = opened();
    const names = Array.from({ length: 10_000 }, (_, index) => `tool ${index}`);
    await record(store, 'huge', aSurface(...names), 0);
    await record(store, 'huge', aSurface(...names, 'one more'), 1);
    expect((await store.latestSurface('huge'))?.definitions).toHaveLength(10_001);
  });

  it('can be recorded for many servers with the same definitions at once', async () => {
    const { store } = opened();
    const names = Array.from({ length: 300 }, (_, index) => `common ${index}`);
    const servers = names.slice(0, 12).map((name, index) => ({ name: `side by side ${name}`, own: `own ${index}` }));
    await Promise.all(servers.map(({ name, own }) => record(store, name, aSurface(own, ...names), 0)));
    for (const { name } of servers) expect((await store.latestSurface(name))?.definitions).toHaveLength(301);
  });
});

onEachEngine('a fingerprint', (opened) => {
  it('leads to its definition text, and null when it was never seen', async () => {
    const { store } = opened();
    const surface = aSurface('text');
    await record(store, 'texts', surface, 0);
    const [definition] = surface.definitions;
    expect(await store.definitionText(definition?.fingerprint ?? '')).toBe(definition?.text);
    expect(await store.definitionText('v1:00')).toBeNull();
  });

  it('is recorded under any prefix, of a surface or of a definition, also long after', async () => {
    const { store } = opened();
    const surface = aSurface('old');
    await record(store, 'prefixes', surface, 0);
    await record(store, 'prefixes', aSurface('new'), 1);
    const own = surface.definitions[0]?.fingerprint ?? '';
    for (const fingerprint of [surface.fingerprint, own]) {
      expect(await store.countRecorded('prefixes', fingerprint)).toBe(1);
      expect(await store.countRecorded('prefixes', fingerprint.slice(0, 15))).toBe(1);
    }
  });

  it('is not recorded for another server, under another prefix or through a wildcard', async () => {
    const { store } = opened();
    const surface = aSurface('mine');
    await record(store, 'mine', surface, 0);
    await record(store, 'theirs', aSurface('theirs'), 0);
    expect(await store.countRecorded('theirs', surface.fingerprint)).toBe(0);
    expect(await store.countRecorded('mine', `${surface.fingerprint}0`)).toBe(0);
    for (const prefix of ['v1:%', 'v1:_', 'v2:', '%', surface.fingerprint.toUpperCase()]) {
      expect(await store.countRecorded('mine', prefix)).toBe(0);
    }
  });

  it('names the tools of other servers, as they were seen last, and not those of its own views', async () => {
    const { store } = opened();
    await record(store, 'shop', aSurface('a'), 0);
    await record(store, 'shop@cursor', aSurface('b'), 0);
    await record(store, 'mail', aSurface('old'), 0);
    await record(store, 'mail', aSurface('send', { kind: 'prompt', name: 'p', value: {} }), 1);
    const named = await store.otherTools('shop@claude-code');
    expect(named.filter(({ server }) => server === 'mail')).toEqual([{ server: 'mail', name: 'send' }]);
    expect(named.filter(({ server }) => server.startsWith('shop'))).toEqual([]);
    expect(await store.otherTools('mail')).toContainEqual({ server: 'shop', name: 'a' });
  });
});
