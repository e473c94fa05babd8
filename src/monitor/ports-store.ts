/** What keeps all of it: `store` implements it. Types alone. */
import type { Alert } from '../core/alert.ts';
import type { AuditFault } from '../core/audit-walk.ts';
import type { AuditHead, AuditRow } from '../core/audit.ts';
import type { ChannelHealth } from '../core/channel-health.ts';
import type { Circumstances } from '../core/circumstances.ts';
import type { ConfiguredServer } from '../core/config-changes.ts';
import type { ItemKey, Surface } from '../core/definition.ts';
import type { DigestChannel, DigestDrift } from '../core/digest.ts';
import type { Finding } from '../core/finding.ts';
import type { OtherTool } from '../core/name-index.ts';
import type { ChannelQueue } from '../core/plan-delivery.ts';
import type { Telling } from '../core/situation.ts';
import type { AlertDigest } from '../core/summary.ts';
import type { ApprovalBatch, AttentionEntry, Decider, VolatileEntry } from './ports-decision.ts';
import type { Backlog, ChannelRecord, ClaimedDelivery, DeliveryResult } from './ports-delivery.ts';
import type { Era } from './ports-reading.ts';
import type {
  DriftState,
  HistoryEntry,
  ServerRecord,
  ServerState,
  StoredDefinition,
  StoredSurface,
} from './ports-record.ts';

/** The columns of `ServerRecord` that a writer sets; `name` and `revision` are the store's. */
export type ServerPatch = Partial<Omit<ServerRecord, 'name' | 'revision'>>;

/** Writes under the lock of one server. Everything commits together or not at all. */
export interface ServerTx {
  state(): Promise<ServerState>;
  latestSurface(): Promise<StoredSurface | null>;
  patch(patch: ServerPatch): Promise<void>;
  /**
   * Keeps the surface (definitions once, snapshot once, span of time extended or begun) as the latest one. Other
   * circumstances begin another span; without any nothing is known of them.
   */
  recordSurface(surface: Surface, era: Era, at: string, circumstances?: Circumstances): Promise<void>;
  openDrift(finding: Finding, at: string, telling: Telling): Promise<void>;
  /** Without `decider` the program itself closes it. */
  closeDrift(id: number, state: Exclude<DriftState, 'open'>, at: string, decider?: Decider): Promise<void>;
  /** Notes that it is still to be told that this drift ended, or what it was. */
  oweDrift(ids: readonly number[]): Promise<void>;
  /** Notes that people were told of this drift as it is, or of its end. */
  tellDrift(ids: readonly number[], at: string): Promise<void>;
  /** Appends to the log; an `ack` marks its drift, a `snooze` the server, and moves what an earlier one holds back to its own end. */
  decideAttention(entry: AttentionEntry): Promise<void>;
  /** Also takes back the alert that the server waits for this, where it has not gone out. */
  approve(batch: ApprovalBatch): Promise<void>;
  /** Keeps the texts of definitions that were not served to us, so that they can be approved. */
  keepDefinitions(definitions: readonly Pick<StoredDefinition, 'fingerprint' | 'text'>[], at: string): Promise<void>;
  decideVolatile(entry: VolatileEntry): Promise<void>;
  /** Canonical text of a definition that was ever recorded. */
  definitionText(fingerprint: string): Promise<string | null>;
  /** Canonical texts of a definition in the newest `limit` snapshots of the server, each once. */
  recentTexts(item: ItemKey, limit: number): Promise<readonly string[]>;
  /**
   * Stores the alert with one delivery per channel, `followers` included that were to deliver the alert which `thread`
   * names. They are due at `notBefore`; absent: at once.
   */
  enqueue(alert: Alert, channels: readonly string[], followers?: readonly string[], notBefore?: string): Promise<void>;
}

/** Writes under the lock of one channel. Everything commits together or not at all. */
export interface ChannelTx {
  health(): Promise<ChannelHealth>;
  queue(now: string): Promise<ChannelQueue>;
  /** Alerts that were given up on this channel. */
  undelivered(): Promise<number>;
  setHealth(health: ChannelHealth): Promise<void>;
  /** Those of `ids` that still wait and nobody delivers at this moment, in the order in which they were decided; nobody else gets them until the end. */
  take(ids: readonly number[], now: string): Promise<readonly { readonly id: number; readonly digest: AlertDigest }[]>;
  /** Stores `summary` with one due delivery on this channel, which stands for those of `ids`. */
  replace(ids: readonly number[], summary: Alert): Promise<void>;
  enqueue(alert: Alert, channels: readonly string[]): Promise<void>;
}

