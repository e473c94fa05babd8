import { itemKey } from './definition.ts';
import { atLeast, type Finding } from './finding.ts';
import {
  isTold,
  toldKey,
  type CurrentDrift,
  type EndedDrift,
  type Policy,
  type Situation,
  type Telling,
} from './situation.ts';

/** A finding with what was told of its definition before. */
export interface Told extends Telling {
  readonly finding: Finding;
  /** The reading that showed it first. */
  readonly changedAt: string;
}

/** What is known of a server, by what it asks for. */
export interface Sorted {
  /** Findings that are new, or are not what they were; those that do not speak are recorded in silence. */
  readonly fresh: readonly (Told & { readonly speaks: boolean })[];
  /** Those that were held back. */
  readonly owed: readonly (Told & { readonly id: number })[];
  /** Those that were told, and are to be told again. */
  readonly due: readonly (Told & { readonly id: number })[];
  /** Kept drift that is no more. */
  readonly gone: readonly CurrentDrift[];
  /** Kept drift that took another form. */
  readonly superseded: readonly CurrentDrift[];
  /** What has ended and is to be told, also from before. */
  readonly ended: readonly EndedDrift[];
}

export function sortDrift(situation: Situation, policy: Policy, now: Date): Sorted {
  const at = now.toISOString();
  const { findings, drift } = situation;
  const kept = new Map(drift.map((item) => [itemKey(item), item]));
  const found = new Set(findings.map(itemKey));
  const fresh = findings.flatMap((finding) => {
    const before = kept.get(itemKey(finding));
    if (before?.fingerprint === finding.fingerprint) return [];
    return [
      {
        ...tellingOf(before, situation, at),
        finding,
        changedAt: at,
        speaks: speaks(finding, before, situation, policy),
      },
    ];
  });
  const staying = findings.flatMap((finding) => {
    const before = kept.get(itemKey(finding));
    return before?.fingerprint === finding.fingerprint ? [{ ...before, finding, changedAt: before.openedAt }] : [];
  });
  const gone = drift.filter((item) => !found.has(itemKey(item)));
  const renewed = new Set(fresh.map(({ finding }) => itemKey(finding)));
  const superseded = drift.filter((item) => renewed.has(itemKey(item)));
  return {
    fresh,
    owed: staying.filter(({ isOwed }) => isOwed),
    due: dueReminders(staying, situation, policy, now),
    gone,
    superseded,
    // What took another form before anybody saw it was served all the same.
    ended: [
      ...gone.filter(isTold).map((item) => endOf(item, at)),
      ...superseded.filter(({ isOwed }) => isOwed).map((item) => endOf(item, at)),
      ...situation.ended,
    ],
  };
}

/** What changes again goes on with what was told of it: the trouble with this definition began earlier. */
function tellingOf(before: CurrentDrift | undefined, { lastGoodAt }: Situation, at: string): Telling {
  if (before === undefined) return { since: at, lastGoodAt, told: null, toldAt: null, isOwed: false };
  const { since, lastGoodAt: goodBefore, told, toldAt, isOwed } = before;
  return { since, lastGoodAt: goodBefore, told, toldAt, isOwed };
}

/** Who was told of a drift is told what became of it, even when that alone would not be worth a word. */
function speaks(
  finding: Finding,
  before: CurrentDrift | undefined,
  { toldElsewhere }: Situation,
  { minSeverity }: Policy,
): boolean {
  if (before !== undefined && isTold(before)) return true;
  return atLeast(finding.severity, minSeverity) && toldElsewhere?.has(toldKey(finding)) !== true;
}

type Staying = Told & CurrentDrift;

/** Once one reminder is due, all that is open is in it. Nobody is reminded of what they saw, or rejected. */
function dueReminders(
  staying: readonly Staying[],
  { snoozedUntil }: Situation,
  { remindEveryMs }: Policy,
  now: Date,
): readonly Staying[] {
  const open = staying.filter(
    ({ state, told, isOwed, ackedAt, severity }) =>
      state === 'open' && told !== null && !isOwed && ackedAt === null && severity !== 'info',
  );
  const isDue = ({ toldAt }: Telling): boolean => {
    if (toldAt === null) return false;
    // A silence that a person asked for ends with what is open.
    if (snoozedUntil !== null && toldAt < snoozedUntil) return now.toISOString() >= snoozedUntil;
    return now.getTime() - Date.parse(toldAt) >= remindEveryMs;
  };
  return open.some(isDue) ? open : [];
}

function endOf(drift: CurrentDrift, at: string): EndedDrift {
  return { ...drift, finding: findingOf(drift), closedAt: at, isSeen: !drift.isOwed };
}

/** What ends: its edits were told when it was found, or it comes too late to show them. */
function findingOf({ kind, name, severity, fingerprint }: CurrentDrift): Finding {
  return { kind, name, change: 'changed', severity, fingerprint, approvedFingerprint: null, edits: [] };
}
