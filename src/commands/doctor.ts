import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { examineClock, type ToldTime } from '../core/examine-clock.ts';
import { fine, noteOf, problemOf, type Examined } from '../core/examined.ts';
import { loadConfig } from '../config/load-config.ts';
import { loadWrittenFile, type WrittenFile } from '../config/written-file.ts';
import { AppError } from '../errors.ts';
import { configSecrets, type WrittenPlaces } from '../lint/config-secrets.ts';
import { environmentFileOf } from '../machine/environment-file.ts';
import { examineMode, examineTokens } from '../machine/examine-modes.ts';
import { examineNode } from '../machine/examine-node.ts';
import { examineSpace } from '../machine/examine-space.ts';
import type { Wire } from '../wire.ts';
import { examineDatabase } from './doctor-database.ts';
import { printExamined } from './doctor-print.ts';
import { examineChannels, examineServers, type Heard } from './doctor-reach.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { placeOf, withConfig } from './with-wire.ts';
import { writtenLaunch } from './written-launch.ts';

/** Looks at all that a watch needs, records and sends nothing, and says what to do about what is wrong. */
export async function doctor(options: CommonOptions, io: Io): Promise<number> {
  const node = examineNode(process.version);
  const file = await loadFile(options, io);
  const found =
    'state' in file
      ? [node, file]
      : [node, ...(await withConfig(file.config, io, (wire) => examineAll(file, wire, options, io)))];
  if (options.json === true) printJson(io, { schemaVersion: 1, examined: found });
  else printExamined(found, io);
  if ('state' in file) return exitCodes.usage;
  return found.some(({ state }) => state === 'problem') ? exitCodes.drift : exitCodes.clean;
}

/** What is wrong with the config, instead of it, where it cannot be used. */
async function loadFile(options: CommonOptions, io: Io): Promise<WrittenFile | Examined> {
  try {
    const file = await loadWrittenFile(placeOf(options, io));
    // Says which variables are missing, and where they are named.
    if (file.unset.length > 0) await loadConfig(placeOf(options, io));
    return file;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const remedy = 'correct that, and look again: without a config there is nothing more to look at';
    return problemOf({ subject: 'config', name: null }, error.message, remedy);
  }
}

async function examineAll(file: WrittenFile, wire: Wire, options: CommonOptions, io: Io): Promise<readonly Examined[]> {
  const { path, database, servers } = file.config;
  const count = `${servers.length} server${servers.length === 1 ? '' : 's'}`;
  const config = fine({ subject: 'config', name: path }, `valid, names ${count}`);
  const looked = await examineDatabase(wire, options, io);
  const files = await examineFiles(file, wire, io);
  const disk =
    database.kind === 'sqlite'
      ? await examineSpace(dirname(database.path))
      : noteOf({ subject: 'disk', name: null }, 'the disk of PostgreSQL cannot be seen from here');
  const heard = [
    ...(await examineServers(wire, looked.isCurrent, options, io)),
    ...(await examineChannels(wire, options, io)),
  ];
  const clock = examineClock(firstTime(heard));
  return [config, ...files, looked.examined, disk, ...heard.map(({ examined }) => examined), clock];
}

async function examineFiles(file: WrittenFile, wire: Wire, { env }: Io): Promise<readonly Examined[]> {
  const { config, written } = file;
  const servers = Object.entries(written.mcpServers).map(([name, entry]) => ({
    ...{ name, npmrc: [], served: null, recorded: [] },
    ...writtenLaunch(entry),
  }));
  // The schema, which the file was checked against, has these keys in this form.
  const secrets = configSecrets(written as WrittenPlaces, servers);
  const { database } = config;
  const { platform } = process;
  const variables = environmentFileOf(platform, env['HOME'] || homedir(), env['XDG_CONFIG_HOME'] || null);
  return [
    ...(await examineMode(config.path, { kind: 'config', secrets }, platform)),
    ...(database.kind === 'sqlite' ? await examineMode(database.path, { kind: 'database' }, platform) : []),
    ...(await examineMode(variables, { kind: 'environment' }, platform)),
    ...(await examineTokens(await wire.tokenFolder(), platform)),
  ];
}

function firstTime(heard: readonly Heard[]): ToldTime | null {
  return heard.find(({ told }) => told !== null)?.told ?? null;
}
