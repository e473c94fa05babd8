import type { Digest } from './digest.ts';
import type { Exposure } from './exposure.ts';
import type { Finding, Severity } from './finding.ts';
import type { Newcomer } from './newcomer.ts';
import type { Summary } from './summary.ts';

/** Why tooldrift speaks. */
export type AlertReason =
  | 'first-drift'
  | 'config-drift'
  | 'worse'
  | 'drift-changed'
  | 'reverted'
  | 'reminder-due'
  | 'approved'
  | 'rejected'
  | 'first-seen'
  | 'needs-login'
  | 'server-blind'
  | 'server-back'
  | 'channel-failing'
  | 'channel-back'
  | 'summary'
  | 'digest'
  | 'test';

/** A decision to speak. It is stored whole, so that a delivery never depends on what the database holds later. */
export interface Alert {
  /** A UUID; becomes the Message-ID and the idempotency key of every delivery. */
  readonly id: string;
  readonly reason: AlertReason;
  readonly server: string;
  readonly severity: Severity;
  /** ISO 8601 UTC time of the decision. */
  readonly at: string;
  /** Id of the first alert about the present trouble of this server; null: this one is the first, or stands alone. */
  readonly thread: string | null;
  readonly findings: readonly Finding[];
  /** In an alert about drift: what ended since the last one; with edits where nobody was told of it while it lasted. */
  readonly reverted: readonly Finding[];
  /** Fingerprint of the served surface, if one was read. */
  readonly fingerprint: string | null;
  /** Fingerprint of the surface that was approved as a whole last, if any. */
  readonly approvedFingerprint: string | null;
  /** ISO 8601 UTC time of the last complete reading that showed no drift, if known. */
  readonly lastGoodAt: string | null;
  /** In an alert about drift, and about its end: how long it could be used. */
  readonly exposure: Exposure | null;
  /** Who approved or rejected, and their note. */
  readonly by: string | null;
  readonly note: string | null;
  /** Why the server cannot be verified, or the channel does not take messages, in our own words. */
  readonly cause: string | null;
  /** The state of all servers (`digest`). */
  readonly digest: Digest | null;
  /** Of `channel-failing` and `channel-back`. */
  readonly channel?: ChannelNews;
  /** Of `first-seen`. Absent in what an older version stored. */
  readonly newcomer?: Newcomer;
  /** Of `summary`. */
  readonly summary?: Summary;
}

/** A channel that does not take messages, or takes them again. */
export interface ChannelNews {
  readonly name: string;
  /** ISO 8601 UTC time of the first attempt that failed. */
  readonly failingSince: string;
  /** Alerts that were given up on it. */
  readonly undelivered: number;
}

/** An alert without its id, which is random and belongs to the caller. */
export type AlertDraft = Omit<Alert, 'id'>;

const awaiting: ReadonlySet<AlertReason> = new Set([
  ...(['first-drift', 'config-drift', 'worse', 'drift-changed', 'reminder-due', 'first-seen'] as const),
]);

/** True if a person is asked to approve or reject what an alert shows. */
export function awaitsDecision({ reason }: Pick<Alert, 'reason'>): boolean {
  return awaiting.has(reason);
}

/** An alert about `server` that says nothing yet. */
export function emptyAlert(reason: AlertReason, server: string, at: string): AlertDraft {
  return {
    reason,
    server,
    at,
    severity: 'info',
    thread: null,
    findings: [],
    reverted: [],
    fingerprint: null,
    approvedFingerprint: null,
    lastGoodAt: null,
    exposure: null,
    by: null,
    note: null,
    cause: null,
    digest: null,
  };
}
