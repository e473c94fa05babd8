import type { AlertDraft, AlertReason } from '../core/alert.ts';
import { heldUntil } from '../core/hold.ts';
import { isTold } from '../core/situation.ts';
import type { ServerRecord } from './ports-record.ts';
import type { ServerTx } from './ports-store.ts';
import type { AlertPolicy } from './ports-watched.ts';
import { speak } from './speak.ts';

export interface TellDeps {
  readonly newId: () => string;
  readonly alerts: AlertPolicy;
}

/** After these, what the same server adds is gathered for a while. */
const aboutDrift: ReadonlySet<AlertReason> = new Set([
  ...(['first-drift', 'config-drift', 'worse', 'drift-changed', 'reverted', 'reminder-due'] as const),
]);
/** No trouble: nothing follows from it. */
const alone: ReadonlySet<AlertReason> = new Set(['first-seen', 'digest', 'test'] as const);

/**
 * Puts alerts about one server into the outbox, in one thread from the first about its present trouble to the end of that.
 * Comes after what they are about was written; `before` is the server before that.
 */
export async function tell(
  tx: ServerTx,
  before: ServerRecord | null,
  drafts: readonly AlertDraft[],
  { newId, alerts }: TellDeps,
  at: string,
): Promise<void> {
  const hold = { snoozedUntil: before?.snoozedUntil ?? null, gatherNewForMs: alerts.gatherNewForMs ?? 0 };
  let thread = before?.thread ?? null;
  for (const draft of drafts) {
    const id = newId();
    const alert = { ...draft, id, thread: alone.has(draft.reason) ? null : thread };
    await speak(tx, alert, alerts, heldUntil(draft.reason, draft.at, hold));
    if (!alone.has(draft.reason)) thread ??= id;
  }
  const patch = drafts.some(({ reason }) => aboutDrift.has(reason)) ? { spokeAt: at } : {};
  const isOn = thread !== null && (await isInTrouble(tx));
  await tx.patch({ ...patch, thread: isOn ? thread : null });
}

/** People were told of something that has not ended yet. */
async function isInTrouble(tx: ServerTx): Promise<boolean> {
  const { record, drift, ended } = await tx.state();
  if (record?.blindAlertedAt != null || record?.loginAlertedAt != null) return true;
  return ended.length > 0 || drift.some(isTold);
}
