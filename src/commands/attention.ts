import { visibleLabel } from '../core/visible-label.ts';
import { parseDuration } from '../config/quantity.ts';
import { AppError } from '../errors.ts';
import { ack as ackDrift, decideFor, type AckOutcome } from '../monitor/decide-attention.ts';
import { describeTime } from './describe.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { whoAmI } from './who-am-i.ts';
import { chooseRecords, withWire } from './with-wire.ts';

export interface AckOptions extends CommonOptions {
  readonly note?: string;
  readonly by?: string;
}

export interface ForOptions extends AckOptions {
  readonly for: string;
}

/** Notes that open drift was seen as it is now. */
export async function ack(server: string, item: string | undefined, options: AckOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const names = chooseRecords([server], wire.config.servers);
    const store = await wire.store();
    const outcomes: (AckOutcome & { readonly server: string })[] = [];
    for (const name of names) {
      const request = { server: name, item: item ?? null, by: options.by ?? whoAmI(), note: options.note ?? null };
      outcomes.push({ server: name, ...(await ackDrift(request, { store, clock: wire.clock })) });
    }
    // Of several views, those that show the drift count.
    const acked = outcomes.flatMap((one) =>
      one.kind === 'acked' ? one.drift.map((drift) => ({ server: one.server, ...drift })) : [],
    );
    const refused = outcomes.find((outcome) => outcome.kind === 'refused');
    const detail = acked.length > 0 ? null : (refused?.detail ?? null);
    if (options.json === true) {
      const items = acked.map(({ server: of, kind, name, fingerprint }) => ({ server: of, kind, name, fingerprint }));
      printJson(io, { schemaVersion: 1, server, acked: items, detail });
    } else if (detail !== null) io.err(`${server}: nothing to acknowledge: ${detail}\n`);
    else
      for (const drift of acked)
        io.out(`seen: ${visibleLabel(drift)} of ${drift.server} stays drift; no reminders of it as it is now\n`);
    return acked.length > 0 ? exitCodes.clean : exitCodes.drift;
  });
}

/** No messages about a server for a while. */
export function snooze(server: string, options: ForOptions, io: Io): Promise<number> {
  return decide('snooze', server, options, io, (until) => {
    const what = 'readings go on, and what is open then is told';
    return `no messages about ${server} until ${describeTime(until)}; ${what}\n`;
  });
}

/** Changes of a server within a while are expected. */
export function expect(server: string, options: ForOptions, io: Io): Promise<number> {
  return decide('expect', server, options, io, (until) => {
    const what = 'told all the same, and never approved by themselves';
    return `changes of ${server} until ${describeTime(until)} are marked as expected: ${what}\n`;
  });
}

async function decide(
  action: 'snooze' | 'expect',
  server: string,
  options: ForOptions,
  io: Io,
  say: (until: string) => string,
): Promise<number> {
  const forMs = parseDuration(options.for);
  if (forMs === null) throw new AppError('usage', '--for must be a time from 1ms to 24d, such as "2h" or "30m"');
  return withWire(options, io, async (wire) => {
    const names = chooseRecords([server], wire.config.servers);
    const store = await wire.store();
    const request = { by: options.by ?? whoAmI(), note: options.note ?? null };
    let until = '';
    for (const name of names)
      until = await decideFor(action, { server: name, ...request }, forMs, { store, clock: wire.clock });
    if (options.json === true) printJson(io, { schemaVersion: 1, server, action, until, ...request });
    else io.out(say(until));
    return exitCodes.clean;
  });
}
