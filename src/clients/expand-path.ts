import type { Machine, Place } from './client.ts';

/** Where a place is on a machine: a pattern below a folder that is known. */
export interface Location {
  /** The pattern, with `/`; `*` within a name, `**` for folders between. */
  readonly pattern: string;
  /** Files that turn out to be elsewhere, through links, are not read. */
  readonly within: readonly string[];
  readonly project: string | null;
}

/** `ancestors` are the folders from a project up to the root of its repository. */
export function expandPath(
  place: Place,
  machine: Machine,
  projects: readonly string[],
  ancestors: (project: string) => readonly string[],
): readonly Location[] {
  if (place.system !== null && place.system !== machine.system) return [];
  const [, kind, rest = ''] = /^\{(PROJECT|ANCESTOR)\}(.*)$/.exec(place.path) ?? [];
  if (kind === undefined) return expandOwn(place.path, machine);
  return projects.flatMap((project) => {
    const folders = kind === 'PROJECT' ? [project] : ancestors(project);
    return folders.map((folder) => ({ pattern: `${folder}${rest}`, within: [folder], project: folder }));
  });
}

function expandOwn(path: string, { home, env, root }: Machine): readonly Location[] {
  let isUnset = false;
  const read = (_all: string, name: string, fallback: string | undefined): string => {
    const value = env[name] || fallback;
    isUnset ||= value === undefined;
    return value ?? '';
  };
  const named = path.replaceAll(/\{([A-Z_]+)(?::-([^}]*))?\}/g, read).replaceAll('\\', '/');
  if (isUnset) return [];
  if (named.startsWith('~/')) return [{ pattern: `${home}${named.slice(1)}`, within: [home], project: null }];
  if (named.startsWith(`${home.replaceAll('\\', '/')}/`)) return [{ pattern: named, within: [home], project: null }];
  const whole = `${root}${named}`;
  return [{ pattern: whole, within: [home, whole.replace(/\/[^/]*(?:\*.*)?$/, '')], project: null }];
}
