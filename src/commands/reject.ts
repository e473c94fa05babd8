import { itemLabel } from '../core/item-label.ts';
import { makeVisible } from '../core/visible.ts';
import { reject as rejectInStore } from '../monitor/approve.ts';
import { deliverNow } from './deliver-now.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { whoAmI } from './who-am-i.ts';
import { chooseServers, withWire } from './with-wire.ts';

export interface RejectOptions extends CommonOptions {
  readonly note?: string;
  readonly by?: string;
}

/** Marks the drift of one definition as known and bad. */
export async function reject(server: string, item: string, options: RejectOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    chooseServers([server], wire.config.servers);
    const store = await wire.store();
    const by = options.by ?? whoAmI();
    const outcome = await rejectInStore(
      { server, items: [item], item, by, note: options.note ?? null },
      wire.checkDeps(store),
    );
    await deliverNow(store, wire, io);
    const isRejected = outcome.kind === 'rejected';
    const detail = isRejected ? null : outcome.detail;
    if (options.json === true) printJson(io, { schemaVersion: 1, server, item, rejected: isRejected, detail });
    else if (isRejected)
      io.out(
        `rejected the change of ${makeVisible(itemLabel(outcome.drift))} of ${server}: it stays drift, and is not told again\n`,
      );
    else io.err(`${server}: not rejected: ${outcome.detail}\n`);
    return isRejected ? exitCodes.clean : exitCodes.drift;
  });
}
