import { expect, it } from 'vitest';
import type { VolatileEntry } from '../../src/monitor/ports-decision.ts';
import { aSurface, aTool, time } from './builders.ts';
import { onEachEngine } from './each-engine.ts';

function anEntry(parts: Partial<VolatileEntry> = {}): VolatileEntry {
  return {
    ...{ kind: 'tool', name: 'a', pointer: '/description', pattern: 'in {path}', action: 'add' },
    ...{ at: time(1), by: 'ann@host', note: 'mounted there' },
    ...parts,
  };
}

onEachEngine('what may vary', (opened) => {
  async function decide(server: string, ...entries: readonly VolatileEntry[]) {
    const { store } = opened();
    for (const entry of entries) await store.withServer(server, (tx) => tx.decideVolatile(entry));
    const { volatile } = await store.state(server);
    return volatile.map(({ name, pointer, pattern }) => `${name} ${pointer} ${pattern}`);
  }

  it('is kept with who decided it, when and why', async () => {
    await decide('kept', anEntry());
    const { action: _action, ...rule } = anEntry();
    expect((await opened().store.state('kept')).volatile).toEqual([rule]);
  });

  it('is what was decided last on each text, by order of writing', async () => {
    const other = anEntry({ pointer: '/title' });
    const later = anEntry({ pattern: 'at {path}', at: time(0) });
    expect(await decide('replaced', anEntry(), other, later)).toEqual([
      'a /description at {path}',
      'a /title in {path}',
    ]);
    expect(await decide('replaced', anEntry({ action: 'remove' }))).toEqual(['a /title in {path}']);
    expect(await decide('replaced', anEntry())).toEqual(['a /description in {path}', 'a /title in {path}']);
    expect(await decide('other', anEntry({ name: 'b' }))).toEqual(['b /description in {path}']);
  });

  it('stands in the history, removals too', async () => {
    const removal = anEntry({ action: 'remove', at: time(2), note: null });
    await decide('told', anEntry(), removal);
    const history = await opened().store.history({ server: 'told', limit: 9 });
    expect(history).toEqual([
      { type: 'volatile', server: 'told', from: null, ...anEntry() },
      { type: 'volatile', server: 'told', from: null, ...removal },
    ]);
    expect(await opened().store.history({ server: 'told', item: 'b', limit: 9 })).toEqual([]);
  });

  it('makes a reading that found the same text before compare again', async () => {
    const { store } = opened();
    await store.withServer('touched', (tx) => tx.recordSurface(aSurface('a'), 'modern', time(0)));
    const { revision = 0 } = (await store.server('touched')) ?? {};
    await decide('touched', anEntry());
    expect(await store.touch('touched', revision, {}, null)).toBe(false);
  });
});

onEachEngine('the texts that were read lately', (opened) => {
  it('are those of one definition in the newest snapshots, each once', async () => {
    const { store } = opened();
    const texts = await store.withServer('read', async (tx) => {
      for (const [at, description] of ['old', 'x', 'y', 'x'].entries())
        await tx.recordSurface(aSurface(aTool('a', description), aTool('b', String(at))), 'modern', time(at));
      return tx.recentTexts({ kind: 'tool', name: 'a' }, 3);
    });
    expect([...texts].sort()).toEqual(['{"description":"x","name":"a"}', '{"description":"y","name":"a"}']);
  });
});
