import { decideBlindness } from '../core/decide.ts';
import { hasOpenDrift, type CheckDeps } from './check-result.ts';
import type { ServerPatch, ServerTx } from './ports.ts';
import { speak } from './speak.ts';

/**
 * The part of a patch that differs while a server warms up: what it showed is kept, but verifies nothing. It is no
 * failure either, and the run of complete readings goes on; only if it lasts, people are told that they are blind.
 */
export async function patchWarmingUp(
  name: string,
  reason: string,
  tx: ServerTx,
  { alerts, newId }: CheckDeps,
  now: Date,
) {
  const at = now.toISOString();
  const { record, drift } = await tx.state();
  const { lastGoodAt = null, blindAlertedAt = null, verifiedSince = null } = record ?? {};
  const unverifiedSince = record?.unverifiedSince ?? at;
  const known = { name, unverifiedSince, lastGoodAt, blindAlertedAt };
  const alert = decideBlindness(known, reason, alerts.blindAfterMs, now);
  if (alert !== null) await speak(tx, { ...alert, id: newId() }, alerts);
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
