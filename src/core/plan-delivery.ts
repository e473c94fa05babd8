import type { ChannelHealth } from './channel-health.ts';
import type { SummaryCause } from './summary.ts';

/** An alert that has not been delivered on a channel. */
export interface Waiting {
  /** Of the delivery. */
  readonly id: number;
  /** When the alert was decided. */
  readonly at: string;
  /** Its time has come, and nobody delivers it at this moment. */
  readonly isReady: boolean;
  /** Never told in a summary: one itself, or news of a channel. */
  readonly isAlone: boolean;
  /** Says that a server waits for its first approval. Such alerts wait for each other, ready or not. */
  readonly isFirstSeen: boolean;
}

/** What there is to know before the next message on a channel. */
export interface ChannelQueue {
  readonly health: ChannelHealth;
  /** The oldest first, without what is being delivered at this moment. */
  readonly waiting: readonly Waiting[];
  /** Messages that were sent in the last hour. */
  readonly sentLately: number;
  readonly lastSentAt: string | null;
}

export type DeliveryPlan =
  | { readonly kind: 'wait' }
  /** Deliver one that is ready. */
  | { readonly kind: 'send' }
  /** Tell these deliveries in one message. */
  | { readonly kind: 'summarise'; readonly ids: readonly number[]; readonly cause: SummaryCause };

/** What a person can read in an hour, and more than that is a flood. */
export const defaultMaxPerHour = 30;
export const hourMs = 60 * 60_000;
/** Over the limit of an hour, one message goes out in this time, so that nothing grave waits for the next hour. */
const overLimitMs = 5 * 60_000;
/** What has waited for so long has piled up. */
const lateMs = 10 * 60_000;
/** So many that have piled up are still told one by one. */
const few = 5;

/**
 * What to do next on one channel. A channel that fails is tried with one message at a time; once it takes messages again, what
 * has piled up is told in one. Over `maxPerHour` messages, what waits is told in one as well. New servers are always told in one.
 */
export function planDelivery(
  { health, waiting, sentLately, lastSentAt }: ChannelQueue,
  maxPerHour: number,
  now: Date,
): DeliveryPlan {
  const isPaused = health.pausedUntil !== null && Date.parse(health.pausedUntil) > now.getTime();
  if (isPaused || !waiting.some(({ isReady }) => isReady)) return { kind: 'wait' };
  const newcomers = waiting.filter(({ isFirstSeen }) => isFirstSeen);
  if (newcomers.length > 1 && newcomers.some(({ isReady }) => isReady)) return together(newcomers, 'first-seen');
  const tellable = waiting.filter(({ isAlone }) => !isAlone);
  if (sentLately >= maxPerHour) {
    const sinceLast = lastSentAt === null ? Infinity : now.getTime() - Date.parse(lastSentAt);
    if (sinceLast < overLimitMs) return { kind: 'wait' };
    const ready = tellable.filter(({ isReady }) => isReady);
    return ready.length > 1 ? together(ready, 'limit') : { kind: 'send' };
  }
  if (health.failures > 0) return { kind: 'send' };
  const late = tellable.filter(({ at }) => now.getTime() - Date.parse(at) >= lateMs);
  return late.length > few ? together(late, 'late') : { kind: 'send' };
}

function together(alerts: readonly Waiting[], cause: SummaryCause): DeliveryPlan {
  return { kind: 'summarise', ids: alerts.map(({ id }) => id), cause };
}
