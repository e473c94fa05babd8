/** How the attempts on one channel went lately. Times are ISO 8601 UTC text. */
export interface ChannelHealth {
  /** Attempts in a row that failed. */
  readonly failures: number;
  readonly failingSince: string | null;
  /** Why the last attempt failed, in our own words. */
  readonly reason: string | null;
  /** No attempt before this. */
  readonly pausedUntil: string | null;
  /** True while people were told on the other channels that this one fails. */
  readonly isTold: boolean;
  /** When they were told so last. */
  readonly toldAt: string | null;
}

/** A channel of which nothing is known. */
export const healthy: ChannelHealth = {
  failures: 0,
  failingSince: null,
  reason: null,
  pausedUntil: null,
  isTold: false,
  toldAt: null,
};

export type AttemptEnd =
  | { readonly kind: 'sent' }
  /** May pass. `pauseMs`: how long to leave the channel alone. */
  | { readonly kind: 'retry'; readonly error: string; readonly pauseMs: number }
  /** Would be the same next time. */
  | { readonly kind: 'failed'; readonly error: string };

/** What may pass is told once it has lasted this long. */
const patienceMs = 15 * 60_000;
/** A channel that comes and goes is told of no more often than this. */
const quietMs = 60 * 60_000;

/** How a channel does after one more attempt, and what to tell of it on the others. */
export function afterAttempt(
  before: ChannelHealth,
  end: AttemptEnd,
  now: Date,
): { readonly health: ChannelHealth; readonly tell: 'failing' | 'back' | null } {
  if (end.kind === 'sent')
    return { health: { ...healthy, toldAt: before.toldAt }, tell: before.isTold ? 'back' : null };
  const at = now.toISOString();
  const failingSince = before.failingSince ?? at;
  const failing = {
    failures: before.failures + 1,
    failingSince,
    reason: end.error,
    pausedUntil: end.kind === 'retry' ? new Date(now.getTime() + end.pauseMs).toISOString() : null,
  };
  const lasts = end.kind === 'failed' || now.getTime() - Date.parse(failingSince) >= patienceMs;
  const isQuiet = before.toldAt !== null && now.getTime() - Date.parse(before.toldAt) < quietMs;
  const tells = lasts && !before.isTold && !isQuiet;
  const told = tells ? { isTold: true, toldAt: at } : { isTold: before.isTold, toldAt: before.toldAt };
  return { health: { ...failing, ...told }, tell: tells ? 'failing' : null };
}
