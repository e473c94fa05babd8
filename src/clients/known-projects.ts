import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine, Place } from './client.ts';
import { isThere, readConfigFile } from './disk.ts';
import { findMatches } from './find-matches.ts';
import { expandPath } from './expand-path.ts';
import { parseFile } from './parse-file.ts';
import { editors, inUserData, user } from './places.ts';
import { at, isObject, texts } from './values.ts';

/** A file in which a client remembers the projects that it was used in. */
interface Registry {
  readonly place: Place;
  readonly read: (value: unknown) => readonly string[];
}

const folderKeys = (value: unknown): readonly string[] => {
  const projects = at(value, 'projects');
  return isObject(projects) ? Object.keys(projects) : [];
};

const topKeys = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : []);

const registries: readonly Registry[] = [
  { place: user('{CLAUDE_CONFIG_DIR:-~}/.claude.json', { maxBytes: 32_000_000 }), read: folderKeys },
  { place: user('{CODEX_HOME:-~/.codex}/config.toml'), read: folderKeys },
  { place: user('~/.gemini/trustedFolders.json'), read: topKeys },
  { place: user('{COPILOT_HOME:-~/.copilot}/config.json'), read: (value) => texts(at(value, 'trusted_folders')) },
  ...inUserData(editors, 'User/workspaceStorage/*/workspace.json').map((place) => ({ place, read: readWorkspace })),
];

/** Projects that are looked at, beside those that a person names. */
const maxProjects = 100;

/** The folders that clients of this machine were used in and that are still there, without `machine.home`. */
export async function findKnownProjects(machine: Machine): Promise<readonly string[]> {
  const { isAbsolute } = machine.system === 'win32' ? win32 : posix;
  const found = new Set<string>();
  for (const { place, read } of registries) {
    for (const { pattern, within } of expandPath(place, machine, [], () => [])) {
      for (const path of await findMatches(pattern)) {
        const file = await readConfigFile(path, within, place.maxBytes ?? 1_000_000);
        const parsed = file.kind === 'text' ? await parseFile(file.text, place.format) : { value: null };
        const folders = 'value' in parsed ? read(parsed.value) : [];
        // `\\host\share` would be asked for over the network.
        const own = folders.filter((folder) => isAbsolute(folder) && !/^[\\/]{2}/.test(folder));
        for (const folder of own) if (folder !== machine.home && (await isThere(folder))) found.add(folder);
      }
    }
  }
  return [...found].slice(0, maxProjects);
}

/** A workspace of an editor is a folder on this machine, or something else. */
function readWorkspace(value: unknown): readonly string[] {
  const folder = at(value, 'folder');
  if (typeof folder !== 'string' || !/^file:\/\/\//i.test(folder)) return [];
  try {
    return [fileURLToPath(folder)];
  } catch {
    return []; // a path of another system
  }
}
