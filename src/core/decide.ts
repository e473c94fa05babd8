import type { Alert, AlertReason } from './alert.ts';
import { itemKey, type ItemKey } from './definition.ts';
import { atLeast, worst, type Finding, type Severity } from './finding.ts';

/** A finding that is kept from an earlier reading: `open`, or `rejected` by a person. */
export interface CurrentDrift extends ItemKey {
  readonly id: number;
  readonly state: 'open' | 'rejected';
  readonly severity: Severity;
  readonly fingerprint: string | null;
  readonly alerted: boolean;
}

export interface Situation {
  readonly server: string;
  /** What the reading showed against the baseline. */
  readonly findings: readonly Finding[];
  /** What is kept already. */
  readonly drift: readonly CurrentDrift[];
  /** What people were told of under another name: the same change, seen by another identity. */
  readonly toldElsewhere?: ReadonlySet<string>;
  readonly hasBaseline: boolean;
  readonly fingerprint: string;
  readonly approvedFingerprint: string | null;
  readonly lastGoodAt: string | null;
  /** Set while people were told that this server cannot be verified, or wants credentials. */
  readonly blindAlertedAt: string | null;
}

/** A server that could not be verified for a while, before this is told. */
export interface Unverified {
  readonly name: string;
  readonly unverifiedSince: string;
  readonly lastGoodAt: string | null;
  readonly blindAlertedAt: string | null;
  /** Set while people were told that this server wants credentials. */
  readonly loginAlertedAt: string | null;
}

export interface Policy {
  readonly minSeverity: Severity;
}

export type Verdict = 'clean' | 'drift' | 'unapproved';

/** What to record and what to say after one complete reading. */
export interface Plan {
  readonly verdict: Verdict;
  readonly open: readonly { readonly finding: Finding; readonly alerted: boolean }[];
  readonly close: readonly { readonly id: number; readonly state: 'reverted' | 'superseded' }[];
  readonly alerts: readonly AlertDraft[];
}

/** An alert without its id, which is random and belongs to the caller. */
export type AlertDraft = Omit<Alert, 'id'>;

/** Decides on one complete reading. All that is new in it becomes one alert, all that is gone another. */
export function decideReading(situation: Situation, policy: Policy, now: Date): Plan {
  const at = now.toISOString();
  const back = situation.blindAlertedAt === null ? [] : [backAlert(situation, at)];
  if (!situation.hasBaseline) return { verdict: 'unapproved', open: [], close: [], alerts: back };

  const kept = new Map(situation.drift.map((drift) => [itemKey(drift), drift]));
  const fresh = situation.findings.filter((finding) => kept.get(itemKey(finding))?.fingerprint !== finding.fingerprint);
  const found = new Set(situation.findings.map(itemKey));
  const renewed = new Set(fresh.map(itemKey));
  const changed = situation.drift.filter((drift) => renewed.has(itemKey(drift)));
  const gone = situation.drift.filter((drift) => !found.has(itemKey(drift)));
  const goneTold = gone.filter((drift) => drift.alerted);

  // Who was told of a drift is told what became of it, even when that alone would not be worth a word.
  const wasTold = (finding: Finding): boolean => kept.get(itemKey(finding))?.alerted === true;
  const isToldElsewhere = (finding: Finding): boolean => situation.toldElsewhere?.has(toldKey(finding)) === true;
  const speaks = (finding: Finding): boolean =>
    (atLeast(finding.severity, policy.minSeverity) && !isToldElsewhere(finding)) || wasTold(finding);
  const isFirst = fresh.some((finding) => speaks(finding) && !wasTold(finding));
  return {
    verdict: situation.findings.some((finding) => finding.severity !== 'info') ? 'drift' : 'clean',
    open: fresh.map((finding) => ({ finding, alerted: speaks(finding) })),
    close: [
      ...changed.map(({ id }) => ({ id, state: 'superseded' as const })),
      ...gone.map(({ id }) => ({ id, state: 'reverted' as const })),
    ],
    alerts: [
      ...back,
      ...(fresh.some(speaks) ? [driftAlert(isFirst ? 'first-drift' : 'drift-changed', situation, fresh, at)] : []),
      ...(goneTold.length > 0 ? [revertAlert(situation, goneTold, at)] : []),
    ],
  };
}

/** A difference as `toldElsewhere` holds it: which definition, and what it became. */
export function toldKey({ fingerprint, ...item }: ItemKey & { readonly fingerprint: string | null }): string {
  return `${itemKey(item)}\n${fingerprint ?? ''}`;
}

/** Decides on a server that could not be verified since `unverifiedSince`: an alert once it has lasted. */
export function decideBlindness(
  server: Omit<Unverified, 'loginAlertedAt'>,
  cause: string,
  blindAfterMs: number,
  now: Date,
): AlertDraft | null {
  if (server.blindAlertedAt !== null) return null;
  if (now.getTime() - Date.parse(server.unverifiedSince) < blindAfterMs) return null;
  const { name, lastGoodAt } = server;
  return { ...emptyAlert('server-blind', name, now.toISOString()), severity: 'high', lastGoodAt, cause };
}

/** Decides on a server that wants credentials: an alert at once, and one only until a complete reading succeeds. */
export function decideLogin(
  { name, lastGoodAt, loginAlertedAt }: Unverified,
  cause: string,
  now: Date,
): AlertDraft | null {
  if (loginAlertedAt !== null) return null;
  return { ...emptyAlert('needs-login', name, now.toISOString()), severity: 'high', lastGoodAt, cause };
}

function driftAlert(
  reason: 'first-drift' | 'drift-changed',
  situation: Situation,
  fresh: readonly Finding[],
  at: string,
): AlertDraft {
  return {
    ...emptyAlert(reason, situation.server, at),
    severity: worst(fresh.map((finding) => finding.severity)),
    findings: fresh,
    fingerprint: situation.fingerprint,
    approvedFingerprint: situation.approvedFingerprint,
    lastGoodAt: situation.lastGoodAt,
  };
}

/** Says which definitions are again what was approved. Their edits were told when they were found. */
function revertAlert(situation: Situation, gone: readonly CurrentDrift[], at: string): AlertDraft {
  return {
    ...emptyAlert('reverted', situation.server, at),
    severity: worst(gone.map((drift) => drift.severity)),
    findings: gone.map(({ kind, name, severity, fingerprint }) => ({
      kind,
      name,
      change: 'changed',
      severity,
      fingerprint,
      approvedFingerprint: null,
      edits: [],
    })),
    fingerprint: situation.fingerprint,
    approvedFingerprint: situation.approvedFingerprint,
    lastGoodAt: situation.lastGoodAt,
  };
}

function backAlert(situation: Situation, at: string): AlertDraft {
  return { ...emptyAlert('server-back', situation.server, at), fingerprint: situation.fingerprint };
}

/** An alert about `server` that says nothing yet. */
export function emptyAlert(reason: AlertReason, server: string, at: string): AlertDraft {
  return {
    reason,
    server,
    at,
    severity: 'info',
    findings: [],
    fingerprint: null,
    approvedFingerprint: null,
    lastGoodAt: null,
    by: null,
    note: null,
    cause: null,
  };
}
