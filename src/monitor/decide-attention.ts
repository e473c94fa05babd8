import { findItem } from '../core/item-label.ts';
import type { AttentionEntry } from './ports-decision.ts';
import type { CurrentDrift } from './ports-record.ts';
import type { Store } from './ports-store.ts';
import type { Clock } from './ports-world.ts';

export interface AttentionRequest {
  readonly server: string;
  readonly by: string;
  readonly note: string | null;
}

export interface AttentionDeps {
  readonly store: Store;
  readonly clock: Clock;
}

export type AckOutcome =
  | { readonly kind: 'acked'; readonly drift: readonly CurrentDrift[] }
  /** One sentence in our own words. */
  | { readonly kind: 'refused'; readonly detail: string };

/** Notes that a person has seen open drift as it is now, of one definition or (`item` null) of all: no reminders of it. */
export function ack(
  { server, item, by, note }: AttentionRequest & { readonly item: string | null },
  { store, clock }: AttentionDeps,
): Promise<AckOutcome> {
  return store.withServer(server, async (tx): Promise<AckOutcome> => {
    const { drift } = await tx.state();
    const open = drift.filter(({ state }) => state === 'open');
    const found = item === null ? open : [findItem(item, open)].filter((one) => one !== null);
    if (found.length === 0)
      return { kind: 'refused', detail: `there is no open drift${item === null ? '' : ' under this name'}` };
    const at = clock.now().toISOString();
    for (const { id: driftId, kind, name, fingerprint } of found)
      await tx.decideAttention({ action: 'ack', driftId, kind, name, fingerprint, at, by, note });
    return { kind: 'acked', drift: found };
  });
}

/**
 * `snooze`: no messages about a server for a while; then one with what is open. `expect`: what changes within that time is
 * marked as expected, and told all the same. The newest of each counts. Returns until when.
 */
export function decideFor(
  action: 'snooze' | 'expect',
  { server, by, note }: AttentionRequest,
  forMs: number,
  { store, clock }: AttentionDeps,
): Promise<string> {
  return store.withServer(server, async (tx) => {
    const now = clock.now();
    const until = new Date(now.getTime() + forMs).toISOString();
    const entry: AttentionEntry = { action, until, at: now.toISOString(), by, note };
    await tx.decideAttention(entry);
    return until;
  });
}
