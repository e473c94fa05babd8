/** What the monitor needs from the outside, as types only. `mcp`, `store` and `notify` implement them; `wire` connects them. */
import type { Alert } from '../core/alert.ts';
import type { AuditEntry, AuditHead, AuditRow } from '../core/audit.ts';
import type { AuditFault } from '../core/audit-walk.ts';
import type { DefinitionKind, ItemKey, RawItem, Surface } from '../core/definition.ts';
import type { Circumstances, PackageVersion } from '../core/circumstances.ts';
import type { ConfiguredServer } from '../core/config-changes.ts';
import type { DigestChannel, DigestDrift } from '../core/digest.ts';
import type { Expectation } from '../core/expectation.ts';
import type { OtherTool } from '../core/name-index.ts';
import type { JsonObject } from '../core/json.ts';
import type { LegacyProtocol } from '../core/protocols.ts';
import type { Change, Finding, Severity } from '../core/finding.ts';
import type { ChannelHealth } from '../core/channel-health.ts';
import type { ChannelQueue } from '../core/plan-delivery.ts';
import type { ChannelFilter } from '../core/route.ts';
import type { AlertDigest } from '../core/summary.ts';
import type { FindingContext } from '../core/finding-context.ts';
import type { AnnouncedList } from '../core/silences.ts';
import type { Telling } from '../core/situation.ts';
import type { VolatileText } from '../core/volatile.ts';

// --- what is watched -------------------------------------------------------------------------------------------------

/** How a server is reached. Values of `env` and `headers` are secrets: never stored, logged or printed. */
export type Launch =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** `sse`: HTTP+SSE of protocol 2024-11-05. Absent: Streamable HTTP first, and HTTP+SSE where that is refused. */
      readonly transport?: 'streamable-http' | 'sse';
    };

/** When to read a server. All times in milliseconds. */
export interface WatchPolicy {
  readonly intervalMs: number;
  readonly minIntervalMs: number;
  readonly maxIntervalMs: number;
  /** Hold a stdio child open between readings, to hear its notifications. HTTP servers are always held. */
  readonly keepAlive: boolean;
  /** The least severity of a finding about a resource. */
  readonly resources: Severity;
}

export interface WatchedServer {
  readonly name: string;
  readonly launch: Launch;
  /** The launch as it is approved with the definitions: no secrets, variables by name. */
  readonly launchDefinition: JsonObject;
  readonly policy: WatchPolicy;
  /** Who the server is told that it talks to. Null: our own name and version. */
  readonly identity: ClientIdentity | null;
  /** Set where one server is watched under several identities: this is what one of them sees. */
  readonly view?: ServerView;
  /** How to get an access token. Absent: none is ever sent. */
  readonly auth?: Auth;
}

export interface ServerView {
  /** The name of the server in the config; the view itself is called `server@as`. */
  readonly server: string;
  /** The identity by its short name. */
  readonly as: string;
  /** The names of the other views of this server. */
  readonly siblings: readonly string[];
}

/**
 * How to get access to a server over HTTP (OAuth 2.1, MCP authorization). `issuer` is the one authorization server that may
 * see the credentials; null: the one that the server names at first. Client secrets are never stored, logged or printed.
 */
export type Auth =
  | {
      readonly kind: 'client-credentials';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope: string | null;
      readonly issuer: string | null;
    }
  | {
      readonly kind: 'private-key-jwt';
      readonly clientId: string;
      /** Absolute path of a PEM or JWK file. */
      readonly privateKeyFile: string;
      /** JWS algorithm (RFC 7518 3.1). */
      readonly algorithm: string;
      readonly scope: string | null;
      readonly issuer: string | null;
    }
  | {
      /** A person logs in. */
      readonly kind: 'oauth';
      /** False: until somebody logs in, the server is read as anybody may read it. */
      readonly isRequired: boolean;
      /** Null: we register ourselves (RFC 7591). */
      readonly clientId: string | null;
      readonly clientSecret: string | null;
      readonly scope: string | null;
      readonly issuer: string | null;
      /** Null: any free port. */
      readonly redirectPort: number | null;
    };

/** What a client says of itself. Nothing is ever done for the capabilities that it declares. */
export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
  /** The User-Agent header; null makes one of name and version. */
  readonly userAgent: string | null;
  readonly capabilities: JsonObject;
  /** The version of the protocol that it offers, as a client of that age would. Absent: the newest that the server speaks. */
  readonly protocol?: LegacyProtocol;
}

/** Limits on everything that a server sends. */
export interface Limits {
  readonly maxBytes: number;
  readonly maxPages: number;
  readonly maxItems: number;
  readonly maxDepth: number;
  readonly readTimeoutMs: number;
  readonly startTimeoutMs: number;
}

