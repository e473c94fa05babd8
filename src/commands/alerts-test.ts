import pc from 'picocolors';
import { emptyAlert } from '../core/alert.ts';
import { deadline } from '../linked-signal.ts';
import { DeliveryError } from '../monitor/delivery-error.ts';
import type { Channel } from '../monitor/ports-delivery.ts';
import { chooseChannels } from './choose-channels.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { withWire } from './with-wire.ts';

interface Attempt {
  readonly channel: string;
  readonly delivered: boolean;
  readonly error: string | null;
  /** What to do about it. */
  readonly remedy: string | null;
}

/** Sends one test message on the channel, or on each, past the outbox, and says what is wrong with those that do not take it, and what to do. */
export async function alertsTest(name: string | undefined, options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const names = chooseChannels(name, wire.config);
    const channels = (await wire.channels()).filter((channel) => names.includes(channel.name));
    const alert = { ...emptyAlert('test', 'tooldrift', wire.clock.now().toISOString()), id: wire.newId() };
    const inTime = deadline(io.signal, wire.config.alerts.sendTimeoutMs);
    const attempts = await Promise.all(
      channels.map((channel) => attempt(channel, () => channel.send(alert, inTime.signal))),
    );
    inTime.done();
    if (options.json === true) printJson(io, { schemaVersion: 1, channels: attempts });
    else for (const one of attempts) print(one, io);
    return attempts.every(({ delivered }) => delivered) ? exitCodes.clean : exitCodes.unverified;
  });
}

async function attempt({ name }: Channel, send: () => Promise<unknown>): Promise<Attempt> {
  try {
    await send();
    return { channel: name, delivered: true, error: null, remedy: null };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return { channel: name, delivered: false, error: error.message, remedy: error.remedy };
  }
}

function print({ channel, error, remedy }: Attempt, io: Io): void {
  const colors = pc.createColors(io.color);
  const toDo = remedy === null ? '' : `${/[?.]$/.test(error ?? '') ? '' : '.'} To do: ${remedy}`;
  io.out(
    error === null
      ? `${channel}: ${colors.green('delivered')}\n`
      : `${channel}: ${colors.red('not delivered')}: ${error}${toDo}\n`,
  );
}
