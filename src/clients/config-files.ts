import type { Client, Machine, Place } from './client.ts';
import { findAncestors, findMatches } from './find-matches.ts';
import { expandPath } from './expand-path.ts';

/** A file that is there, and where it belongs. */
export interface ConfigFile {
  readonly client: Client;
  readonly place: Place;
  /** False for a file that holds only settings. */
  readonly hasServers: boolean;
  readonly path: string;
  readonly within: readonly string[];
  readonly project: string | null;
}

/** The files that `clients` have on this machine, those with servers first. Nothing is opened. */
export async function listConfigFiles(
  clients: readonly Client[],
  machine: Machine,
  projects: readonly string[],
): Promise<readonly ConfigFile[]> {
  const ancestors = new Map<string, readonly string[]>();
  for (const project of projects) ancestors.set(project, await findAncestors(project));
  const found = new Map<string, ConfigFile>();
  for (const { client, place, hasServers } of clients.flatMap(placesOf)) {
    for (const location of expandPath(place, machine, projects, (project) => ancestors.get(project) ?? [project])) {
      for (const path of await findMatches(location.pattern)) {
        // Two projects of one repository have the same files above them.
        const key = JSON.stringify([client.id, client.places.indexOf(place), client.settings?.indexOf(place), path]);
        if (!found.has(key))
          found.set(key, { client, place, hasServers, path, within: location.within, project: location.project });
      }
    }
  }
  return [...found.values()];
}

function placesOf(client: Client) {
  return [
    ...client.places.map((place) => ({ client, place, hasServers: true })),
    ...(client.settings ?? []).map((place) => ({ client, place, hasServers: false })),
  ];
}
