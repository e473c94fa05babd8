import type { ExpressionBuilder } from 'kysely';
import type { AlertReason } from '../core/alert.ts';
import type { Db } from './engine.ts';
import type { Tables } from './tables.ts';

/** A delivery of an alert about `server` that waits, and that nobody delivers at this moment. */
function waits(server: string, reasons: readonly AlertReason[], now: string) {
  return ({ and, or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'delivery'>) =>
    and([
      eb('delivery.state', '=', 'due'),
      or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', now)]),
      // From what is due, which is little, to its alerts: of these there may be very many.
      exists(
        selectFrom('alert')
          .whereRef('alert.id', '=', 'delivery.alertId')
          .where('alert.server', '=', server)
          .where('alert.reason', 'in', reasons)
          .select('alert.id'),
      ),
    ]);
}

/** Nobody has to hear that a server waits for what somebody just did. */
export async function withdrawFirstSeen(db: Db, server: string, now: string): Promise<void> {
  await db
    .deleteFrom('delivery')
    .where(waits(server, ['first-seen'], now))
    .execute();
}

/** What people decided in a silence is told when that ends: at `until`, also where another end was meant before. */
export async function holdDecisions(db: Db, server: string, now: string, until: string): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ nextAttemptAt: until })
    .where(waits(server, ['approved', 'rejected'], now))
    .where('attempts', '=', 0)
    .where('nextAttemptAt', '>', now)
    .execute();
}
