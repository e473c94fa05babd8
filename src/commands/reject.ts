import { visibleLabel } from '../core/visible-label.ts';
import { reject as rejectInStore, type RejectionOutcome } from '../monitor/approve.ts';
import { deliverNow } from './deliver-now.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { whoAmI } from './who-am-i.ts';
import { chooseRecords, withWire } from './with-wire.ts';

export interface RejectOptions extends CommonOptions {
  readonly note?: string;
  readonly by?: string;
}

/** Marks the drift of one definition as known and bad. */
export async function reject(server: string, item: string, options: RejectOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const names = chooseRecords([server], wire.config.servers);
    const store = await wire.store();
    const by = options.by ?? whoAmI();
    const outcomes: (RejectionOutcome & { readonly server: string })[] = [];
    for (const name of names) {
      const request = { server: name, items: [item], item, by, note: options.note ?? null };
      outcomes.push({ server: name, ...(await rejectInStore(request, wire.checkDeps(store))) });
    }
    await deliverNow(store, wire, io);
    // Of several views, those that show the change count.
    const rejected = outcomes.filter((outcome) => outcome.kind === 'rejected');
    const refused = outcomes.find((outcome) => outcome.kind === 'refused');
    const detail = rejected.length > 0 ? null : (refused?.detail ?? null);
    if (options.json === true) printJson(io, { schemaVersion: 1, server, item, rejected: rejected.length > 0, detail });
    else if (detail !== null) io.err(`${server}: not rejected: ${detail}\n`);
    else
      for (const { server: name, drift } of rejected)
        io.out(`rejected the change of ${visibleLabel(drift)} of ${name}: it stays drift, and is not told again\n`);
    return rejected.length > 0 ? exitCodes.clean : exitCodes.drift;
  });
}
