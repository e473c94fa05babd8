import { afterEach, expect, describe, it } from 'vitest';
import { reject } from '../../src/monitor/approve.ts';
import { decideFor } from '../../src/monitor/decide-attention.ts';
import { engines } from '../support/database.ts';
import { openLivingStage, type LivingStage } from './living-stage.ts';

const opened: LivingStage[] = [];

afterEach(async () => {
  for (const stage of opened.splice(0)) await stage.close();
});

const minute = 60_000;
const good = { search: 'Finds notes.', save: 'Keeps a note.' };
const ann = { server: 'files', by: 'ann', note: null };

/** What was told since the last call, with when it was decided. */
function news(stage: LivingStage): () => Promise<readonly string[]> {
  let known = 0;
  return async () => {
    const alerts = await stage.alerts();
    const fresh = alerts.slice(known).filter(({ reason }) => reason !== 'first-seen');
    known = alerts.length;
    return fresh.map(({ at, reason, findings }) =>
      [at.slice(11, 16), reason, ...findings.map(describeEdits)].join(' '),
    );
  };
}

function describeEdits({ name, edits }: { readonly name: string; readonly edits: readonly unknown[] }): string {
  return edits.length === 0 ? name : `${name}(${edits.length})`;
}

describe.each(engines)('what is decided in a silence on %s', (engine) => {
  it('is on record at once, and told at the end, with the words that nobody was shown', async () => {
    const stage = await openLivingStage(engine);
    opened.push(stage);
    const told = news(stage);
    await stage.read(good);
    await stage.approve();
    await stage.at('08:50:00');
    await stage.read({ ...good, search: 'Finds any note.' });
    expect(await told()).toEqual(['08:50 first-drift search(1)']);
    await decideFor('snooze', ann, 60 * minute, stage.deps);
    await stage.at('09:00:00');
    await stage.read({ search: 'Finds any note.', save: 'Keeps any note.' });
    await stage.at('09:10:00');
    await stage.approve('search');
    await reject({ ...ann, items: [], item: 'save' }, stage.deps);
    expect(await told()).toEqual([]);
    const history = await stage.store.history({ server: 'files', limit: 20 });
    expect(
      history
        .flatMap((entry) => (entry.type === 'alert' ? [entry.reason] : []))
        .slice(-2)
        .toSorted(),
    ).toEqual(['approved', 'rejected']);
    await stage.at('09:49:59');
    expect(await told()).toEqual([]);
    await stage.at('09:50:00');
    await stage.attend();
    expect(await told()).toEqual(['09:10 approved search', '09:10 rejected save(1)']);
  });

  it('goes by the newest silence, be that longer or shorter', async () => {
    const stage = await openLivingStage(engine);
    opened.push(stage);
    const told = news(stage);
    await stage.read(good);
    await stage.approve();
    await decideFor('snooze', ann, 60 * minute, stage.deps);
    await stage.read({ ...good, search: 'Finds any note.' });
    await stage.approve();
    await decideFor('snooze', ann, 180 * minute, stage.deps);
    await stage.at('10:59:00');
    expect(await told()).toEqual([]);
    await decideFor('snooze', ann, 2 * minute, stage.deps);
    await stage.at('11:01:00');
    expect(await told()).toEqual(['08:00 approved search(1)']);
  });

  it('is told at once before and after', async () => {
    const stage = await openLivingStage(engine);
    opened.push(stage);
    const told = news(stage);
    await stage.read(good);
    await stage.approve();
    await decideFor('snooze', ann, minute, stage.deps);
    await stage.at('08:01:00');
    await stage.read({ ...good, search: 'Finds any note.' });
    await stage.approve();
    expect(await told()).toEqual(['08:01 first-drift search(1)', '08:01 approved search']);
  });
});
