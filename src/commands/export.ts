import type { Lock, LockedServer } from '../lock/lock.ts';
import { writeLock } from '../lock/write-lock.ts';
import type { Store } from '../monitor/ports-store.ts';
import { viewedServers } from '../monitor/views.ts';
import { AppError } from '../errors.ts';
import type { Wire } from '../wire.ts';
import { exitCodes, printJson, typed, type CommonOptions, type Io } from './io.ts';
import { writeDocument } from './write-file.ts';
import { chooseRecords, withWire } from './with-wire.ts';

export interface ExportOptions extends CommonOptions {
  readonly output: string;
}

/** Writes what is approved as a lock file. Of a server without a baseline there is nothing to write, which is said. */
export async function exportLock(names: readonly string[], options: ExportOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    if (!(await wire.hasDatabase()))
      throw new AppError('usage', `nothing is approved yet: run \`${typed('tooldrift check', io, options)}\` first`);
    const store = await wire.store();
    // Files of clients are those of this machine.
    const servers = wire.config.servers.filter(({ launch }) => launch.kind !== 'files');
    const chosen = chooseRecords(names, servers);
    const found = await Promise.all(chosen.map((name) => lockedServer(name, store)));
    const lock = { servers: found.filter((server) => server !== null) };
    const lacking = chosen.filter((name, index) => found[index] === null && !isComparison(name, wire));
    await writeDocument(options.output, writeLock(lock), io);
    for (const name of lacking) {
      const show = typed(`tooldrift show ${name}`, io, options);
      io.err(`${name}: nothing is approved, so it is not in the lock: look at it with \`${show}\`, and approve it\n`);
    }
    if (options.output !== '-') report(lock, lacking, options, io);
    return lacking.length === 0 ? exitCodes.clean : exitCodes.drift;
  });
}

async function lockedServer(name: string, store: Store): Promise<LockedServer | null> {
  const { hasBaseline, baseline, volatile } = await store.state(name);
  return hasBaseline ? { server: name, baseline, volatile } : null;
}

/** What several identities do not see alike needs no approval while there is nothing. */
function isComparison(name: string, { config }: Wire): boolean {
  return viewedServers(config.servers).some((viewed) => viewed.name === name);
}

function report({ servers }: Lock, lacking: readonly string[], options: ExportOptions, io: Io): void {
  const counted = servers.map(({ server, baseline }) => ({ server, definitions: baseline.length }));
  if (options.json === true) {
    printJson(io, { schemaVersion: 1, output: options.output, servers: counted, unapproved: lacking });
    return;
  }
  const definitions = counted.reduce((sum, server) => sum + server.definitions, 0);
  io.out(`wrote ${options.output}: ${count(definitions, 'definition')} of ${count(servers.length, 'server')}\n`);
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? '' : 's'}`;
}
