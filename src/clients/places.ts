import type { ClientScope } from '../core/found-entry.ts';
import type { Format, Place, System } from './client.ts';

type Rest = Partial<Omit<Place, 'scope' | 'path'>>;

/** A file of this person, for all their projects. */
export function user(path: string, rest: Rest = {}): Place {
  return place('user', path, rest);
}

/** A file of a repository, in its folder. */
export function project(path: string, rest: Rest = {}): Place {
  return place('project', `{PROJECT}/${path}`, rest);
}

/** A file of a repository, in the project's folder and each above it. */
export function ancestor(path: string, rest: Rest = {}): Place {
  return place('project', `{ANCESTOR}/${path}`, rest);
}

/** A file of an administrator. */
export function managed(system: System, path: string, rest: Rest = {}): Place {
  return place('managed', path, { ...rest, system });
}

/** A file that came with a plugin or extension. */
export function plugin(path: string, rest: Rest = {}): Place {
  return place('plugin', path, rest);
}

/** The same file in the folder of user data that each of these programs has on each system. */
export function inUserData(programs: readonly string[], path: string, rest: Rest = {}): readonly Place[] {
  return programs.flatMap((program) => [
    user(`{XDG_CONFIG_HOME:-~/.config}/${program}/${path}`, { ...rest, system: 'linux' }),
    user(`~/Library/Application Support/${program}/${path}`, { ...rest, system: 'darwin' }),
    user(`{APPDATA:-~/AppData/Roaming}/${program}/${path}`, { ...rest, system: 'win32' }),
  ]);
}

/** Editors made of VS Code, in which the same extensions run. */
export const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];

function place(scope: ClientScope, path: string, rest: Rest): Place {
  return { scope, path, system: null, format: formatOf(path), collect: null, ...rest };
}

function formatOf(path: string): Format {
  if (/\.ya?ml$/.test(path)) return 'yaml';
  if (path.endsWith('.toml')) return 'toml';
  return path.endsWith('.md') ? 'frontmatter' : 'jsonc';
}
