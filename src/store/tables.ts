import type { Generated } from 'kysely';
import type { AuditRow } from '../core/audit.ts';
import type { DefinitionKind } from '../core/definition.ts';
import type { ChannelHealth } from '../core/channel-health.ts';
import type { AlertReason } from '../core/alert.ts';
import type { Change, Severity } from '../core/finding.ts';
import type { ApprovalBatch, AttentionEntry, VolatileEntry } from '../monitor/ports-decision.ts';
import type { DeliveryStatus } from '../monitor/ports-delivery.ts';
import type { Era } from '../monitor/ports-reading.ts';
import type { DriftState, ServerRecord } from '../monitor/ports-record.ts';

/** Columns in camel case here, in snake case in the database. */
export interface Tables {
  readonly server: ServerTable;
  readonly definition: DefinitionTable;
  readonly snapshot: SnapshotTable;
  readonly snapshotItem: SnapshotItemTable;
  readonly span: SpanTable;
  readonly approval: ApprovalTable;
  readonly drift: DriftTable;
  readonly volatile: VolatileTable;
  readonly attention: AttentionTable;
  readonly audit: AuditRow;
  readonly alert: AlertTable;
  readonly delivery: DeliveryTable;
  readonly channel: ChannelTable;
}

export interface ServerTable extends Omit<ServerRecord, 'remarks' | 'items' | 'package'> {
  /** JSON of a `PackageVersion`. */
  readonly package: string | null;
  /** JSON. */
  readonly remarks: string;
  /** JSON. */
  readonly items: string;
  /**
   * When the latest snapshot was seen last: the end of the server's newest span, kept here so that `touch` is one
   * update.
   */
  readonly seenAt: string | null;
}

export interface DefinitionTable {
  readonly fingerprint: string;
  /** The version of the fingerprint recipe. */
  readonly recipe: string;
  readonly text: string;
  readonly firstSeenAt: string;
}

export interface SnapshotTable {
  readonly id: Generated<number>;
  readonly server: string;
  readonly fingerprint: string;
  readonly era: Era;
  /** How many items the surface holds, copies included. */
  readonly items: number;
  readonly firstSeenAt: string;
}

export interface SnapshotItemTable {
  readonly snapshotId: number;
  /** The place of the definition in its surface. */
  readonly position: number;
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly fingerprint: string;
  readonly copies: number;
}

export interface SpanTable {
  readonly id: Generated<number>;
  readonly snapshotId: number;
  readonly server: string;
  readonly firstSeenAt: string;
  /** Null for the newest span of a server: see `ServerTable.seenAt`. */
  readonly lastSeenAt: string | null;
  /** Under what the surface was seen; null: unknown. */
  readonly protocolVersion: string | null;
  readonly auth: string | null;
  /** JSON of a `PackageVersion`. */
  readonly package: string | null;
}

export interface ApprovalTable {
  readonly id: Generated<number>;
  readonly server: string;
  /** `surface` marks that a surface was approved as a whole; its name is empty. */
  readonly kind: DefinitionKind | 'surface';
  readonly name: string;
  /** `itemHash` of kind and name. */
  readonly item: string;
  readonly fingerprint: string | null;
  readonly copies: number;
  readonly surfaceFingerprint: string | null;
  readonly at: string;
  readonly by: string;
  /** `user@host` of the process that wrote this; null: not known. */
  readonly from: string | null;
  readonly note: string | null;
  readonly source: ApprovalBatch['source'];
  /** Of an approval that came from a file: who took it in, and when it was made. Null: made here, at `at`. */
  readonly importedBy: string | null;
  readonly approvedAt: string | null;
}

export interface DriftTable {
  readonly id: Generated<number>;
  readonly server: string;
  readonly kind: DefinitionKind;
  readonly name: string;
  /** `itemHash` of kind and name. */
  readonly item: string;
  readonly state: DriftState;
  readonly change: Change;
  readonly severity: Severity;
  readonly fingerprint: string | null;
  readonly approvedFingerprint: string | null;
  readonly openedAt: string;
  readonly closedAt: string | null;
  /** 0 or 1. */
  readonly alerted: number;
  /** JSON of the sentences; null: none. */
  readonly goesWith: string | null;
  readonly silent: string | null;
  /** JSON of the places; null: none. */
  readonly unasked: string | null;
  readonly since: string;
  readonly lastGoodAt: string | null;
  readonly told: Severity | null;
  readonly toldAt: string | null;
  /** 0 or 1. */
  readonly isOwed: Generated<number>;
  /** JSON of an `Expectation`. */
  readonly expected: string | null;
  readonly ackedAt: string | null;
  readonly ackedBy: string | null;
}

/** A log: the newest row for an item and pointer counts. */
export interface VolatileTable {
  readonly id: Generated<number>;
  readonly server: string;
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly pointer: string;
  readonly pattern: string;
  readonly action: VolatileEntry['action'];
  readonly at: string;
  readonly by: string;
  readonly from: string | null;
  readonly note: string | null;
}

/** A log: of `snooze` and `expect` the newest row of a server counts. */
export interface AttentionTable {
  readonly id: Generated<number>;
  readonly server: string;
  readonly action: AttentionEntry['action'];
  /** The drift that was seen, and what it was. */
  readonly driftId: number | null;
  readonly kind: DefinitionKind | null;
  readonly name: string | null;
  readonly fingerprint: string | null;
  readonly until: string | null;
  readonly at: string;
  readonly by: string;
  readonly note: string | null;
}

export interface AlertTable {
  readonly id: string;
  readonly server: string;
  readonly reason: AlertReason;
  readonly severity: Severity;
  readonly at: string;
  /** The whole `Alert` as JSON. */
  readonly payload: string;
}

export interface DeliveryTable {
  readonly id: Generated<number>;
  readonly alertId: string;
  readonly channel: string;
  readonly state: DeliveryStatus['state'];
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly leaseUntil: string | null;
  readonly sentAt: string | null;
  readonly error: string | null;
  /** What the channel gave back: it alone reads it. */
  readonly receipt: string | null;
  /** The alert that it was told in, with others. */
  readonly summary: string | null;
}

export interface ChannelTable extends Omit<ChannelHealth, 'isTold'> {
  readonly name: string;
  /** 0 or 1. */
  readonly isTold: number;
}
