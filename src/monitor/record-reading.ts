import { expectationAt } from '../core/expectation.ts';
import { goesWith, type Circumstances } from '../core/circumstances.ts';
import { compareSurface, type Gravity } from '../core/compare.ts';
import { decideReading, type Plan } from '../core/decide.ts';
import { itemKey, type Surface } from '../core/definition.ts';
import { countItems } from '../core/describe-items.ts';
import { isUnpinned } from '../core/external-references.ts';
import type { Finding } from '../core/finding.ts';
import { addContext, type News } from '../core/finding-context.ts';
import type { OtherTool } from '../core/name-index.ts';
import { newcomerOf } from '../core/newcomer.ts';
import type { Settling } from '../core/settling.ts';
import { buildSurface } from '../core/surface.ts';
import { unaskedIn } from '../core/unasked.ts';
import { pinVolatile, remarkVaried } from '../core/volatile.ts';
import { authOf } from './auth-of.ts';
import { carryOut, situationOf } from './carry-out.ts';
import { launchItem } from './changed-launch.ts';
import { plannedNext, type CheckDeps, type CheckResult, type Reading } from './check-result.ts';
import { lackingOf } from './lacking.ts';
import type { ApprovalBatch } from './ports-decision.ts';
import type { CompleteObservation } from './ports-reading.ts';
import type { ServerState } from './ports-record.ts';
import type { ServerPatch } from './ports-store.ts';
import type { WatchedServer } from './ports-watched.ts';
import { showEnded } from './show-ended.ts';
import { addSuggestions } from './suggest-volatile.ts';
import { trustingClientsOf } from './trusting-clients.ts';
import { toldBySiblings } from './views.ts';
import { patchWarmingUp } from './warming-up.ts';

export interface Recorded {
  readonly result: CheckResult;
  /** The server's revision after the commit. */
  readonly revision: number;
  /** Nothing is missing that may come back yet. */
  readonly isSettled: boolean;
  /** What changed about this reading and those before it that had not settled. */
  readonly goesWith: readonly string[];
}

/** What the readings before this one showed. */
export interface Before {
  /** What they lacked. */
  readonly settling: Settling;
  /** They go back and forth between two lists. */
  readonly alternates: boolean;
  /** What changed about the readings of this check, which have not settled. */
  readonly goesWith: readonly string[];
}

/** However long a server warms up, it is read again as soon as after this many failures. */
const patience = 4;

const splitBrain = 'the server answers with one of two lists by turns: replicas of it disagree';

/**
 * Compares a complete reading with the baseline and commits all that follows from it, alerts included, in one
 * transaction.
 */
