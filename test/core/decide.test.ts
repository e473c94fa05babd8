import { describe, expect, it } from 'vitest';
import { emptyAlert } from '../../src/core/alert.ts';
import { decideBlindness, decideLogin } from '../../src/core/decide-health.ts';
import { decideReading, type Plan } from '../../src/core/decide.ts';
import { severities, type Finding, type Severity } from '../../src/core/finding.ts';
import type { CurrentDrift, Situation } from '../../src/core/situation.ts';
import { aDrift, aFinding, aPrint, aSituation, untold } from './builders.ts';

const now = new Date('2026-12-01T10:00:00.000Z');

function decide(situation: Partial<Situation>, minSeverity: Severity = 'medium'): Plan {
  return decideReading(aSituation(situation), { minSeverity, gatherForMs: 0, remindEveryMs: Infinity }, now);
}

const first = aFinding();
const again = aFinding({ fingerprint: aPrint('e') });
const medium = aFinding({ name: 'read_file', severity: 'medium' });
const low = aFinding({ name: 'old_tool', change: 'removed', severity: 'low', fingerprint: null });
const info = aFinding({ name: 'list_files', severity: 'info' });

/** What a plan comes to, for reading in a table. */
function summary({ verdict, open, close, alerts }: Plan): readonly string[] {
  return [
    verdict,
    ...open.map(({ finding, told }) => `open ${finding.name} ${finding.severity}${told === null ? '' : ', told'}`),
    ...close.map(({ id, state }) => `close ${id} ${state}`),
    ...alerts.map(({ reason, severity, findings, reverted }) => {
      const ended = reverted.length === 0 ? '' : `, ${reverted.length} reverted`;
      return `say ${reason} ${severity} of ${findings.length}${ended}`;
    }),
  ];
}

type Row = readonly [claim: string, findings: readonly Finding[], drift: readonly CurrentDrift[], ...plan: string[]];

function table(rows: readonly Row[], minSeverity: Severity = 'medium'): void {
  it.each(rows.map((row) => [row[0], row] as const))('%s', (_claim, [, findings, drift, ...plan]) => {
    expect(summary(decide({ findings, drift }, minSeverity))).toEqual(plan);
  });
}

describe('one reading', () => {
  table([
    ['is clean when nothing differs and nothing did', [], [], 'clean'],
    ['tells drift when it is new', [first], [], 'drift', 'open delete_file high, told', 'say first-drift high of 1'],
    ['does not tell the same drift again', [first], [aDrift(first)], 'drift'],
    [
      'tells drift that changed again, in place of the old',
      [again],
      [aDrift(first, { id: 7 })],
      'drift',
      'open delete_file high, told',
      'close 7 superseded',
      'say drift-changed high of 1',
    ],
    ['tells that drift is gone', [], [aDrift(first, { id: 7 })], 'clean', 'close 7 reverted', 'say reverted high of 1'],
    [
      'does not tell the end of drift that was never told',
      [],
      [aDrift(first, { id: 7, ...untold })],
      'clean',
      'close 7 reverted',
    ],
    ['keeps silent on rejected drift, which stays drift', [first], [aDrift(first, { state: 'rejected' })], 'drift'],
    [
      'tells rejected drift that changed again',
      [again],
      [aDrift(first, { id: 7, state: 'rejected' })],
      'drift',
      'open delete_file high, told',
      'close 7 superseded',
      'say drift-changed high of 1',
    ],
    [
      'tells that rejected drift is gone',
      [],
      [aDrift(first, { id: 7, state: 'rejected' })],
      'clean',
      'close 7 reverted',
      'say reverted high of 1',
    ],
  ]);
});

describe('what is below the least severity', () => {
  table([
    ['is recorded in silence, and is drift', [low], [], 'drift', 'open old_tool low'],
    ['is recorded in silence, and is clean when it is only info', [info], [], 'clean', 'open list_files info'],
    ['stays silent', [low, info], [aDrift(low, { ...untold }), aDrift(info, { ...untold })], 'drift'],
    ['ends in silence', [], [aDrift(low, { id: 7, ...untold })], 'clean', 'close 7 reverted'],
    [
      'is listed in an alert that is sent anyway, and does not count as told',
      [first, low, info],
      [],
      'drift',
      'open delete_file high, told',
      'open old_tool low',
      'open list_files info',
      'say first-drift high of 3',
    ],
    [
      'is told for the first time when it becomes worse',
      [aFinding({ fingerprint: aPrint('e') })],
      [aDrift(aFinding({ severity: 'info' }), { id: 7, ...untold })],
      'drift',
      'open delete_file high, told',
      'close 7 superseded',
      'say first-drift high of 1',
    ],
    [
      'is told when it takes the place of drift that was told: else nobody would hear how that ended',
      [aFinding({ fingerprint: aPrint('e'), severity: 'info' })],
      [aDrift(first, { id: 7 })],
      'clean',
      'open delete_file info, told',
      'close 7 superseded',
      'say drift-changed info of 1',
    ],
    [
      'is told when a tool is gone whose drift was told',
      [aFinding({ change: 'removed', severity: 'low', fingerprint: null })],
      [aDrift(first, { id: 7 })],
      'drift',
      'open delete_file low, told',
      'close 7 superseded',
      'say drift-changed low of 1',
    ],
  ]);

  it.each(severities.map((severity) => [severity] as const))('starts right below %s', (minSeverity) => {
    for (const severity of severities) {
      const isTold = severities.indexOf(severity) <= severities.indexOf(minSeverity);
      const plan = decide({ findings: [aFinding({ severity })] }, minSeverity);
      expect(plan.alerts).toHaveLength(isTold ? 1 : 0);
      expect(plan.open).toMatchObject([{ told: isTold ? severity : null }]);
    }
  });

  it.each(severities.map((severity) => [severity] as const))('never decides whether %s is drift', (severity) => {
    for (const minSeverity of severities) {
      const { verdict } = decide({ findings: [aFinding({ severity })] }, minSeverity);
      expect(verdict).toBe(severity === 'info' ? 'clean' : 'drift');
    }
  });
});

