/** What people decide, as it is kept. Types alone. */
import type { ItemKey } from '../core/definition.ts';
import type { VolatileText } from '../core/volatile.ts';

/** What a person approved last for one definition. A null fingerprint: its absence is approved (a tombstone). */
export interface Approved extends ItemKey {
  readonly fingerprint: string | null;
  /** The last definition that was ever approved under this name. Equal to `fingerprint` unless that is null. */
  readonly lastFingerprint: string | null;
  /** Canonical text of `lastFingerprint`. */
  readonly lastText: string | null;
  readonly copies: number;
  readonly approvedAt: string;
  readonly by: string;
  readonly note: string | null;
}

/** One row of the append-only log of how people live with drift. */
export type AttentionEntry = {
  readonly at: string;
  readonly by: string;
  readonly note: string | null;
} & (
  | ({
      /** Seen: no reminders of this drift. */
      readonly action: 'ack';
      readonly driftId: number;
      readonly fingerprint: string | null;
    } & ItemKey)
  | {
      /** `snooze`: no messages until then. `expect`: changes until then are expected. */
      readonly action: 'snooze' | 'expect';
      readonly until: string;
    }
);

/** A person's decision that a part of one text may vary. */
export interface VolatileRule extends VolatileText {
  readonly at: string;
  readonly by: string;
  readonly note: string | null;
}

/** One row of the append-only log of these decisions. The newest one for a pointer counts. */
export interface VolatileEntry extends VolatileRule {
  readonly action: 'add' | 'remove';
}

/** One row of the append-only approvals log. */
export interface ApprovalEntry extends ItemKey {
  /** Null approves the absence of this definition. */
  readonly fingerprint: string | null;
  readonly copies: number;
}

export interface ApprovalBatch {
  readonly entries: readonly ApprovalEntry[];
  /** Set when the surface is approved as a whole. */
  readonly surfaceFingerprint: string | null;
  readonly at: string;
  readonly by: string;
  readonly note: string | null;
  readonly source: 'approve' | 'first-seen' | 'pin' | 'import';
  /** Of approvals that come from a file: who takes them in, and when `by` made them. */
  readonly imported?: { readonly by: string; readonly approvedAt: string };
}

/** Who decided, and why. */
export interface Decider {
  readonly by: string;
  readonly note: string | null;
}
