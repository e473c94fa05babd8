import { compareSurface, missingFrom, type Gravity } from '../core/compare.ts';
import { decideReading, type Plan } from '../core/decide.ts';
import { itemKey, type Surface } from '../core/definition.ts';
import { isUnpinned } from '../core/external-references.ts';
import type { Finding } from '../core/finding.ts';
import { buildSurface } from '../core/surface.ts';
import { carryOut, situationOf } from './carry-out.ts';
import { launchItem } from './changed-launch.ts';
import { countItems, plannedNext, type CheckDeps, type CheckResult, type Reading } from './check-result.ts';
import { toldBySiblings } from './views.ts';
import type { ApprovalBatch, CompleteObservation, ServerPatch, ServerState, WatchedServer } from './ports.ts';

export interface Recorded {
  readonly result: CheckResult;
  /** The server's revision after the commit. */
  readonly revision: number;
  /** Definitions that are missing for the first time: not counted as removed yet. */
  readonly unsettled: ReadonlySet<string>;
}

/** What the readings before this one showed. */
export interface Before {
  /** The definitions that the last one lacked. */
  readonly missingBefore: ReadonlySet<string>;
  /** They go back and forth between two lists. */
  readonly alternates: boolean;
}

const splitBrain = 'the server answers with one of two lists by turns: replicas of it disagree';

/**
 * Compares a complete reading with the baseline and commits all that follows from it, alerts included, in one
 * transaction.
 */
export async function recordReading(
  server: WatchedServer,
  reading: Reading,
  observation: CompleteObservation,
  { missingBefore, alternates }: Before,
  deps: CheckDeps,
): Promise<Recorded> {
  const { name } = server;
  const surface = buildSurface([launchItem(server), ...observation.items], deps.limits.maxDepth);
  const now = deps.clock.now();
  const at = now.toISOString();
  const toldElsewhere = await toldBySiblings(server, deps.store);
  return deps.store.withServer(name, async (tx) => {
    await tx.recordSurface(surface, reading.era ?? 'legacy', at);
    const known = await tx.state();
    const isPinned = !known.hasBaseline && deps.firstSeen === 'pin';
    if (isPinned) await tx.approve(pin(surface, at));
    const state = isPinned ? await tx.state() : known;
    const unsettled = findUnsettled(state, surface, observation, missingBefore);
    const findings = compareSettled(state, surface, server.policy, unsettled);
    // While two lists come by turns, drift that one of them lacks has not ended: one alert, not one at every turn.
    const kept = alternates ? driftWithout(state, findings) : [];
    const unknown = new Set([...unsettled, ...kept]);
    const situation = { ...situationOf(name, state, surface, findings, unknown), toldElsewhere };
    const decided = decideReading(situation, deps.alerts, now);
    const plan = kept.length > 0 && decided.verdict === 'clean' ? { ...decided, verdict: 'drift' as const } : decided;
    await carryOut(tx, plan, deps, at);
    const told = alternates ? { ...observation, remarks: [...observation.remarks, splitBrain] } : observation;
    const patch = patchOf(reading, told, surface, state, plan, at);
    await tx.patch({ ...patch, ...plannedNext(deps, observation.ttlMs, 0) });
    const { record } = await tx.state();
    return { result: resultOf(name, patch, state, findings), revision: record?.revision ?? 0, unsettled };
  });
}

function pin(surface: Surface, at: string): ApprovalBatch {
  return {
    entries: surface.definitions.map(({ kind, name, fingerprint, copies }) => ({ kind, name, fingerprint, copies })),
    surfaceFingerprint: surface.fingerprint,
    at,
    by: 'tooldrift',
    note: 'trusted at first sight (firstSeen: pin)',
    source: 'pin',
  };
}

function findUnsettled(
  state: ServerState,
  surface: Surface,
  observation: CompleteObservation,
  missingBefore: ReadonlySet<string>,
): ReadonlySet<string> {
  if (!state.hasBaseline) {
    // Before the first approval only one thing can be missing: everything, while the server still warms up.
    const isEmpty = observation.outcome === 'listed' && surface.definitions.every((item) => item.kind !== 'tool');
    return new Set(isEmpty && missingBefore.size === 0 ? ['everything'] : []);
  }
  const known = new Set(state.drift.filter((drift) => drift.change === 'removed').map(itemKey));
  const missing = missingFrom(state.baseline, surface).map(itemKey);
  return new Set(missing.filter((key) => !known.has(key) && !missingBefore.has(key)));
}

function driftWithout(state: ServerState, findings: readonly Finding[]): readonly string[] {
  const found = new Set(findings.map(itemKey));
  return state.drift.map(itemKey).filter((key) => !found.has(key));
}

function compareSettled(
  state: ServerState,
  surface: Surface,
  gravity: Gravity,
  unsettled: ReadonlySet<string>,
): readonly Finding[] {
  if (!state.hasBaseline) return [];
  const findings = compareSurface(state.baseline, surface, gravity);
  return findings.filter((finding) => finding.change !== 'removed' || !unsettled.has(itemKey(finding)));
}

function patchOf(
  reading: Reading,
  observation: CompleteObservation,
  surface: Surface,
  state: ServerState,
  plan: Plan,
  at: string,
) {
  return {
    verdict: plan.verdict,
    outcome: observation.outcome,
    reason: null,
    era: reading.era,
    protocolVersion: reading.protocolVersion,
    ttlMs: observation.ttlMs,
    remarks: [...observation.remarks, ...remarkUnpinned(surface)],
    items: countItems(surface.definitions),
    fingerprint: surface.fingerprint,
    digest: observation.digest,
    lastReadingAt: at,
    lastCompleteAt: at,
    ...(plan.verdict === 'clean' ? { lastGoodAt: at } : {}),
    verifiedSince: state.record?.verifiedSince ?? at,
    unverifiedSince: null,
    failures: 0,
    blindAlertedAt: null,
  } satisfies ServerPatch;
}

/** Also of what is approved: nobody can pin it. */
function remarkUnpinned({ definitions }: Surface): readonly string[] {
  const count = definitions.filter(({ kind, value }) => kind === 'tool' && isUnpinned(value)).length;
  const refer = count === 1 ? '1 tool refers to a schema' : `${count} tools refer to schemas`;
  return count === 0 ? [] : [`${refer} elsewhere, which may change unseen: not fully pinned`];
}

function resultOf(
  server: string,
  patch: ReturnType<typeof patchOf>,
  state: ServerState,
  findings: readonly Finding[],
): CheckResult {
  const { verdict, outcome, reason, era, protocolVersion, ttlMs, items, fingerprint } = patch;
  const { listen = null, approvedFingerprint = null } = state.record ?? {};
  return {
    server,
    verdict,
    outcome,
    reason,
    era,
    protocolVersion,
    ttlMs,
    listen,
    items,
    fingerprint,
    approvedFingerprint,
    findings,
  };
}