describe('several findings', () => {
  table([
    [
      'make one alert as severe as the worst',
      [medium, first],
      [],
      'drift',
      'open read_file medium, told',
      'open delete_file high, told',
      'say first-drift high of 2',
    ],
    [
      'are told without those that were told before',
      [first, medium],
      [aDrift(first)],
      'drift',
      'open read_file medium, told',
      'say first-drift medium of 1',
    ],
    [
      'are a first drift as soon as one of them is',
      [again, medium],
      [aDrift(first, { id: 7 })],
      'drift',
      'open delete_file high, told',
      'open read_file medium, told',
      'close 7 superseded',
      'say first-drift high of 2',
    ],
    [
      'are no first drift because of one that nobody needs to hear of',
      [again, info],
      [aDrift(first, { id: 7 })],
      'drift',
      'open delete_file high, told',
      'open list_files info',
      'close 7 superseded',
      'say drift-changed high of 2',
    ],
    [
      'that end are told together with those that begin',
      [medium],
      [aDrift(first, { id: 7 })],
      'drift',
      'open read_file medium, told',
      'close 7 reverted',
      'say first-drift medium of 1, 1 reverted',
    ],
    [
      'that end together are told together',
      [],
      [aDrift(first, { id: 7 }), aDrift(medium, { id: 8 })],
      'clean',
      'close 7 reverted',
      'close 8 reverted',
      'say reverted high of 2',
    ],
    [
      'of the same name but another kind are others',
      [aFinding({ kind: 'instructions', name: '' })],
      [aDrift(aFinding({ name: '' }), { id: 7 })],
      'drift',
      'open  high, told',
      'close 7 reverted',
      'say first-drift high of 1, 1 reverted',
    ],
  ]);

  it('may be many', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `tool ${index}`);
    const findings = names.map((name) => aFinding({ name, fingerprint: aPrint('e') }));
    const drift = names.map((name, id) => aDrift(aFinding({ name }), { id }));
    const plan = decide({ findings, drift });
    expect(plan.close).toHaveLength(20_000);
    expect(plan.alerts).toHaveLength(1);
  }, 5_000);
});

describe('a removal', () => {
  table(
    [
      ['is told once', [low], [], 'drift', 'open old_tool low, told', 'say first-drift low of 1'],
      ['is not told again', [low], [aDrift(low)], 'drift'],
      [
        'that follows a change is another drift',
        [aFinding({ change: 'removed', fingerprint: null })],
        [aDrift(first, { id: 7 })],
        'drift',
        'open delete_file high, told',
        'close 7 superseded',
        'say drift-changed high of 1',
      ],
      [
        'that ends in another definition is another drift',
        [again],
        [aDrift(aFinding({ fingerprint: null }), { id: 7 })],
        'drift',
        'open delete_file high, told',
        'close 7 superseded',
        'say drift-changed high of 1',
      ],
    ],
    'low',
  );
});

describe('a server without a baseline', () => {
  it('is unapproved, whatever it serves: nothing is opened and nothing is said', () => {
    expect(summary(decide({ hasBaseline: false }))).toEqual(['unapproved']);
    expect(summary(decide({ hasBaseline: false, findings: [first] }))).toEqual(['unapproved']);
  });
});

describe('an alert', () => {
  it('holds all that a message needs', () => {
    expect(decide({ findings: [first, info] }).alerts).toEqual([
      {
        reason: 'first-drift',
        server: 'files',
        severity: 'high',
        at: '2026-12-01T10:00:00.000Z',
        thread: null,
        findings: [first, info],
        reverted: [],
        fingerprint: aPrint('d'),
        approvedFingerprint: aPrint('c'),
        lastGoodAt: '2026-12-01T09:55:00.000Z',
        exposure: { firstBadAt: now.toISOString(), changedAt: now.toISOString(), heldUntil: null },
        by: null,
        note: null,
        cause: null,
        digest: null,
      },
    ]);
  });

  it('about drift that is gone names what was served while it lasted', () => {
    expect(decide({ drift: [aDrift(first)] }).alerts).toMatchObject([
      { reason: 'reverted', findings: [{ name: 'delete_file', fingerprint: first.fingerprint, edits: [] }] },
    ]);
  });

  it('that says nothing yet is info', () => {
    expect(emptyAlert('test', 'files', now.toISOString())).toMatchObject({ severity: 'info', findings: [] });
  });
});

