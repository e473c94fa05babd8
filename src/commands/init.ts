import { homedir } from 'node:os';
import { relative, resolve } from 'node:path';
import { addServers, newConfigText, type AddedServer } from '../config/add-servers.ts';
import { readExisting, writeConfigFile } from '../config/config-file.ts';
import { parseDocument, type ConfigDocument } from '../config/document.ts';
import { existingServers } from '../config/existing-servers.ts';
import { planServers } from '../config/plan-servers.ts';
import { findClientServers, type ClientMachine } from '../wire.ts';
import { whereFound } from './describe-found.ts';
import { choose, chooseNamed, type Takeable } from './init-choose.ts';
import { printPlan, report } from './init-report.ts';
import { printFound } from './init-table.ts';
import { exitCodes, type CommonOptions, type Io } from './io.ts';

export interface InitOptions extends CommonOptions {
  readonly yes?: boolean;
  readonly client?: readonly string[];
  readonly project?: readonly string[];
  readonly dryRun?: boolean;
  readonly output?: string;
}

/** Finds the servers that the MCP clients of this machine use, asks which to watch, and writes them into a config. Runs none. */
export async function init(names: readonly string[], options: InitOptions, io: Io): Promise<number> {
  const path = await chooseFile(options, io);
  const label = labelOf(path, io);
  const before = await readExisting(path);
  const document = before === null ? null : parseDocument(before, label);
  const machine = machineOf(options, io);
  const found = await findClientServers(options.client ?? [], machine);
  const planned = planServers(found.entries, existingServers(document));
  const named = chooseNamed(names, planned);
  if (options.json !== true) printFound(planned, found.problems, machine.home, io);
  const chosen = await choose(planned, named, machine.home, options, io);
  const text = textWith(chosen ?? [], document, machine.home);
  const isWritten = text !== null && options.dryRun !== true;
  if (isWritten) await writeConfigFile(path, text, before);
  const outcome = { path, label, exists: before !== null, text, isWritten };
  if (options.json === true) printPlan(planned, found, chosen ?? [], outcome, io);
  else if (chosen !== null) report(chosen, planned, outcome, machine.home, options, io);
  if (chosen !== null) return exitCodes.clean;
  io.err('nothing was written, as nobody can be asked here: name servers, or take what needs no question with --yes\n');
  return exitCodes.usage;
}

/** The config that other commands would use here, else a new one. The one of the user's own folder is left alone unless it is named. */
async function chooseFile({ output, config }: InitOptions, io: Io): Promise<string> {
  const named = output ?? config ?? (io.env['TOOLDRIFT_CONFIG'] || undefined);
  if (named !== undefined) return resolve(io.cwd, named);
  const [first, second] = [resolve(io.cwd, 'tooldrift.jsonc'), resolve(io.cwd, 'config', 'tooldrift.jsonc')];
  const isSecond = (await readExisting(first)) === null && (await readExisting(second)) !== null;
  return isSecond ? second : first;
}

function machineOf({ project }: InitOptions, io: Io): ClientMachine {
  const home = io.env['HOME'] || io.env['USERPROFILE'] || homedir();
  const folders = (project ?? [io.cwd]).map((folder) => resolve(io.cwd, folder));
  // The home folder is nobody's repository: its files are the user's.
  const projects = folders.filter((folder) => folder !== resolve(home));
  return { platform: process.platform, home, env: io.env, projects, alsoKnown: project === undefined };
}

/** Null if there is nothing to write. */
function textWith(chosen: readonly Takeable[], document: ConfigDocument | null, home: string): string | null {
  if (chosen.length === 0) return null;
  const added = chosen.map(({ name, launch, found, reason }): AddedServer => {
    const places = whereFound(found, home);
    return { name, launch, comments: [places, ...(reason === null ? [] : [`Look at this first: it ${reason}.`])] };
  });
  return document === null ? newConfigText(added, clientsOf(chosen)) : addServers(document, added);
}

function clientsOf(chosen: readonly Takeable[]): readonly string[] {
  return [...new Set(chosen.flatMap(({ found }) => found.map(({ client }) => client)))].toSorted();
}

/** Short where the file is near, absolute elsewhere. */
function labelOf(path: string, io: Io): string {
  const short = relative(io.cwd, path);
  return short.startsWith('..') ? path : short;
}
