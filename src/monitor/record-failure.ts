import type { AlertDraft } from '../core/alert.ts';
import { decideBlindness, decideLogin, type Unverified } from '../core/decide-health.ts';
import { authOf } from './auth-of.ts';
import { hasOpenDrift, plannedNext, type CheckDeps, type CheckResult, type Reading } from './check-result.ts';
import { recordedFindings } from './findings.ts';
import type { FailedObservation } from './ports-reading.ts';
import type { WatchedServer } from './ports-watched.ts';
import { recordRedirect } from './record-redirect.ts';
import { tell } from './tell.ts';
import { toldBySiblings } from './views.ts';

/** Keeps a reading that was not complete. It is never a change but health; drift that was open stays open. */
export async function recordFailure(
  server: WatchedServer,
  reading: Reading,
  failed: FailedObservation,
  deps: CheckDeps,
): Promise<CheckResult> {
  const { name } = server;
  const now = deps.clock.now();
  const at = now.toISOString();
  const toldElsewhere = await toldBySiblings(server, deps.store);
  const elsewhere = await deps.store.otherTools(server.name);
  await deps.store.withServer(name, async (tx) => {
    if (failed.redirect !== undefined)
      await recordRedirect(server, failed.redirect, tx, { deps, now, toldElsewhere, elsewhere });
    const { record, drift } = await tx.state();
    const unverifiedSince = record?.unverifiedSince ?? at;
    const failures = (record?.failures ?? 0) + 1;
    const known = {
      name,
      unverifiedSince,
      lastGoodAt: record?.lastGoodAt ?? null,
      blindAlertedAt: record?.blindAlertedAt ?? null,
      loginAlertedAt: record?.loginAlertedAt ?? null,
      snoozedUntil: record?.snoozedUntil ?? null,
    };
    const alert = decideAlert(known, failed, deps, now);
    await tx.patch({
      verdict: hasOpenDrift(drift) ? 'drift' : 'unverified',
      outcome: failed.outcome,
      reason: failed.reason,
      lastReadingAt: at,
      verifiedSince: null,
      unverifiedSince,
      failures,
      ...plannedNext(deps, null, failures),
      ...(alert === null ? {} : alert.reason === 'needs-login' ? { loginAlertedAt: at } : { blindAlertedAt: at }),
    });
    if (alert !== null) await tell(tx, record, [alert], deps, at);
  });
  return failedResult(server, reading, failed, deps);
}

/** A server that still wants what it was told to want is not told as blind as well, however long that lasts. */
function decideAlert(known: Unverified, failed: FailedObservation, deps: CheckDeps, now: Date): AlertDraft | null {
  return failed.outcome === 'auth-required'
    ? decideLogin(known, failed.reason, now)
    : decideBlindness(known, failed.reason, deps.alerts.blindAfterMs, now);
}

async function failedResult(
  server: WatchedServer,
  reading: Reading,
  failed: FailedObservation,
  { store }: CheckDeps,
): Promise<CheckResult> {
  const { name, policy } = server;
  const { state, findings } = await recordedFindings(store, name, policy);
  const isOpen = hasOpenDrift(state.drift);
  return {
    server: name,
    verdict: isOpen ? 'drift' : 'unverified',
    outcome: failed.outcome,
    reason: failed.reason,
    era: reading.era ?? state.record?.era ?? null,
    protocolVersion: reading.protocolVersion,
    auth: authOf(server, reading.access),
    package: reading.package,
    ttlMs: null,
    listen: state.record?.listen ?? null,
    items: {},
    fingerprint: null,
    approvedFingerprint: state.record?.approvedFingerprint ?? null,
    findings: isOpen ? findings : [],
  };
}