describe('a server that can be verified again', () => {
  const blindAlertedAt = '2026-11-30T10:00:00.000Z';

  it.each<[string, Partial<Situation>, readonly string[]]>([
    ['is told as back', {}, ['say server-back info of 0']],
    ['is told as back without a baseline, too', { hasBaseline: false }, ['say server-back info of 0']],
    [
      'is told as back before its drift',
      { findings: [first] },
      ['say server-back info of 0', 'say first-drift high of 1'],
    ],
    [
      'is told as back before what ended',
      { drift: [aDrift(first)] },
      ['say server-back info of 0', 'say reverted high of 1'],
    ],
  ])('%s', (_claim, situation, said) => {
    const plan = decide({ ...situation, blindAlertedAt });
    expect(summary(plan).filter((line) => line.startsWith('say'))).toEqual(said);
    expect(plan.alerts[0]).toMatchObject({ server: 'files', fingerprint: aPrint('d') });
  });

  it('is not told as back when nobody was told that it was not', () => {
    expect(decide({ blindAlertedAt: null }).alerts).toEqual([]);
  });
});

describe('a server that cannot be verified', () => {
  const dayMs = 24 * 60 * 60 * 1_000;

  function blind(hours: number, blindAlertedAt: string | null = null) {
    const unverifiedSince = new Date(now.getTime() - hours * 3_600_000).toISOString();
    const lastGoodAt = '2026-11-29T10:00:00.000Z';
    return decideBlindness(
      { name: 'files', unverifiedSince, lastGoodAt, blindAlertedAt, snoozedUntil: null },
      'it hangs',
      dayMs,
      now,
    );
  }

  it.each([
    [0, false],
    [23.999, false],
    [24, true],
    [24.001, true],
    [24 * 365, true],
  ])('for %d hours is told: %s', (hours, isTold) => {
    expect(blind(hours) !== null).toBe(isTold);
  });

  it('is told once', () => {
    expect(blind(25, '2026-12-01T09:00:00.000Z')).toBeNull();
    expect(blind(24 * 365, '2026-12-01T09:00:00.000Z')).toBeNull();
  });

  it('is told with the cause and the last good reading, as high', () => {
    expect(blind(25)).toEqual({
      ...emptyAlert('server-blind', 'files', '2026-12-01T10:00:00.000Z'),
      severity: 'high',
      lastGoodAt: '2026-11-29T10:00:00.000Z',
      cause: 'it hangs',
    });
  });
});

describe('a server that wants credentials', () => {
  const known = {
    name: 'files',
    unverifiedSince: now.toISOString(),
    lastGoodAt: '2026-11-29T10:00:00.000Z',
    blindAlertedAt: null,
    loginAlertedAt: null,
    snoozedUntil: null,
  };

  it('is told at once, with the cause and the last good reading, as high', () => {
    expect(decideLogin(known, 'nobody is logged in', now)).toEqual({
      ...emptyAlert('needs-login', 'files', '2026-12-01T10:00:00.000Z'),
      severity: 'high',
      lastGoodAt: '2026-11-29T10:00:00.000Z',
      cause: 'nobody is logged in',
    });
  });

  it('is told once', () => {
    const loginAlertedAt = '2026-12-01T09:00:00.000Z';
    expect(decideLogin({ ...known, loginAlertedAt }, 'nobody is logged in', now)).toBeNull();
  });

  it('is told also when it was told as blind for another cause', () => {
    const blindAlertedAt = '2026-12-01T09:00:00.000Z';
    expect(decideLogin({ ...known, blindAlertedAt }, 'nobody is logged in', now)).not.toBeNull();
  });
});

describe('a story', () => {
  it('of a server that poisons, hides, returns and repents is told at each turn and never twice', () => {
    const poisoned = aFinding();
    const hidden = aFinding({ change: 'removed', severity: 'low', fingerprint: null });
    const worse = aFinding({ fingerprint: aPrint('f') });
    const readings = [[], [poisoned], [poisoned], [hidden], [hidden], [poisoned], [worse], [worse], [], []];
    let drift: readonly CurrentDrift[] = [];
    const said = readings.map((findings, id) => {
      const plan = decide({ findings, drift });
      const closed = new Set(plan.close.map((item) => item.id));
      drift = [
        ...drift.filter((item) => !closed.has(item.id)),
        ...plan.open.map(({ finding, ...telling }) => aDrift(finding, { id, ...telling })),
      ];
      return plan.alerts.map(({ reason }) => reason).join();
    });
    const expected = ['', 'first-drift', '', 'drift-changed', '', 'worse', 'drift-changed', '', 'reverted', ''];
    expect(said).toEqual(expected);
    expect(drift).toEqual([]);
  });
});