export async function recordReading(
  server: WatchedServer,
  reading: Reading,
  observation: CompleteObservation,
  { settling, alternates, goesWith: earlier }: Before,
  deps: CheckDeps,
): Promise<Recorded> {
  const { name } = server;
  const surface = buildSurface([launchItem(server), ...observation.items], deps.limits.maxDepth);
  const now = deps.clock.now();
  const at = now.toISOString();
  const toldElsewhere = await toldBySiblings(server, deps.store);
  const elsewhere = await deps.store.otherTools(name);
  const trusting = await trustingClientsOf(server, deps);
  const circumstances = circumstancesOf(server, reading);
  return deps.store.withServer(name, async (tx) => {
    await tx.recordSurface(surface, reading.era ?? 'legacy', at, circumstances);
    const known = await tx.state();
    const lacking = lackingOf(known, surface, observation);
    const { unsettled, isWarmingUp } = settling.note(lacking.keys, lacking.isBare, now.getTime());
    const changed = known.record === null ? [] : goesWith(known.record, circumstances, at);
    // Who changes by turns anyway says nothing by keeping silent.
    const news = {
      goesWith: [...earlier, ...changed],
      silent: alternates ? {} : reading.silent,
      unasked: (finding: Finding) => unaskedIn(finding, trusting, surface),
      expected: expectationAt(known.expectation, at),
    };
    const isPinned = !known.hasBaseline && deps.firstSeen === 'pin' && !isWarmingUp;
    if (isPinned) await tx.approve(pin(surface, at));
    const state = isPinned ? await tx.state() : known;
    const { approved, varied } = pinVolatile(state.baseline, surface, state.volatile, elsewhere);
    const policy = { ...server.policy, elsewhere };
    const compared = compareSettled({ ...state, baseline: approved }, surface, policy, unsettled, news);
    const findings = await addSuggestions(compared, state, tx);
    // While two lists come by turns, drift that one of them lacks has not ended: one alert, not one at every turn.
    const kept = alternates ? driftWithout(state, findings) : [];
    const seen = situationOf(name, state, surface, findings, new Set([...unsettled, ...kept]));
    const situation = {
      ...(await showEnded(seen, state, tx)),
      toldElsewhere,
      ...(seen.isNew && { newcomer: newcomerOf(surface, elsewhere) }),
      ...(isWarmingUp && { blindAlertedAt: null, isNew: false }),
    };
    const decided = decideReading(situation, deps.alerts, now);
    const plan = kept.length > 0 && decided.verdict === 'clean' ? { ...decided, verdict: 'drift' as const } : decided;
    await carryOut(tx, known.record, plan, deps, at);
    const remarks = [...observation.remarks, ...(alternates ? [splitBrain] : []), ...remarkVaried(varied)];
    const told = { ...observation, remarks };
    const complete = patchOf(reading, circumstances, told, surface, state, plan, at);
    const patch = isWarmingUp
      ? { ...complete, ...(await patchWarmingUp(name, lacking.reason, tx, deps, now)) }
      : complete;
    await tx.patch({ ...patch, ...plannedNext(deps, observation.ttlMs, Math.min(patch.failures, patience)) });
    const { record } = await tx.state();
    const result = resultOf(name, patch, state, findings);
    return { result, revision: record?.revision ?? 0, isSettled: unsettled.size === 0, goesWith: news.goesWith };
  });
}

/** Under what a reading was made. */
export function circumstancesOf(server: WatchedServer, reading: Reading): Circumstances {
  const { protocolVersion, access, package: served } = reading;
  return { protocolVersion, auth: authOf(server, access), package: served };
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

function driftWithout(state: ServerState, findings: readonly Finding[]): readonly string[] {
  const found = new Set(findings.map(itemKey));
  return state.drift.map(itemKey).filter((key) => !found.has(key));
}

function compareSettled(
  state: ServerState,
  surface: Surface,
  { elsewhere, ...gravity }: Gravity & { readonly elsewhere: readonly OtherTool[] },
  unsettled: ReadonlySet<string>,
  news: News,
): readonly Finding[] {
  if (!state.hasBaseline) return [];
  const findings = compareSurface(state.baseline, surface, gravity, elsewhere);
  const settled = findings.filter((finding) => finding.change !== 'removed' || !unsettled.has(itemKey(finding)));
  return addContext(settled, state.drift, news);
}

function patchOf(
  reading: Reading,
  circumstances: Circumstances,
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
    ...circumstances,
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
  patch: Omit<CheckResult, 'server' | 'listen' | 'approvedFingerprint' | 'findings'>,
  state: ServerState,
  findings: readonly Finding[],
): CheckResult {
  const { verdict, outcome, reason, era, protocolVersion, auth, package: served, ttlMs, items, fingerprint } = patch;
  const { listen = null, approvedFingerprint = null } = state.record ?? {};
  return {
    server,
    verdict,
    outcome,
    reason,
    era,
    protocolVersion,
    auth,
    package: served,
    ttlMs,
    listen,
    items,
    // What is not verified is not to be approved either.
    fingerprint: verdict === 'unverified' ? null : fingerprint,
    approvedFingerprint,
    findings,
  };
}
