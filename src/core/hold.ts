import type { AlertReason } from './alert.ts';

/** What may keep an alert about a server from going out at once. */
export interface Hold {
  /** A person asked for silence about the server until then (ISO 8601 UTC); null: nobody did. */
  readonly snoozedUntil: string | null;
  /** How long the message that a server is new waits for others of its kind. */
  readonly gatherNewForMs: number;
}

/**
 * When an alert that was decided at `at` may go out, ISO 8601 UTC. Drift and trouble are not even decided in a silence; what people
 * decide in it is on record at once and told at its end.
 */
export function heldUntil(reason: AlertReason, at: string, { snoozedUntil, gatherNewForMs }: Hold): string {
  if (reason === 'first-seen') return new Date(Date.parse(at) + gatherNewForMs).toISOString();
  const isDecision = reason === 'approved' || reason === 'rejected';
  return isDecision && snoozedUntil !== null && snoozedUntil > at ? snoozedUntil : at;
}