export interface AlertPolicy {
  readonly minSeverity: Severity;
  readonly blindAfterMs: number;
  /** After a message about drift, what the same server adds within this time waits for the next one. */
  readonly gatherForMs: number;
  /** How often open drift is told again. */
  readonly remindEveryMs: number;
  /** Names of the configured channels. */
  readonly channels: readonly string[];
  /** What single channels want to hear; absent: everything. */
  readonly filters?: Readonly<Record<string, ChannelFilter>>;
}

// --- reading ---------------------------------------------------------------------------------------------------------

export type Era = 'legacy' | 'modern';

/** How change notifications reach us. `null` elsewhere means: not tried. */
export type ListenState = 'honoured' | 'empty' | 'refused' | 'flapping' | 'unsupported';

/** How a reading ended. `warming-up`: complete, but next to nothing of what it should show: it is not believed yet. */
export type Outcome =
  'listed' | 'no-tools' | 'warming-up' | 'unreachable' | 'auth-required' | 'refused' | 'incomplete' | 'invalid';

/** One complete walk over what the server serves. `digest` is a SHA-256 over the received text: equal digest, equal items. */
export interface CompleteObservation {
  readonly outcome: 'listed' | 'no-tools';
  readonly items: readonly RawItem[];
  readonly digest: string;
  /** The smallest `ttlMs` of all pages as received, null when absent or not a non-negative integer. */
  readonly ttlMs: number | null;
  /** What was odd about it (a key that stands twice, noise on stdout), in our own words. */
  readonly remarks: readonly string[];
}

export interface FailedObservation {
  readonly outcome: 'unreachable' | 'auth-required' | 'refused' | 'incomplete' | 'invalid';
  /** One sentence in our own words, no server text, no secret. */
  readonly reason: string;
  /** Where the server sends its clients instead of answering, without what may be a secret. Not followed. */
  readonly redirect?: string;
}

export type Observation = CompleteObservation | FailedObservation;

export interface SessionEvents {
  /** A `list_changed` notification arrived. */
  readonly changed: (list: AnnouncedList) => void;
  /** From now on changes of these lists are announced to us, as long as this is not told again: empty when a stream ends. */
  readonly announces: (lists: readonly AnnouncedList[]) => void;
  /** Notifications began to flow (again): read now, events may have been lost before. */
  readonly listening: () => void;
  /** How notifications reach us changed. */
  readonly listen: (state: ListenState, detail: string | null) => void;
  /** The connection is gone, other than by `close`. */
  readonly ended: (reason: string) => void;
}

/** An open connection to one server. */
export interface Session {
  readonly era: Era;
  readonly protocolVersion: string;
  /** What its requests were sent with last, in words without secrets: `login, scope read`. Null or absent: without a token. */
  readonly access?: string | null;
  /** Walks all pages once. Never throws for what the server does. */
  read(signal: AbortSignal): Promise<Observation>;
  /**
   * The package that an npx-style launch runs, where that is cheap to know; null otherwise. Answers within a moment, never
   * throws.
   */
  servedBy(): Promise<PackageVersion | null>;
  /** Starts to hear notifications, if this server and transport can. */
  listen(events: SessionEvents): void;
  /** Ends the connection and every process behind it. Idempotent. */
  close(): Promise<void>;
}

export type Opening =
  | { readonly kind: 'open'; readonly session: Session }
  | { readonly kind: 'failed'; readonly observation: FailedObservation };

export interface Source {
  /** Connects. `era` is the remembered verdict; null probes. Never throws for what the server does. */
  open(server: WatchedServer, era: Era | null, signal: AbortSignal): Promise<Opening>;
  /** Kills every process behind its connections at once: for a program that has no time left to close them. */
  kill(): void;
  close(): Promise<void>;
}

// --- logging in ------------------------------------------------------------------------------------------------------

/** Where a person has to go to log in. */
export interface LoginPlace {
  /** Printable ASCII; https:, or a server of this machine. */
  readonly url: string;
  /** Where the browser is sent to afterwards, without what is added to it. */
  readonly redirectUrl: string;
  /** Origin of the authorization server, and of the one before if it is another. */
  readonly at: string;
  readonly formerly: string | null;
}

/** The person who logs in. */
export interface LoginPrompt {
  /** Told once. */
  visit(place: LoginPlace): void;
  /** The next line that the person enters, null once there will be none. */
  readLine(signal: AbortSignal): Promise<string | null>;
  /** Told what is wrong with such a line. */
  explain(reason: string): void;
}

export type LoginResult =
  | {
      readonly kind: 'logged-in';
      readonly issuer: string;
      readonly scope: string | null;
      /** ISO 8601 UTC time at which the access token ends, if that is known; it is renewed then, if it can be. */
      readonly expiresAt: string | null;
      readonly isRenewable: boolean;
    }
  /** One sentence in our own words, no server text, no secret. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface Logins {
  /** Only for a server whose `auth` is `oauth`. */
  login(server: WatchedServer, prompt: LoginPrompt, signal: AbortSignal): Promise<LoginResult>;
  /** Forgets the tokens of a server, and its authorization server. False: there were none. Throws an `AppError`. */
  logout(server: WatchedServer): Promise<boolean>;
  close(): Promise<void>;
}

