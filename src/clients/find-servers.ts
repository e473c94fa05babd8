import { dirname, basename } from 'node:path';
import type { FoundEntry, FoundProblem, FoundServers } from '../core/found-entry.ts';
import type { Client, ClientFile, Machine, RawServer } from './client.ts';
import { listConfigFiles, type ConfigFile } from './config-files.ts';
import { isThere, readConfigFile } from './disk.ts';
import { parseFile, type Parsed } from './parse-file.ts';
import { readEntry } from './read-entry.ts';

/** Bytes of one file of a client, unless its place says otherwise. */
const maxBytes = 1_000_000;
/** Servers of one file. */
const maxServers = 1000;

/** A file with what stands in it. */
interface ReadFile extends ConfigFile {
  readonly parsed: Parsed;
}

/**
 * The servers that the files of `clients` name. Only reads: nothing is started, no address is called, no variable is looked up,
 * and no file is read but regular ones in their place.
 */
export async function findServers(
  clients: readonly Client[],
  machine: Machine,
  projects: readonly string[],
): Promise<FoundServers> {
  const files: ReadFile[] = [];
  for (const file of await listConfigFiles(clients, machine, projects)) {
    const parsed = await readFile(file);
    if (parsed !== null) files.push({ ...file, parsed });
  }
  const results: FoundServers[] = [];
  for (const client of clients) {
    const own = files.filter((file) => file.client === client);
    results.push(await readClient(client, own, machine));
  }
  return {
    entries: results.flatMap(({ entries }) => entries),
    problems: results.flatMap(({ problems }) => problems),
  };
}

async function readFile({ path, within, place }: ConfigFile): Promise<Parsed | null> {
  // A script is looked at by nobody, so it need not be read.
  if (place.format === 'script') return parseFile('#', place.format);
  const file = await readConfigFile(path, within, place.maxBytes ?? maxBytes);
  if (file.kind === 'absent') return null;
  return file.kind === 'refused' ? { reason: file.reason } : parseFile(file.text, place.format);
}

async function readClient(client: Client, files: readonly ReadFile[], machine: Machine): Promise<FoundServers> {
  const collected = files.filter(({ hasServers }) => hasServers).map((file) => collectFrom(file));
  const found = collected.flatMap(({ servers }) => servers);
  const values = files.flatMap(({ parsed, place, project }): readonly ClientFile[] =>
    'value' in parsed ? [{ scope: place.scope, project, value: parsed.value }] : [],
  );
  const judged = found.map(({ file, server }) => ({
    name: server.name,
    scope: server.scope ?? file.place.scope,
    project: server.project ?? file.project,
    raw: server.raw,
  }));
  const gone = await findGone(judged.flatMap(({ project }) => project ?? []));
  const entries = found.map(({ file, server }, index): FoundEntry => {
    const own = judged[index] ?? { name: server.name, scope: file.place.scope, project: null, raw: null };
    const place = {
      ...own,
      path: file.path,
      plugin: pluginFolderOf(file.path),
      isGone: own.project !== null && gone.has(own.project),
      expansion: file.place.expansion ?? client.rules.expansion,
      file: 'value' in file.parsed ? file.parsed.value : undefined,
    };
    return readEntry(client, server, place, machine, client.judge?.(own, values, judged) ?? {});
  });
  const broken = files.flatMap((file) => ('reason' in file.parsed ? [problemOf(file, file.parsed.reason)] : []));
  return { entries, problems: [...broken, ...collected.flatMap(({ problems }) => problems)] };
}

/** Those of `folders` that are not there. Nothing is asked over the network: `\\\\host\\share` counts as there. */
async function findGone(folders: readonly string[]): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  const own = folders.filter((folder) => !/^[\\/]{2}/.test(folder));
  for (const folder of new Set(own)) if (!(await isThere(folder))) gone.add(folder);
  return gone;
}

interface CollectedFrom {
  readonly servers: readonly { readonly file: ReadFile; readonly server: RawServer }[];
  readonly problems: readonly FoundProblem[];
}

function collectFrom(file: ReadFile): CollectedFrom {
  if (!('value' in file.parsed)) return { servers: [], problems: [] };
  const { servers, problems } = (file.place.collect ?? file.client.collect)(file.parsed.value);
  const tooMany = servers.length > maxServers ? [`holds more than ${maxServers} servers`] : [];
  return {
    servers: servers.slice(0, maxServers).map((server) => ({ file, server })),
    problems: [...problems, ...tooMany].map((reason) => problemOf(file, reason)),
  };
}

function problemOf({ client, place, path }: ConfigFile, reason: string): FoundProblem {
  return { client: client.id, scope: place.scope, path, reason };
}

/** The folder that a plugin's own file stands in, or the one above for a file in a folder such as `.claude-plugin`. */
function pluginFolderOf(path: string): string {
  const folder = dirname(path);
  return basename(folder).startsWith('.') && basename(folder).endsWith('-plugin') ? dirname(folder) : folder;
}
