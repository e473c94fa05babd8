import { describe, expect, it } from 'vitest';
import { decideReading } from '../../src/core/decide.ts';
import { decideBlindness, decideLogin } from '../../src/core/decide-health.ts';
import type { EndedDrift, Policy, Situation } from '../../src/core/situation.ts';
import { aDrift, aFinding, aPrint, aSituation, untold } from './builders.ts';

const policy: Policy = { minSeverity: 'medium', gatherForMs: 10_000, remindEveryMs: 24 * 3_600_000 };

/** `10:00:05` of one day. */
function at(time: string): string {
  return `2026-12-01T${time}.000Z`;
}

function decide(situation: Partial<Situation>, time: string) {
  return decideReading(aSituation(situation), policy, new Date(at(time)));
}

/** What a plan says and leaves to be said. */
function summary(situation: Partial<Situation>, time: string): readonly string[] {
  const { open, close, tell, alerts, isBackHeld } = decide(situation, time);
  return [
    ...alerts.map(({ reason, findings, reverted }) => {
      const names = findings.map(({ name }) => name).join('+');
      return [reason, names, ...reverted.map(({ name }) => `-${name}`)].filter((part) => part !== '').join(' ');
    }),
    ...[...open.filter(({ isOwed }) => isOwed).map(({ finding }) => `owed ${finding.name}`)],
    ...close.filter(({ isOwed }) => isOwed).map(({ id }) => `owed end of ${id}`),
    ...(isBackHeld ? ['owed back'] : []),
    ...(tell.length > 0 ? [`told ${tell.join()}`] : []),
  ];
}

const a = aFinding({ name: 'a' });
const aMore = aFinding({ name: 'a', fingerprint: aPrint('e'), severity: 'critical' });
const aLess = aFinding({ name: 'a', fingerprint: aPrint('f'), severity: 'low' });
const b = aFinding({ name: 'b', severity: 'medium' });
const launch = aFinding({ kind: 'launch', name: '', severity: 'critical' });
const redirect = aFinding({ kind: 'launch', name: 'redirect', severity: 'critical' });

const told = aDrift(a, { id: 1, openedAt: at('09:00:00'), since: at('09:00:00'), toldAt: at('09:00:00') });
const owed = aDrift(b, { id: 2, openedAt: at('10:00:05'), since: at('10:00:05'), ...untold, isOwed: true });
const cameAndWent: EndedDrift = { ...owed, id: 3, finding: b, closedAt: at('10:00:08'), isSeen: false };
const endOwed: EndedDrift = { ...told, id: 4, finding: a, closedAt: at('10:00:08'), isSeen: true };

type Row = readonly [claim: string, situation: Partial<Situation>, time: string, ...said: string[]];

function table(rows: readonly Row[]): void {
  it.each(rows.map((row) => [row[0], row] as const))('%s', (_claim, [, situation, time, ...said]) => {
    expect(summary(situation, time)).toEqual(said);
  });
}

describe('the reason', () => {
  table([
    ['is none when nothing is new', { findings: [a], drift: [told] }, '10:00:00'],
    ['is first-drift for what nobody was told of', { findings: [a] }, '10:00:00', 'first-drift a'],
    ['is worse when what was told became more severe', { findings: [aMore], drift: [told] }, '10:00:00', 'worse a'],
    ['is drift-changed when it did not', { findings: [aLess], drift: [told] }, '10:00:00', 'drift-changed a'],
    [
      'is first-drift as soon as one definition is new to people',
      { findings: [aMore, b], drift: [told] },
      '10:00:00',
      'first-drift a+b',
    ],
    ['is config-drift when the launch is what changed', { findings: [launch] }, '10:00:00', 'config-drift'],
    ['is first-drift when more than the launch changed', { findings: [launch, a] }, '10:00:00', 'first-drift +a'],
    [
      'is first-drift where a server sends its clients elsewhere',
      { findings: [redirect] },
      '10:00:00',
      'first-drift redirect',
    ],
    ['is reverted when it ended', { drift: [told] }, '10:00:00', 'reverted a', 'told 1'],
    ['is first-seen without a baseline, once', { hasBaseline: false, isNew: true }, '10:00:00', 'first-seen'],
    ['is none without a baseline that was told', { hasBaseline: false, isNew: false }, '10:00:00'],
    [
      'is none without a baseline that another identity was told of',
      { hasBaseline: false, isNew: true, toldElsewhere: new Set(['first seen']) },
      '10:00:00',
    ],
    ['is server-back after it was blind', { blindAlertedAt: at('09:00:00') }, '10:00:00', 'server-back'],
  ]);
});

