import { decideReading } from '../core/decide.ts';
import { itemKey, type RawItem } from '../core/definition.ts';
import type { OtherTool } from '../core/name-index.ts';
import { buildSurface } from '../core/surface.ts';
import { carryOut, situationOf } from './carry-out.ts';
import type { CheckDeps } from './check-result.ts';
import { compareRecorded, newsAt, restoreItems } from './findings.ts';
import type { ServerTx } from './ports-store.ts';
import type { WatchedServer } from './ports-watched.ts';

interface RedirectContext {
  readonly deps: CheckDeps;
  readonly now: Date;
  readonly toldElsewhere: ReadonlySet<string>;
  readonly elsewhere: readonly OtherTool[];
}

/**
 * A server that was approved and now sends its clients to another address. Those that follow are shown what stands there,
 * and we are not: how the server is reached is no longer what was approved, and that is told at once. What it showed last is
 * recorded with the address beside its launch.
 */
export async function recordRedirect(
  server: WatchedServer,
  target: string,
  tx: ServerTx,
  { deps, now, toldElsewhere, elsewhere }: RedirectContext,
): Promise<void> {
  const state = await tx.state();
  const latest = await tx.latestSurface();
  if (latest === null || !state.hasBaseline) return;
  const redirect: RawItem = { kind: 'launch', name: 'redirect', value: { redirectsTo: target } };
  const others = latest.definitions.filter((item) => itemKey(item) !== itemKey(redirect));
  const surface = buildSurface([redirect, ...others.flatMap(restoreItems)]);
  const at = now.toISOString();
  await tx.recordSurface(surface, state.record?.era ?? 'legacy', at, state.record ?? undefined);
  const findings = compareRecorded(state, surface, elsewhere, server.policy, newsAt(state, at));
  // Without a reading nothing is known of a server that was blind.
  const situation = { ...situationOf(server.name, state, surface, findings), blindAlertedAt: null, toldElsewhere };
  await carryOut(tx, state.record, decideReading(situation, deps.alerts, now), deps, at);
  await tx.patch({ fingerprint: surface.fingerprint, digest: null });
}
