import { basename, dirname } from 'node:path';
import type { FoundEntry, FoundProblem, FoundServers } from '../core/found-entry.ts';
import type { Client, ClientFile, JudgedServer, Machine, RawServer } from './client.ts';
import type { ConfigFile } from './config-files.ts';
import { isThere } from './disk.ts';
import { nearFiles } from './near-files.ts';
import type { Parsed } from './parse-file.ts';
import { readEntry } from './read-entry.ts';

/** Servers of one file. */
const maxServers = 1000;

/** A file with what stands in it. */
export interface ReadFile extends ConfigFile {
  readonly parsed: Parsed;
}

/** The servers in the files of one client, each with what the other files say of it. */
export async function readClient(client: Client, files: readonly ReadFile[], machine: Machine): Promise<FoundServers> {
  const collected = files.filter(({ hasServers }) => hasServers).map((file) => collectFrom(file));
  const values = files.flatMap(valueOf);
  const found = collected
    .flatMap(({ servers }) => servers)
    .map(({ file, server }) => ({ file, server: completed(client, server, file, values, machine) }));
  const gone = await findGone(found.flatMap(({ file, server }) => server.project ?? file.project ?? []));
  const entries = found.map(({ file, server }): FoundEntry => {
    const own: JudgedServer = {
      name: server.name,
      scope: server.scope ?? file.place.scope,
      project: server.project ?? file.project,
      raw: server.raw,
    };
    const place = {
      ...own,
      path: file.path,
      plugin: pluginFolderOf(file.path),
      isGone: own.project !== null && gone.has(own.project),
      expansion: file.place.expansion ?? client.rules.expansion,
      file: 'value' in file.parsed ? file.parsed.value : undefined,
    };
    return readEntry(client, server, place, machine, {
      isEnabled: client.judge?.(own, values) ?? true,
      approved: client.approvedIn?.(own, nearFiles(own, values)) ?? null,
    });
  });
  const broken = files.flatMap((file) => ('reason' in file.parsed ? [problemOf(file, file.parsed.reason)] : []));
  return { entries, problems: [...broken, ...collected.flatMap(({ problems }) => problems)] };
}

function valueOf({ path, parsed, place, project }: ReadFile): readonly ClientFile[] {
  return 'value' in parsed ? [{ path, scope: place.scope, project, value: parsed.value }] : [];
}

function completed(
  client: Client,
  server: RawServer,
  file: ReadFile,
  files: readonly ClientFile[],
  machine: Machine,
): RawServer {
  const [own] = valueOf(file);
  if (client.complete === undefined || own === undefined) return server;
  return { ...server, ...client.complete(server.raw, own, files, machine) };
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
