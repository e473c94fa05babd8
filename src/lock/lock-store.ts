import type { Definition, Surface } from '../core/definition.ts';
import type { OtherTool } from '../core/name-index.ts';
import type { Telling } from '../core/situation.ts';
import { serverOf } from '../core/views.ts';
import type { ApprovalBatch } from '../monitor/ports-decision.ts';
import type { CurrentDrift, ServerRecord, ServerState, StoredSurface } from '../monitor/ports-record.ts';
import type { CheckStore, ServerTx } from '../monitor/ports-store.ts';
import type { Finding } from '../core/finding.ts';
import { approvedSurface } from '../monitor/approved-surface.ts';
import type { Lock, LockedServer } from './lock.ts';

/** What a check keeps of one server while it lasts. */
interface Kept {
  record: ServerRecord | null;
  hasBaseline: boolean;
  drift: readonly CurrentDrift[];
  surface: StoredSurface | null;
}

/**
 * What a check needs of a store, on a lock file alone: nothing is opened, and nothing is kept when the process ends. What a
 * server showed last counts as what is approved of it. A server that the lock lacks is one that nobody approved.
 */
export function createLockStore({ servers }: Lock): CheckStore {
  const locked = new Map(servers.map((server) => [server.server, server]));
  const known = new Map<string, Kept>();
  const keptOf = (name: string): Kept => {
    const kept = known.get(name) ?? begin(name, locked.get(name));
    known.set(name, kept);
    return kept;
  };
  const state = async (name: string): Promise<ServerState> => {
    const { baseline = [], volatile = [] } = locked.get(name) ?? {};
    const { record, hasBaseline, drift } = keptOf(name);
    return { record, hasBaseline, baseline, drift, volatile, ended: [], expectation: null };
  };
  return {
    state,
    withServer: (name, work) => work(createTx(name, keptOf(name), state)),
    touch: async () => false,
    server: async (name) => keptOf(name).record,
    latestSurface: async (name) => keptOf(name).surface,
    otherTools: async (name) => toolsOf(servers.filter(({ server }) => serverOf(server) !== serverOf(name))),
  };
}

function begin(name: string, locked: LockedServer | undefined): Kept {
  if (locked === undefined) return { record: null, hasBaseline: false, drift: [], surface: null };
  const surface = approvedSurface(locked.baseline);
  const at = locked.baseline.map(({ approvedAt }) => approvedAt).reduce((a, b) => (a > b ? a : b), '');
  const record = { ...emptyRecord(name), approvedFingerprint: surface.fingerprint };
  return { record, hasBaseline: true, drift: [], surface: stored(surface, at) };
}

function createTx(name: string, kept: Kept, state: CheckStore['state']): ServerTx {
  let ids = kept.drift.length;
  return {
    state: () => state(name),
    latestSurface: async () => kept.surface,
    async patch(patch) {
      kept.record = { ...(kept.record ?? emptyRecord(name)), ...patch };
    },
    async recordSurface(surface, _era, at) {
      kept.record ??= emptyRecord(name);
      kept.surface = stored(surface, at);
    },
    async openDrift(finding, at, telling) {
      kept.drift = [...kept.drift, driftOf(finding, (ids += 1), at, telling)];
    },
    async closeDrift(id) {
      kept.drift = kept.drift.filter((drift) => drift.id !== id);
    },
    async approve({ entries, surfaceFingerprint }: ApprovalBatch) {
      // Nothing but that all identities see the same is expected without a person (`compare-views.ts`).
      if (entries.length > 0) throw new Error('a check with a lock approves nothing');
      kept.hasBaseline = true;
      kept.record = { ...(kept.record ?? emptyRecord(name)), approvedFingerprint: surfaceFingerprint };
    },
    keepDefinitions: async () => undefined,
    decideAttention: () => Promise.reject(new Error('a check with a lock decides nothing')),
    oweDrift: async () => undefined,
    tellDrift: async () => undefined,
    definitionText: async () => null,
    decideVolatile: () => Promise.reject(new Error('a check with a lock decides nothing')),
    // There were no readings before this one.
    recentTexts: async () => [],
    // The channels are the daemon's.
    enqueue: async () => undefined,
  };
}

function driftOf(finding: Finding, id: number, openedAt: string, telling: Telling): CurrentDrift {
  const { kind, name, change, severity, fingerprint, approvedFingerprint } = finding;
  const { goesWith = [], silent = null, unasked = [], expected = null } = finding;
  return {
    ...{ id, state: 'open', kind, name, change, severity, fingerprint, approvedFingerprint, goesWith, silent, unasked },
    ...{ expected, openedAt, closedAt: null, alerted: telling.told !== null, ackedAt: null, ackedBy: null, ...telling },
  };
}

function stored({ fingerprint, definitions }: Surface, at: string): StoredSurface {
  return { fingerprint, firstSeenAt: at, lastSeenAt: at, definitions: definitions.map(storedDefinition) };
}

function storedDefinition({ kind, name, fingerprint, text, copies }: Definition) {
  return { kind, name, fingerprint, text, copies };
}

function toolsOf(servers: readonly LockedServer[]): readonly OtherTool[] {
  return servers.flatMap(({ server, baseline }) =>
    baseline.flatMap(({ kind, name, fingerprint }) =>
      kind === 'tool' && fingerprint !== null ? [{ server, name }] : [],
    ),
  );
}

/** Of a server that was never read. */
function emptyRecord(name: string): ServerRecord {
  return {
    ...{ name, revision: 0, verdict: 'unverified', outcome: null, reason: null, era: null, protocolVersion: null },
    ...{ auth: null, package: null, ttlMs: null, remarks: [], listen: null, listenDetail: null, items: {} },
    ...{ fingerprint: null, approvedFingerprint: null, digest: null, lastReadingAt: null, lastCompleteAt: null },
    ...{ lastGoodAt: null, verifiedSince: null, unverifiedSince: null, failures: 0, nextReadingAt: null },
    ...{ blindAlertedAt: null, loginAlertedAt: null, firstSeenAlertedAt: null },
    ...{ snoozedUntil: null, spokeAt: null, thread: null },
  };
}