export interface DigestRows {
  readonly since: string | null;
  readonly open: readonly DigestDrift[];
  readonly quiet: readonly DigestDrift[];
  readonly channels: readonly DigestChannel[];
}

/** How many of each were deleted. */
export interface Pruned {
  readonly spans: number;
  readonly snapshots: number;
  readonly definitions: number;
  readonly alerts: number;
}

/** What walking the log found. */
export interface AuditReport {
  /** The last row that fits; its `id` is their number. */
  readonly head: AuditHead;
  /** The row with the hash that was asked for, null if none of those that fit has it. */
  readonly expectedAt: number | null;
  readonly fault: AuditFault | null;
}

export interface Store {
  /** Runs `work` under the lock of one server (SQLite: the write lock; PostgreSQL: a row lock). */
  withServer<T>(name: string, work: (tx: ServerTx) => Promise<T>): Promise<T>;
  /** One update, only if the server still has `revision` and is verified; also moves the end of the latest snapshot's span. False: someone wrote in between. */
  touch(name: string, revision: number, patch: ServerPatch, seenAt: string | null): Promise<boolean>;
  server(name: string): Promise<ServerRecord | null>;
  servers(): Promise<readonly ServerRecord[]>;
  state(name: string): Promise<ServerState>;
  latestSurface(name: string): Promise<StoredSurface | null>;
  /** The tools in the latest surfaces of other servers than `name`, views of it left out; of very many the first of each. */
  otherTools(name: string): Promise<readonly OtherTool[]>;
  /** How many fingerprints with this prefix a surface of `name`, or a definition of one, was ever recorded under; 2 stands for more. */
  countRecorded(name: string, fingerprintPrefix: string): Promise<number>;
  definitionText(fingerprint: string): Promise<string | null>;
  history(filter: {
    readonly server?: string;
    readonly item?: string;
    /** Only what began at this time or later. */
    readonly since?: string;
    readonly limit: number;
  }): Promise<readonly HistoryEntry[]>;
  /**
   * Deletes spans of time that ended before `before` and alerts from before it that were delivered, a small batch at a
   * time: nothing is locked while the caller holds one. What shows a server now, and whatever an approval or drift names,
   * stays; the log of decisions is not touched.
   */
  prune(before: string): AsyncIterable<Pruned>;
  /** Keeps in the log what changed in the servers of the config at `path` on this machine, if anything did. */
  recordConfig(path: string, servers: readonly ConfiguredServer[], at: string): Promise<void>;
  /**
   * Whether each row of the log follows the one before, and whether what it attests still is what it says. `expect`: the
   * hash of a row that has to be there, or the begin of it.
   */
  verifyAudit(expect: string | null): Promise<AuditReport>;
  /** Shows all rows of the log in order, a batch at a time. */
  exportAudit(show: (rows: readonly AuditRow[]) => void): Promise<void>;
  claimDeliveries(
    now: string,
    leaseUntil: string,
    channels: readonly string[],
    limit: number,
  ): Promise<readonly ClaimedDelivery[]>;
  settleDelivery(id: number, result: DeliveryResult): Promise<void>;
  /** The earliest time at which a delivery is due or its lease ends, null when nothing waits. */
  nextDeliveryAt(channels: readonly string[]): Promise<string | null>;
  backlog(): Promise<Backlog>;
  /** Runs `work` under the lock of one channel. */
  withChannel<T>(name: string, work: (tx: ChannelTx) => Promise<T>): Promise<T>;
  channelQueue(name: string, now: string): Promise<ChannelQueue>;
  /** Of each of these channels, in this order. */
  channels(names: readonly string[]): Promise<readonly ChannelRecord[]>;
  /** Makes everything on a channel due now that was given up or waits for another attempt, and says how many. */
  retryDeliveries(channel: string, now: string): Promise<number>;
  /** Servers of which something is due to be told at `now`: held back, or last told before `remindBefore`. */
  serversToAttend(now: string, remindBefore: string): Promise<readonly string[]>;
  /** What a digest tells of drift and channels; `since` is when the last one before `before` was decided, null for the first. */
  digest(before: string): Promise<DigestRows>;
  /** Stores an alert that is about no single server. Repeating it changes nothing. */
  enqueue(alert: Alert, channels: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** What a check reads and writes: `check --lock` does without the rest. */
export type CheckStore = Pick<Store, 'withServer' | 'touch' | 'server' | 'state' | 'latestSurface' | 'otherTools'>;
