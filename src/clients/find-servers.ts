import type { FoundServers } from '../core/found-entry.ts';
import type { Client, Machine } from './client.ts';
import { listConfigFiles, type ConfigFile } from './config-files.ts';
import { readConfigFile } from './disk.ts';
import { parseFile, type Parsed } from './parse-file.ts';
import { readClient, type ReadFile } from './read-client.ts';

/** Bytes of one file of a client, unless its place says otherwise. */
const maxBytes = 1_000_000;

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
