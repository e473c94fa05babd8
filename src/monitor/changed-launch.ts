import { decideReading } from '../core/decide.ts';
import type { Definition, RawItem, Surface } from '../core/definition.ts';
import { buildSurface } from '../core/surface.ts';
import { carryOut, situationOf } from './carry-out.ts';
import { plannedNext, type CheckDeps, type CheckResult } from './check-result.ts';
import { compareRecorded, newsAt, recordedFindings, restoreItems } from './findings.ts';
import { toldBySiblings } from './views.ts';
import type { ServerState, StoredSurface } from './ports-record.ts';
import type { CheckStore } from './ports-store.ts';
import type { WatchedServer } from './ports-watched.ts';

/** The launch of a server as an item of its surface. */
export function launchItem(server: WatchedServer): RawItem {
  return { kind: 'launch', name: '', value: server.launchDefinition };
}

const reason = 'its launch is not the one that was approved: it is not started or reached before you approve it';
/** How long to wait for an approval, as if this many readings had failed. */
const patience = 4;

/**
 * A server whose launch is not the approved one is not read: who changes the config must not get a command run by it
 * (CVE-2025-54136 was this). What it showed last is recorded with the new launch, to be compared, told and approved. Null:
 * the launch is the approved one, or none was approved yet.
 */
export async function holdChangedLaunch(server: WatchedServer, deps: CheckDeps): Promise<CheckResult | null> {
  const launch = definedLaunch(server);
  if (launch === undefined || !isHeld(await deps.store.state(server.name), launch)) return null;
  const now = deps.clock.now();
  const at = now.toISOString();
  const toldElsewhere = await toldBySiblings(server, deps.store);
  const elsewhere = await deps.store.otherTools(server.name);
  await deps.store.withServer(server.name, async (tx) => {
    const state = await tx.state();
    const latest = await tx.latestSurface();
    if (latest === null || !isHeld(state, launch)) return;
    const surface = withLaunch(latest, launch);
    await tx.recordSurface(surface, state.record?.era ?? 'legacy', at, state.record ?? undefined);
    const findings = compareRecorded(state, surface, elsewhere, server.policy, newsAt(state, at));
    // Without a reading nothing is known of a server that was blind.
    const situation = { ...situationOf(server.name, state, surface, findings), blindAlertedAt: null, toldElsewhere };
    const plan = decideReading(situation, deps.alerts, now);
    await carryOut(tx, state.record, plan, deps, at);
    await tx.patch({
      verdict: 'drift',
      outcome: 'refused',
      reason,
      fingerprint: surface.fingerprint,
      digest: null,
      lastReadingAt: at,
      verifiedSince: null,
      unverifiedSince: state.record?.unverifiedSince ?? at,
      ...plannedNext(deps, null, patience),
    });
  });
  return heldResult(server, deps.store);
}

/** True for a server whose launch is not the one that was approved: it must not be started or reached. */
export function isLaunchHeld(server: WatchedServer, state: ServerState): boolean {
  const launch = definedLaunch(server);
  return launch !== undefined && isHeld(state, launch);
}

function definedLaunch(server: WatchedServer): Definition | undefined {
  return buildSurface([launchItem(server)]).definitions[0];
}

function isHeld({ baseline }: ServerState, launch: Definition): boolean {
  const approved = baseline.find((item) => item.kind === 'launch' && item.name === '')?.fingerprint ?? null;
  return approved !== null && approved !== launch.fingerprint;
}

function withLaunch({ definitions }: StoredSurface, launch: RawItem): Surface {
  return buildSurface([launch, ...definitions.filter(({ kind }) => kind !== 'launch').flatMap(restoreItems)]);
}

async function heldResult({ name, policy }: WatchedServer, store: CheckStore): Promise<CheckResult> {
  const { state, surface, findings } = await recordedFindings(store, name, policy);
  return {
    server: name,
    verdict: 'drift',
    outcome: 'refused',
    reason,
    era: state.record?.era ?? null,
    protocolVersion: null,
    auth: null,
    package: null,
    ttlMs: null,
    listen: state.record?.listen ?? null,
    items: {},
    fingerprint: surface?.fingerprint ?? null,
    approvedFingerprint: state.record?.approvedFingerprint ?? null,
    findings,
  };
}