describe('what follows a message too soon', () => {
  const spokeAt = at('10:00:00');
  table([
    ['waits until the window is over', { findings: [a, b], drift: [told], spokeAt }, '10:00:05', 'owed b'],
    ['waits to the last moment of it', { findings: [b], spokeAt }, '10:00:09', 'owed b'],
    ['does not wait after it', { findings: [b], spokeAt }, '10:00:10', 'first-drift b'],
    ['waits as an end, too', { drift: [told], spokeAt }, '10:00:05', 'owed end of 1'],
    [
      'is one message with what is held',
      { findings: [a, b], drift: [told, owed] },
      '10:00:10',
      'first-drift b',
      'told 2',
    ],
    [
      'is one message with what is new then, and with what ended',
      { findings: [aMore, b], drift: [told, owed], ended: [{ ...endOwed, finding: aFinding({ name: 'c' }) }] },
      '10:00:10',
      'first-drift a+b -c',
      'told 2,4',
    ],
    [
      'is told as reverted when it ended in it before anybody was told',
      { ended: [cameAndWent] },
      '10:00:10',
      'reverted b',
      'told 3',
    ],
    ['is nothing while it lasts', { ended: [cameAndWent], spokeAt }, '10:00:09'],
    [
      'is told, too, when something slight took its place: it was served',
      { findings: [aFinding({ name: 'b', severity: 'low', fingerprint: aPrint('9') })], drift: [owed] },
      '10:00:10',
      'first-drift b -b',
      'told 2',
    ],
    [
      'stays owed in each form that it takes in it',
      { findings: [aMore], drift: [{ ...told, isOwed: true }], spokeAt },
      '10:00:05',
      'owed a',
      'owed end of 1',
    ],
    ['stays owed when it changes again in it', { findings: [aMore], drift: [told], spokeAt }, '10:00:05', 'owed a'],
    ['ends owed when it was never told and ends in it', { drift: [owed], spokeAt }, '10:00:08', 'owed end of 2'],
    [
      'never holds what is about the server itself',
      { blindAlertedAt: at('09:00:00'), spokeAt },
      '10:00:05',
      'server-back',
    ],
    [
      'holds reminders, too',
      { findings: [a], drift: [{ ...told, toldAt: '2026-11-01T00:00:00.000Z' }], spokeAt },
      '10:00:05',
    ],
  ]);

  it('is as severe as the worst that nobody saw, also when that is no more', () => {
    const poison = { ...cameAndWent, finding: { ...b, severity: 'critical' } } as const;
    expect(decide({ findings: [b], drift: [owed], ended: [poison] }, '10:00:10').alerts).toMatchObject([
      { severity: 'critical' },
    ]);
    expect(
      decide({ findings: [b], drift: [owed], ended: [{ ...poison, isSeen: true }] }, '10:00:10').alerts,
    ).toMatchObject([{ severity: 'medium' }]);
  });

  it('knows the told form of what is owed: it is worse than that', () => {
    const kept = { ...aDrift(aMore, { id: 1, isOwed: true }), told: 'high' as const };
    expect(summary({ findings: [aMore], drift: [kept] }, '10:00:10')).toEqual(['worse a', 'told 1']);
  });

  it('goes on with what was told of the definition, when it is opened anew', () => {
    const [opened] = decide({ findings: [aMore], drift: [told], spokeAt }, '10:00:05').open;
    expect(opened).toMatchObject({ since: told.since, told: 'high', toldAt: told.toldAt, isOwed: true });
    const [said] = decide({ findings: [aMore], drift: [told] }, '10:00:05').open;
    expect(said).toMatchObject({ since: told.since, told: 'critical', toldAt: at('10:00:05'), isOwed: false });
  });
});

describe('a reminder', () => {
  const day = { ...told, toldAt: '2026-11-30T10:00:00.000Z' };
  const other = aDrift(b, { id: 2, toldAt: at('09:00:00') });
  table([
    ['is not due before its time', { findings: [a], drift: [day] }, '09:59:59'],
    ['is due at its time', { findings: [a], drift: [day] }, '10:00:00', 'reminder-due a', 'told 1'],
    ['names all that is open', { findings: [a, b], drift: [day, other] }, '10:00:00', 'reminder-due a+b', 'told 1,2'],
    ['is not due for what was seen', { findings: [a], drift: [{ ...day, ackedAt: at('09:00:00') }] }, '10:00:00'],
    ['is not due for what was rejected', { findings: [a], drift: [{ ...day, state: 'rejected' }] }, '10:00:00'],
    ['is not due for what was never told', { findings: [a], drift: [{ ...day, ...untold }] }, '10:00:00'],
    ['is not due in a silence', { findings: [a], drift: [day], snoozedUntil: at('11:00:00') }, '10:00:00'],
    ['goes with what is new', { findings: [a, b], drift: [day] }, '10:00:00', 'first-drift a+b', 'told 1'],
    ['goes with what has ended', { findings: [a], drift: [day, other] }, '10:00:00', 'reminder-due a -b', 'told 1,2'],
    [
      'is for the next change of what was seen: that speaks again',
      { findings: [aMore], drift: [{ ...day, ackedAt: at('09:00:00') }] },
      '10:00:00',
      'worse a',
    ],
  ]);
});

