import { emptyAlert, type AlertDraft } from './alert.ts';
import { driftAlert } from './drift-alert.ts';
import type { Finding } from './finding.ts';
import { severityOf } from './newcomer.ts';
import { firstSeenKey, isTold, type Policy, type Situation, type Telling } from './situation.ts';
import { sortDrift, type Sorted } from './sort-drift.ts';

export type Verdict = 'clean' | 'drift' | 'unapproved';

/** What to record and what to say after one complete reading. */
export interface Plan {
  readonly verdict: Verdict;
  readonly open: readonly (Telling & { readonly finding: Finding })[];
  readonly close: readonly {
    readonly id: number;
    readonly state: 'reverted' | 'superseded';
    readonly isOwed: boolean;
  }[];
  /** Kept drift that is told now, again or at last. */
  readonly tell: readonly number[];
  readonly alerts: readonly AlertDraft[];
  /** That the server can be verified again is told later. */
  readonly isBackHeld: boolean;
  /** The silence that a person asked for is over. */
  readonly isAwake: boolean;
}

/**
 * Decides on what is known of a server: after a complete reading, and without one when what was held back or a reminder may
 * be due (`findings` are then those of the kept drift). All of it becomes one alert, beside those about the server itself.
 */
export function decideReading(situation: Situation, policy: Policy, now: Date): Plan {
  const at = now.toISOString();
  const { snoozedUntil, blindAlertedAt, findings } = situation;
  const isSnoozed = snoozedUntil !== null && at < snoozedUntil;
  const about = isSnoozed ? [] : [...backAlert(situation, at), ...firstSeenAlert(situation, at)];
  const rest = { isBackHeld: isSnoozed && blindAlertedAt !== null, isAwake: snoozedUntil !== null && !isSnoozed };
  if (!situation.hasBaseline) return { verdict: 'unapproved', open: [], close: [], tell: [], alerts: about, ...rest };
  const sorted = sortDrift(situation, policy, now);
  const isHeld = isSnoozed || isGathering(situation, policy, now);
  const said = isHeld ? [] : driftAlert(situation, sorted, at);
  return {
    verdict: findings.some((finding) => finding.severity !== 'info') ? 'drift' : 'clean',
    ...recordOf(sorted, isHeld, at),
    alerts: [...about, ...said],
    ...rest,
  };
}

/** A person asks for silence about drift with `snooze`; else only what follows another message too soon waits. */
function isGathering({ spokeAt }: Situation, { gatherForMs }: Policy, now: Date): boolean {
  return spokeAt !== null && now.getTime() - Date.parse(spokeAt) < gatherForMs;
}

function recordOf(
  { fresh, owed, due, gone, superseded, ended }: Sorted,
  isHeld: boolean,
  at: string,
): Pick<Plan, 'open' | 'close' | 'tell'> {
  return {
    open: fresh.map(({ finding, speaks, ...telling }) => {
      const { since, lastGoodAt, told, toldAt } = telling;
      if (!speaks || isHeld) return { finding, since, lastGoodAt, told, toldAt, isOwed: speaks };
      return { finding, since, lastGoodAt, told: finding.severity, toldAt: at, isOwed: false };
    }),
    close: [
      ...superseded.map(({ id, isOwed }) => ({ id, state: 'superseded' as const, isOwed: isHeld && isOwed })),
      ...gone.map((item) => ({ id: item.id, state: 'reverted' as const, isOwed: isHeld && isTold(item) })),
    ],
    tell: isHeld ? [] : [...owed, ...due, ...ended].map(({ id }) => id),
  };
}

function backAlert({ server, fingerprint, blindAlertedAt }: Situation, at: string): readonly AlertDraft[] {
  return blindAlertedAt === null ? [] : [{ ...emptyAlert('server-back', server, at), fingerprint }];
}

function firstSeenAlert(situation: Situation, at: string): readonly AlertDraft[] {
  const { server, fingerprint, isNew, newcomer, toldElsewhere } = situation;
  if (!isNew || toldElsewhere?.has(firstSeenKey) === true) return [];
  const alert = { ...emptyAlert('first-seen', server, at), fingerprint };
  return [newcomer === undefined ? alert : { ...alert, newcomer, severity: severityOf(newcomer) }];
}
