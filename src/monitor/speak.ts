import type { Alert } from '../core/alert.ts';
import { routeOf } from '../core/route.ts';
import type { ServerTx } from './ports-store.ts';
import type { AlertPolicy } from './ports-watched.ts';

/**
 * Puts an alert into the outbox of every channel that wants it, to go out at `notBefore` (ISO 8601 UTC). One that none wants is on
 * record all the same.
 */
export async function speak(
  tx: ServerTx,
  alert: Alert,
  { channels, filters = {} }: AlertPolicy,
  notBefore = alert.at,
): Promise<void> {
  const route = routeOf(alert, channels, filters);
  await tx.enqueue(alert, route.channels, route.followers, notBefore);
}
