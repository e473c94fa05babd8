import { decideBlindness } from '../core/decide-health.ts';
import { hasOpenDrift, type CheckDeps } from './check-result.ts';
import type { ServerPatch, ServerTx } from './ports-store.ts';
import { tell } from './tell.ts';

/**
 * The part of a patch that differs while a server warms up: what it showed is kept, but verifies nothing. It is no
 * failure either, and the run of complete readings goes on; only if it lasts, people are told that they are blind.
 */
export async function patchWarmingUp(name: string, reason: string, tx: ServerTx, deps: CheckDeps, now: Date) {
  const at = now.toISOString();
  const { record, drift } = await tx.state();
  const { lastGoodAt = null, blindAlertedAt = null, verifiedSince = null, snoozedUntil = null } = record ?? {};
  const unverifiedSince = record?.unverifiedSince ?? at;
  const known = { name, unverifiedSince, lastGoodAt, blindAlertedAt, snoozedUntil };
  const alert = decideBlindness(known, reason, deps.alerts.blindAfterMs, now);
  if (alert !== null) {
    await tx.patch({ blindAlertedAt: at });
    await tell(tx, record, [alert], deps, at);
  }
  return {
    verdict: hasOpenDrift(drift) ? 'drift' : 'unverified',
    outcome: 'warming-up',
    reason,
    lastGoodAt,
    verifiedSince,
    unverifiedSince,
    failures: (record?.failures ?? 0) + 1,
    blindAlertedAt: alert === null ? blindAlertedAt : at,
  } satisfies ServerPatch;
}