// --- keeping ---------------------------------------------------------------------------------------------------------

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
  /** Appends to the log; an `ack` marks its drift, a `snooze` the server. */
  decideAttention(entry: AttentionEntry): Promise<void>;
  approve(batch: ApprovalBatch): Promise<void>;
  /** Keeps the texts of definitions that were not served to us, so that they can be approved. */
  keepDefinitions(definitions: readonly Pick<StoredDefinition, 'fingerprint' | 'text'>[], at: string): Promise<void>;
  decideVolatile(entry: VolatileEntry): Promise<void>;
  /** Canonical text of a definition that was ever recorded. */
  definitionText(fingerprint: string): Promise<string | null>;
  /** Canonical texts of a definition in the newest `limit` snapshots of the server, each once. */
  recentTexts(item: ItemKey, limit: number): Promise<readonly string[]>;
  /**
   * Stores the alert with one due delivery per channel, `followers` included that were to deliver the alert which `thread`
   * names.
   */
  enqueue(alert: Alert, channels: readonly string[], followers?: readonly string[]): Promise<void>;
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

export interface DeliveryStatus {
  readonly channel: string;
  /** `summarised`: told together with others, in the alert that `summary` names. */
  readonly state: 'due' | 'sent' | 'failed' | 'summarised';
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly sentAt: string | null;
  readonly error: string | null;
  readonly summary: string | null;
}

/** A delivery that this process leased: no other one touches it until `leaseUntil`. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly channel: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly alert: Alert;
  /** What the channel gave back for an earlier attempt of this delivery. */
  readonly receipt: string | null;
  /** What it gave back for the alert which `thread` names. */
  readonly threadReceipt: string | null;
}

/** A `receipt` that is not null replaces the one before. `partlySentAt`: some of the receivers got it. */
export type DeliveryResult = (
  | { readonly kind: 'sent'; readonly at: string }
  | { readonly kind: 'retry'; readonly nextAttemptAt: string; readonly error: string }
  | { readonly kind: 'failed'; readonly at: string; readonly error: string }
) & { readonly receipt?: string | null; readonly partlySentAt?: string | null };

/** How a channel does, and what it has not delivered. */
export interface ChannelRecord extends ChannelHealth {
  readonly channel: string;
  readonly due: number;
  readonly failed: number;
}

export interface Backlog {
  readonly due: number;
  readonly failed: number;
  readonly oldestDueAt: string | null;
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
  /** True if a surface of `name`, or a definition of one, was ever recorded under a fingerprint with this prefix. */
  isRecorded(name: string, fingerprintPrefix: string): Promise<boolean>;
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
  /** What a digest tells of drift and channels; `since` is when the last one was decided, null for the first. */
  digest(): Promise<DigestRows>;
  /** Stores an alert that is about no single server. Repeating it changes nothing. */
  enqueue(alert: Alert, channels: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** What a check reads and writes: `check --lock` does without the rest. */
export type CheckStore = Pick<Store, 'withServer' | 'touch' | 'server' | 'state' | 'latestSurface' | 'otherTools'>;

// --- speaking --------------------------------------------------------------------------------------------------------

/** What a channel gave back for earlier attempts: text that it alone reads, without secrets. */
export type Receipts = Pick<ClaimedDelivery, 'receipt' | 'threadReceipt'>;

export interface Channel {
  readonly name: string;
  /**
   * Resolves once the other side accepted the message, to what it should be given as receipt for what follows (null: nothing).
   * Throws a `DeliveryError` (`monitor/delivery-error.ts`) whose message holds no secret.
   */
  send(alert: Alert, signal: AbortSignal, earlier?: Receipts): Promise<string | null>;
  close(): Promise<void>;
}

/** A sign of life. Resolves once the other side took it. */
export type Ping = (signal: AbortSignal) => Promise<void>;

/** Tries a channel as far as that goes without sending a message. */
export interface ChannelProbe {
  readonly name: string;
  /** Throws a `DeliveryError` whose message holds no secret. */
  probe(signal: AbortSignal): Promise<Probed>;
  close(): Promise<void>;
}

export interface Probed {
  /** What was seen to work, and what was not tried: a phrase. */
  readonly seen: string;
  /** The `Date` header of an answer over HTTP. */
  readonly date: string | null;
}

// --- the world -------------------------------------------------------------------------------------------------------

export interface Clock {
  now(): Date;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A number in [0, 1). */
export type Random = () => number;

export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
