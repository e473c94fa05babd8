import pc from 'picocolors';
import type { ChannelRecord } from '../monitor/ports-delivery.ts';
import { chooseChannels } from './choose-channels.ts';
import { deliverNow } from './deliver-now.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { withWire } from './with-wire.ts';

interface Retried extends ChannelRecord {
  /** How many messages got another chance. */
  readonly retried: number;
}

/** Delivers now, on the channel or on each, what was given up or waits for another attempt, and says what is left. */
export async function alertsRetry(name: string | undefined, options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const names = chooseChannels(name, wire.config);
    const store = await wire.store();
    const now = wire.clock.now().toISOString();
    const counts = new Map<string, number>();
    for (const channel of names) counts.set(channel, await store.retryDeliveries(channel, now));
    await deliverNow(store, wire, io);
    const records = await store.channels(names);
    const channels = records.map((record): Retried => ({ ...record, retried: counts.get(record.channel) ?? 0 }));
    if (options.json === true) printJson(io, { schemaVersion: 1, channels: channels.map(toJson) });
    else for (const channel of channels) print(channel, io);
    return channels.every(({ due, failed }) => due + failed === 0) ? exitCodes.clean : exitCodes.unverified;
  });
}

function toJson({ channel, retried, due, failed, failingSince, reason }: Retried) {
  return { channel, retried, due, failed, failingSince, reason };
}

function print({ channel, retried, due, failed, reason }: Retried, io: Io): void {
  const colors = pc.createColors(io.color);
  const left = due + failed;
  const what = retried === 0 ? 'nothing was given up' : `${retried} message${retried === 1 ? '' : 's'} tried again`;
  const rest = left === 0 ? colors.green('nothing is left') : colors.red(`${left} not delivered`);
  io.out(`${channel}: ${what}, ${rest}${left > 0 && reason !== null ? `: ${reason}` : ''}\n`);
}
