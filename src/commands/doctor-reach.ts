import { describeItems } from '../core/describe-items.ts';
import type { ToldTime } from '../core/examine-clock.ts';
import { fine, problemOf, type Examined } from '../core/examined.ts';
import { deadline } from '../linked-signal.ts';
import { DeliveryError } from '../monitor/delivery-error.ts';
import type { ChannelProbe } from '../monitor/ports-delivery.ts';
import type { FailedObservation, Source } from '../monitor/ports-reading.ts';
import type { Store } from '../monitor/ports-store.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import { tryServer, type Tried } from '../monitor/try-server.ts';
import type { Wire } from '../wire.ts';
import { typed, type CommonOptions, type Io } from './io.ts';
import { showProgress } from './progress.ts';

/** What was found, and the time that the other side told. */
export interface Heard {
  readonly examined: Examined;
  readonly told: ToldTime | null;
}

/** Starts or reaches each server once, side by side, and records nothing. `isCurrent`: the database may be asked what was approved. */
export async function examineServers(
  wire: Wire,
  isCurrent: boolean,
  options: CommonOptions,
  io: Io,
): Promise<readonly Heard[]> {
  const store = isCurrent ? await wire.store() : null;
  const source = await wire.source();
  const limiter = wire.limiter();
  // Under whatever identity, it is started and reached in one way.
  const servers = wire.config.servers.filter(
    ({ name, view }) => view === undefined || view.siblings.every((sibling) => name <= sibling),
  );
  const tasks = servers.map((server) => ({
    name: server.view?.server ?? server.name,
    run: () => limiter.run(() => examineServer(server, store, source, wire, options, io)),
  }));
  return showProgress(tasks, options.json === true ? null : io);
}

async function examineServer(
  server: WatchedServer,
  store: Store | null,
  source: Source,
  wire: Wire,
  options: CommonOptions,
  io: Io,
): Promise<Heard> {
  const name = server.view?.server ?? server.name;
  const tried = await tryServer(server, store, source, io.signal);
  const examined = describeTried(name, server.name, tried, (command) => typed(command, io, options));
  const { launch } = server;
  if (tried.kind !== 'read' || launch.kind !== 'http') return { examined, told: null };
  const { clock } = wire;
  const askedAt = clock.now();
  const date = await wire.dateOf(launch.url, io.signal);
  return { examined, told: date === null ? null : { by: name, date, askedAt, answeredAt: clock.now() } };
}

const remedies: Readonly<
  Record<FailedObservation['outcome'], (name: string, shown: (command: string) => string) => string>
> = {
  unreachable: (name) => `correct the command or the address of ${name}, or start it`,
  'auth-required': (name, shown) => `run ${shown(`tooldrift login ${name}`)}, or set its header or variable`,
  refused: (name) => `see whether ${name} still wants to be reached in this way, and with these headers`,
  incomplete: (name, shown) => `run ${shown(`tooldrift check ${name}`)} again; raise "limits" if it says so`,
  invalid: (name) => `update ${name}, or tell those who make it`,
};

/** `record`: the name under which the server is recorded, where that is not its own. */
export function describeTried(
  name: string,
  record: string,
  tried: Tried,
  shown: (command: string) => string,
): Examined {
  const patient = { subject: 'server', name } as const;
  switch (tried.kind) {
    case 'read':
      return fine(patient, `read: ${describeItems(tried.items, record)}`);
    case 'held':
      return problemOf(
        patient,
        'not started or reached: its launch is not the one that was approved',
        `look at ${shown(`tooldrift diff ${record}`)}, then approve it or undo the change`,
      );
    case 'failed': {
      const { outcome, reason } = tried.observation;
      return problemOf(patient, reason, remedies[outcome](name, shown));
    }
  }
}

/** Connects to each channel, and sends no message. */
export async function examineChannels(wire: Wire, options: CommonOptions, io: Io): Promise<readonly Heard[]> {
  const probes = await wire.channelProbes();
  const tasks = probes.map((probe) => ({ name: probe.name, run: () => examineChannel(probe, wire, options, io) }));
  return showProgress(tasks, options.json === true ? null : io);
}

async function examineChannel(probe: ChannelProbe, wire: Wire, options: CommonOptions, io: Io): Promise<Heard> {
  const patient = { subject: 'channel', name: probe.name } as const;
  const { clock } = wire;
  const inTime = deadline(io.signal, wire.config.alerts.sendTimeoutMs);
  const askedAt = clock.now();
  try {
    const { seen, date } = await probe.probe(inTime.signal);
    const told = date === null ? null : { by: `the ${probe.name} channel`, date, askedAt, answeredAt: clock.now() };
    return { examined: fine(patient, seen), told };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const test = typed('tooldrift alerts test', io, options);
    const remedy = `${error.remedy ?? `correct "alerts.${probe.name}", or what it names`}; then try ${test}`;
    return { examined: problemOf(patient, error.message, remedy), told: null };
  } finally {
    inTime.done();
  }
}