describe('a silence that a person asked for', () => {
  const snoozedUntil = at('12:00:00');
  const heard = { snoozedUntil, spokeAt: at('10:30:00') };
  table([
    ['holds what is new', { findings: [b], ...heard }, '11:00:00', 'owed b'],
    ['holds what becomes worse', { findings: [aMore], drift: [told], ...heard }, '11:00:00', 'owed a'],
    ['holds what ends', { drift: [told], ...heard }, '11:00:00', 'owed end of 1'],
    ['holds that the server is back', { blindAlertedAt: at('09:00:00'), ...heard }, '11:00:00', 'owed back'],
    ['holds that a server is new', { hasBaseline: false, isNew: true, ...heard }, '11:00:00'],
    ['ends with what is open', { findings: [a], drift: [told], ...heard }, '12:00:00', 'reminder-due a', 'told 1'],
    [
      'ends with what was held, and what is open',
      { findings: [a, b], drift: [told, owed], ...heard },
      '12:00:00',
      'first-drift a+b',
      'told 2,1',
    ],
    ['ends with what came and went', { ended: [cameAndWent], ...heard }, '12:00:00', 'reverted b', 'told 3'],
    ['ends without a word when nothing is open', heard, '12:00:00'],
    [
      'ends without what was seen',
      { findings: [a], drift: [{ ...told, ackedAt: at('10:00:00') }], ...heard },
      '12:00:00',
    ],
    [
      'ends with what it held of the server itself',
      { blindAlertedAt: at('09:00:00'), ...heard },
      '12:00:00',
      'server-back',
    ],
  ]);

  it('is over once, when it is', () => {
    expect(decide(heard, '11:59:59').isAwake).toBe(false);
    expect(decide(heard, '12:00:00').isAwake).toBe(true);
    expect(decide({}, '12:00:00').isAwake).toBe(false);
  });

  it('holds that a server is blind, or wants credentials', () => {
    const known = { name: 'files', unverifiedSince: at('00:00:00'), lastGoodAt: null, blindAlertedAt: null };
    const unverified = { ...known, loginAlertedAt: null, snoozedUntil };
    const before = new Date(at('11:59:59'));
    const after = new Date(at('12:00:00'));
    expect([decideBlindness(unverified, 'x', 1, before), decideLogin(unverified, 'x', before)]).toEqual([null, null]);
    expect(decideBlindness(unverified, 'x', 1, after)?.reason).toBe('server-blind');
    expect(decideLogin(unverified, 'x', after)?.reason).toBe('needs-login');
  });
});

describe('the exposure', () => {
  function exposure(situation: Partial<Situation>, time = '10:00:00') {
    const [alert] = decide(situation, time).alerts;
    return { lastGoodAt: alert?.lastGoodAt, ...alert?.exposure };
  }

  it('of a first drift begins with this reading, and clients may hold what they had as long as it said', () => {
    expect(exposure({ findings: [a], lastGoodAt: at('09:55:00'), heldMs: 60_000 })).toEqual({
      ...{ lastGoodAt: at('09:55:00'), firstBadAt: at('10:00:00'), changedAt: at('10:00:00') },
      heldUntil: at('10:01:00'),
    });
  });

  it('of what changed again began with its first bad reading, and the last good one is before that', () => {
    const kept = { ...told, lastGoodAt: at('08:59:00') };
    expect(exposure({ findings: [aMore], drift: [kept], lastGoodAt: at('09:58:00') })).toEqual({
      ...{ lastGoodAt: at('08:59:00'), firstBadAt: at('09:00:00'), changedAt: at('10:00:00'), heldUntil: null },
    });
  });

  it('of what was reverted ends with this reading; of what was held back, with the reading that showed it', () => {
    expect(exposure({ drift: [told], heldMs: 30_000 })).toMatchObject({
      firstBadAt: at('09:00:00'),
      changedAt: at('10:00:00'),
      heldUntil: at('10:00:30'),
    });
    expect(exposure({ ended: [cameAndWent] }, '10:00:10')).toMatchObject({
      firstBadAt: at('10:00:05'),
      changedAt: at('10:00:08'),
    });
  });

  it.each([
    [null, null],
    [0, null],
    [-1, null],
    [1_000, at('10:00:01')],
    [1e300, '2026-12-02T10:00:00.000Z'],
  ])('takes a ttlMs of %s as what no client keeps for longer than a day', (heldMs, heldUntil) => {
    expect(exposure({ findings: [a], heldMs })).toMatchObject({ heldUntil });
  });
});
