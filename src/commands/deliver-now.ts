import { deliverDue } from '../monitor/outbox.ts';
import type { Store } from '../monitor/ports-store.ts';
import type { Log } from '../monitor/ports-world.ts';
import type { Wire } from '../wire.ts';
import type { Io } from './io.ts';

/** One-shot commands say what went wrong in their result. */
const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Delivers what is due in this process, so that a command also works where no daemon runs. What fails waits in the
 * outbox; what a daemon delivers at the same moment is leased by it.
 */
export async function deliverNow(store: Store, wire: Wire, io: Io): Promise<void> {
  if (wire.alertPolicy.channels.length === 0) return;
  await deliverDue({ ...(await wire.deliveryDeps()), store, log: silentLog }, io.signal);
}
