import type { Finding, Severity } from './finding.ts';
import type { Summary } from './summary.ts';

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
  | 'channel-failing'
  | 'channel-back'
  | 'summary'
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
  /** Why the server cannot be verified, or the channel does not take messages, in our own words. */
  readonly cause: string | null;
  /** The id of the first alert about the same trouble. Null or absent: this is it. */
  readonly thread?: string | null;
  /** Of `channel-failing` and `channel-back`. */
  readonly channel?: ChannelNews;
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
