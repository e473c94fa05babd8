/** What is kept of servers, as `store` hands it out. Types alone. */
import type { Alert } from '../core/alert.ts';
import type { AuditEntry } from '../core/audit.ts';
import type { PackageVersion } from '../core/circumstances.ts';
import type { DefinitionKind, ItemKey } from '../core/definition.ts';
import type { Expectation } from '../core/expectation.ts';
import type { FindingContext } from '../core/finding-context.ts';
import type { Change, Severity } from '../core/finding.ts';
import type { JsonObject } from '../core/json.ts';
import type { Telling } from '../core/situation.ts';
import type { ApprovalBatch, Approved, AttentionEntry, VolatileEntry, VolatileRule } from './ports-decision.ts';
import type { DeliveryStatus } from './ports-delivery.ts';
import type { Era, ListenState, Outcome } from './ports-reading.ts';

export type Verdict = 'clean' | 'drift' | 'unapproved' | 'unverified';

/** The current state of one server, one row. Times are ISO 8601 UTC text. */
export interface ServerRecord {
  readonly name: string;
  /** Grows by one whenever the baseline, the drift or the latest surface of this server changes. */
  readonly revision: number;
  readonly verdict: Verdict;
  readonly outcome: Outcome | null;
  readonly reason: string | null;
  readonly era: Era | null;
  readonly protocolVersion: string | null;
  /** As whom the latest complete reading came, in words without secrets (`auth-of.ts`). */
  readonly auth: string | null;
  /** What the latest complete reading was served by, where that is known. */
  readonly package: PackageVersion | null;
  readonly ttlMs: number | null;
  readonly remarks: readonly string[];
  readonly listen: ListenState | null;
  readonly listenDetail: string | null;
  /** Number of items by kind in the latest complete surface. */
  readonly items: Readonly<Partial<Record<DefinitionKind, number>>>;
  /** Fingerprint of the latest complete surface. */
  readonly fingerprint: string | null;
  /** Fingerprint of the surface that was approved as a whole last. */
  readonly approvedFingerprint: string | null;
  readonly digest: string | null;
  readonly lastReadingAt: string | null;
  readonly lastCompleteAt: string | null;
  /** Last complete reading without drift. */
  readonly lastGoodAt: string | null;
  /** Start of the unbroken run of complete readings, null while unverified. Warming up does not end it. */
  readonly verifiedSince: string | null;
  /** First reading since the last good one that failed or was not believed, null while verified. */
  readonly unverifiedSince: string | null;
  /** How many in a row verified nothing. */
  readonly failures: number;
  readonly nextReadingAt: string | null;
  /** When the present blindness was alerted, null otherwise. */
  readonly blindAlertedAt: string | null;
  /** When it was alerted that the server wants credentials, null once a complete reading succeeded. */
  readonly loginAlertedAt: string | null;
  /** When it was alerted that the server was seen for the first time and waits for approval. */
  readonly firstSeenAlertedAt: string | null;
  /** No messages until then; null again once what was held back is told. */
  readonly snoozedUntil: string | null;
  /** When the last message about drift was decided. */
  readonly spokeAt: string | null;
  /** Id of the first alert about the present trouble, null while there is none. */
  readonly thread: string | null;
}

export type DriftState = 'open' | 'rejected' | 'approved' | 'reverted' | 'superseded';

/** A finding that is kept. `open` and `rejected` ones are current, at most one per definition. */
export interface Drift extends ItemKey, FindingContext, Telling {
  readonly id: number;
  readonly state: DriftState;
  readonly change: Change;
  readonly severity: Severity;
  readonly fingerprint: string | null;
  readonly approvedFingerprint: string | null;
  readonly openedAt: string;
  readonly closedAt: string | null;
  /** True once an alert about it was decided. */
  readonly alerted: boolean;
  /** Who has seen it as it is, and when: nobody is reminded of it. */
  readonly ackedAt: string | null;
  readonly ackedBy: string | null;
}

/** Drift that is not closed. */
export type CurrentDrift = Drift & { readonly state: 'open' | 'rejected' };

export interface ServerState {
  readonly record: ServerRecord | null;
  /** True once any approval was made for this server. */
  readonly hasBaseline: boolean;
  readonly baseline: readonly Approved[];
  readonly drift: readonly CurrentDrift[];
  /** What was reverted or took another form, and is still to be told. */
  readonly ended: readonly Drift[];
  /** The rules in force. */
  readonly volatile: readonly VolatileRule[];
  /** What a person expected last, also when its time is over. */
  readonly expectation: Expectation | null;
}

/** A definition of the latest complete surface, with its canonical text. */
export interface StoredDefinition extends ItemKey {
  readonly fingerprint: string;
  readonly text: string;
  readonly copies: number;
}

export interface StoredSurface {
  readonly fingerprint: string;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly definitions: readonly StoredDefinition[];
}

/** One line of `tooldrift history`, newest last. */
export type HistoryEntry =
  | {
      readonly type: 'snapshot';
      readonly at: string;
      readonly lastSeenAt: string;
      readonly server: string;
      readonly fingerprint: string;
      readonly items: number;
      /** Under what it was seen; null: unknown. */
      readonly protocolVersion: string | null;
      readonly auth: string | null;
      readonly package: PackageVersion | null;
    }
  | ({ readonly type: 'drift'; readonly at: string; readonly server: string } & Omit<Drift, 'openedAt'>)
  | ({
      readonly type: 'approval';
      readonly at: string;
      readonly server: string;
      readonly fingerprint: string | null;
      readonly by: string;
      /** `user@host` of the process that wrote it; null: not known. */
      readonly from: string | null;
      readonly note: string | null;
      readonly source: ApprovalBatch['source'];
      /** Of one that came from a file: who took it in, at `at`, and when `by` made it. */
      readonly importedBy: string | null;
      readonly approvedAt: string | null;
    } & ItemKey)
  | ({ readonly type: 'volatile'; readonly server: string; readonly from: string | null } & VolatileEntry)
  | ({ readonly type: 'attention'; readonly server: string } & AttentionEntry)
  /** A rejection, the end of one, or a change of the config. `details`: what it is about (`AuditEntry.row`). */
  | ({ readonly type: 'decision'; readonly server: string; readonly details: JsonObject } & Omit<
      AuditEntry,
      'row' | 'server'
    >)
  | {
      readonly type: 'alert';
      readonly at: string;
      readonly server: string;
      readonly id: string;
      readonly reason: Alert['reason'];
      readonly severity: Severity;
      /** The channel that it is about. */
      readonly channel?: string;
      readonly deliveries: readonly DeliveryStatus[];
    };
