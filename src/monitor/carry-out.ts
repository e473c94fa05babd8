import type { Plan } from '../core/decide.ts';
import { itemKey, type Surface } from '../core/definition.ts';
import type { Finding } from '../core/finding.ts';
import type { EndedDrift, Situation } from '../core/situation.ts';
import type { Drift, ServerRecord, ServerState } from './ports-record.ts';
import type { ServerTx } from './ports-store.ts';
import { tell, type TellDeps } from './tell.ts';

/** What has to be known to decide. `unsettled` are the definitions of which it is not known yet whether they are gone. */
export function situationOf(
  server: string,
  state: ServerState,
  surface: Pick<Surface, 'fingerprint'>,
  findings: readonly Finding[],
  unsettled: ReadonlySet<string> = new Set(),
): Situation {
  const { record, hasBaseline } = state;
  return {
    server,
    findings,
    // Whether drift of what is missing for the first time has ended is not known yet.
    drift: state.drift.filter((drift) => !unsettled.has(itemKey(drift))),
    ended: state.ended.map(endedDrift),
    hasBaseline,
    isNew: !hasBaseline && (record?.firstSeenAlertedAt ?? null) === null,
    fingerprint: surface.fingerprint,
    approvedFingerprint: record?.approvedFingerprint ?? null,
    lastGoodAt: record?.lastGoodAt ?? null,
    heldMs: record?.ttlMs ?? null,
    // Whichever was told: that it is over is told once.
    blindAlertedAt: record?.blindAlertedAt ?? record?.loginAlertedAt ?? null,
    spokeAt: record?.spokeAt ?? null,
    snoozedUntil: record?.snoozedUntil ?? null,
  };
}

function endedDrift(drift: Drift): EndedDrift {
  return { ...drift, finding: bareFinding(drift), closedAt: drift.closedAt ?? drift.openedAt, isSeen: drift.alerted };
}

/** What is kept of a finding: all but its edits. */
export function bareFinding(drift: Drift): Finding {
  const { kind, name, change, severity, fingerprint, approvedFingerprint, goesWith, silent, unasked, expected } = drift;
  return {
    ...{ kind, name, change, severity, fingerprint, approvedFingerprint, edits: [] },
    ...(goesWith.length > 0 && { goesWith }),
    ...(silent !== null && { silent }),
    ...(unasked.length > 0 && { unasked }),
    ...(expected !== null && { expected }),
  };
}

/** Writes what was decided. */
export async function carryOut(
  tx: ServerTx,
  before: ServerRecord | null,
  plan: Plan,
  deps: TellDeps,
  at: string,
): Promise<void> {
  for (const { id, state } of plan.close) await tx.closeDrift(id, state, at);
  await tx.oweDrift(plan.close.filter(({ isOwed }) => isOwed).map(({ id }) => id));
  for (const { finding, ...telling } of plan.open) await tx.openDrift(finding, at, telling);
  await tx.tellDrift(plan.tell, at);
  const says = (reason: string): boolean => plan.alerts.some((alert) => alert.reason === reason);
  await tx.patch({
    ...(says('server-back') && { blindAlertedAt: null, loginAlertedAt: null }),
    ...(says('first-seen') && { firstSeenAlertedAt: at }),
    ...(plan.isAwake && { snoozedUntil: null }),
  });
  await tell(tx, before, plan.alerts, deps, at);
}
