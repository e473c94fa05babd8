import type { Finding, Severity } from './finding.ts';

/** Why tooldrift speaks. */
export type AlertReason =
  | 'first-drift'
  | 'drift-changed'
  | 'reverted'
  | 'approved'
  | 'rejected'
  | 'needs-login'
  | 'server-blind'
  | 'server-back'
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
  readonly findings: readonly Finding[];
  /** Fingerprint of the served surface, if one was read. */
  readonly fingerprint: string | null;
  /** Fingerprint of the surface that was approved as a whole last, if any. */
  readonly approvedFingerprint: string | null;
  /** ISO 8601 UTC time of the last complete reading that showed no drift, if known. */
  readonly lastGoodAt: string | null;
  /** Who approved or rejected, and their note. */
  readonly by: string | null;
  readonly note: string | null;
  /** Why the server cannot be verified (`needs-login`, `server-blind`), in our own words. */
  readonly cause: string | null;
}
