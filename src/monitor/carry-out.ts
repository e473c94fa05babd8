import type { Plan, Situation } from '../core/decide.ts';
import { itemKey, type Surface } from '../core/definition.ts';
import type { Finding } from '../core/finding.ts';
import type { CheckDeps } from './check-result.ts';
import type { ServerState, ServerTx } from './ports.ts';
import { speak } from './speak.ts';

/** What has to be known to decide. `unsettled` are the definitions of which it is not known yet whether they are gone. */
export function situationOf(
  server: string,
  state: ServerState,
  surface: Surface,
  findings: readonly Finding[],
  unsettled: ReadonlySet<string> = new Set(),
): Situation {
  return {
    server,
    findings,
    // Whether drift of what is missing for the first time has ended is not known yet.
    drift: state.drift.filter((drift) => !unsettled.has(itemKey(drift))),
    hasBaseline: state.hasBaseline,
    fingerprint: surface.fingerprint,
    approvedFingerprint: state.record?.approvedFingerprint ?? null,
    lastGoodAt: state.record?.lastGoodAt ?? null,
    // Whichever was told: that it is over is told once.
    blindAlertedAt: state.record?.blindAlertedAt ?? state.record?.loginAlertedAt ?? null,
  };
}

/** Writes what was decided. */
export async function carryOut(
  tx: ServerTx,
  plan: Plan,
  { newId, alerts }: Pick<CheckDeps, 'newId' | 'alerts'>,
  at: string,
): Promise<void> {
  for (const { id, state } of plan.close) await tx.closeDrift(id, state, at);
  for (const { finding, alerted } of plan.open) await tx.openDrift(finding, at, alerted);
  for (const alert of plan.alerts) await speak(tx, { ...alert, id: newId() }, alerts);
}
