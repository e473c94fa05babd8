import { afterEach, describe, expect, it } from 'vitest';
import { reject } from '../../src/monitor/approve.ts';
import { attendDue } from '../../src/monitor/attend.ts';
import { ack, decideFor } from '../../src/monitor/decide-attention.ts';
import { engines } from '../support/database.ts';
import { files, openLivingStage, type LivingStage } from './living-stage.ts';

const opened: LivingStage[] = [];

afterEach(async () => {
  for (const stage of opened.splice(0)) await stage.close();
});

const good = { search: 'Finds notes.', save: 'Keeps a note.' };
const ann = { server: 'files', by: 'ann', note: null };
const hour = 3_600_000;

async function approvedStage(engine: (typeof engines)[number]): Promise<LivingStage> {
  const stage = await openLivingStage(engine);
  opened.push(stage);
  await stage.read(good);
  await stage.approve();
  await stage.read(good);
  return stage;
}

/** Reasons and what they are about, without the word that a new server was seen. */
async function said(stage: LivingStage): Promise<readonly string[]> {
  const alerts = (await stage.alerts()).filter(({ reason }) => reason !== 'first-seen');
  return alerts.map(({ at, reason, findings, reverted }) => {
    const names = findings.map(({ name }) => name).join('+');
    return [at.slice(11, 19), reason, names, ...reverted.map(({ name }) => `-${name}`)]
      .filter((part) => part !== '')
      .join(' ');
  });
}

describe.each(engines)('what is due on %s', (engine) => {
  it('is one message for all that a server adds in the window, though the process that held it is gone', async () => {
    const stage = await approvedStage(engine);
    await stage.at('09:00:00');
    await stage.read({ ...good, search: 'One.' });
    for (const second of [1, 2, 3, 4, 5]) {
      await stage.at(`09:00:0${second}`);
      await stage.read({ ...good, search: 'One.', save: `Keeps ${second}.`, [`new${second}`]: 'New.' });
      await stage.attend();
    }
    await stage.at('09:00:10');
    // Nothing but the database knows what was held: whoever comes first tells it.
    await Promise.all([attendDue(stage.deps), attendDue(stage.deps)]);
    await stage.attend();
    expect(await said(stage)).toEqual([
      '09:00:00 first-drift search',
      '09:00:10 first-drift new5+save -new1 -new2 -new3 -new4 -save -save -save -save',
    ]);
  });

  it('is one message for a mass change, at once', async () => {
    const stage = await approvedStage(engine);
    await stage.at('09:00:00');
    await stage.read(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`tool ${index}`, 'New.'])));
    expect((await said(stage)).filter((line) => !line.includes('first-drift'))).toEqual([]);
    expect(await said(stage)).toHaveLength(1);
  });

  it('is no reminder of what was seen or rejected, or before its time', async () => {
    const stage = await approvedStage(engine);
    await stage.at('09:00:00');
    await stage.read({ search: 'One.', save: 'Two.', third: 'Three.' });
    await ack({ ...ann, item: 'search' }, stage.deps);
    await reject({ ...ann, items: ['save'], item: 'save' }, stage.deps);
    await stage.clock.advance(24 * hour - 1);
    expect(await stage.attend()).toBe(0);
    await stage.clock.advance(1);
    expect(await stage.attend()).toBe(1);
    expect(await stage.attend()).toBe(0);
    expect((await said(stage)).at(-1)).toBe('09:00:00 reminder-due third');
  });

  it('is not told of servers that nobody watches any more', async () => {
    const stage = await approvedStage(engine);
    await stage.read({ ...good, search: 'One.' });
    await stage.clock.advance(25 * hour);
    expect(await attendDue({ ...stage.deps, isWatched: () => false })).toBe(0);
  });

  it('is that a server is blind, and back, once the silence is over', async () => {
    const stage = await approvedStage(engine);
    await stage.at('09:00:00');
    await stage.read(null);
    await decideFor('snooze', ann, 3 * hour, stage.deps);
    await stage.at('11:00:00');
    await stage.read(null);
    expect(await said(stage)).toEqual([]);
    await stage.at('12:00:00');
    await stage.attend();
    await stage.read(null);
    await decideFor('snooze', ann, hour, stage.deps);
    await stage.at('12:30:00');
    await stage.read(good);
    await stage.at('13:00:00');
    await stage.attend();
    expect(await said(stage)).toEqual(['12:00:00 server-blind', '13:00:00 server-back']);
    const [blind, back] = await stage.alerts();
    expect([blind?.thread, back?.thread]).toEqual([null, blind?.id]);
    expect(await stage.store.server('files')).toMatchObject({ thread: null, snoozedUntil: null, blindAlertedAt: null });
  });

  it('is that a server is new, once, also after failures and warm-up', async () => {
    const stage = await openLivingStage(engine);
    opened.push(stage);
    await decideFor('snooze', ann, hour, stage.deps);
    await stage.read(null);
    await stage.read(good);
    expect(await stage.alerts()).toEqual([]);
    await stage.at('09:00:00');
    await stage.attend();
    await stage.read(null);
    await stage.read(good);
    expect((await stage.alerts()).map(({ reason }) => reason)).toEqual(['first-seen']);
  });

  it('marks what is expected in the window, and nothing after it', async () => {
    const stage = await approvedStage(engine);
    await stage.at('09:00:00');
    await decideFor('expect', { ...ann, note: 'upgrading' }, hour, stage.deps);
    await stage.at('09:59:59');
    const { verdict, findings } = await stage.read({ ...good, search: 'One.' });
    expect([verdict, findings[0]?.expected?.note]).toEqual(['drift', 'upgrading']);
    await stage.at('10:00:01');
    const later = await stage.read({ search: 'One.', save: 'Two.' });
    expect(later.findings.map(({ name, expected }) => [name, expected?.by])).toEqual([
      ['save', undefined],
      ['search', 'ann'],
    ]);
    const again = await stage.read({ search: 'Three.', save: 'Two.' });
    expect(again.findings.map(({ expected }) => expected)).toEqual([undefined, undefined]);
  });

  it('marks a changed launch, and says that it is the config that changed', async () => {
    const stage = await approvedStage(engine);
    await decideFor('expect', ann, hour, stage.deps);
    await stage.read(good, {
      ...files,
      launchDefinition: { transport: 'http', url: 'http://127.0.0.2/mcp', headers: [] },
    });
    expect((await stage.alerts()).at(-1)).toMatchObject({
      reason: 'config-drift',
      findings: [{ kind: 'launch', expected: { by: 'ann' } }],
    });
  });

  it('refuses to acknowledge what is not open', async () => {
    const stage = await approvedStage(engine);
    expect(await ack({ ...ann, item: null }, stage.deps)).toMatchObject({ kind: 'refused' });
    await stage.read({ ...good, search: 'One.' });
    expect(await ack({ ...ann, item: 'save' }, stage.deps)).toMatchObject({ kind: 'refused' });
    expect(await ack({ ...ann, item: 'search' }, stage.deps)).toMatchObject({ kind: 'acked' });
  });
});
