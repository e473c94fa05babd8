import type { Collect, Collected } from './client.ts';
import { at, isObject } from './values.ts';

const nothing: Collected = { servers: [], problems: [] };

/** Servers under each of these paths of keys. A file without any of them is normal. */
export function under(...paths: readonly (readonly string[])[]): Collect {
  return (value) => joinCollected(paths.map((path) => collectAt(value, path)));
}

/** Under the first of the paths that is there, or else the whole file as a map of servers. */
export function underOrFlat(...paths: readonly (readonly string[])[]): Collect {
  return (value) => {
    const found = paths.find((path) => at(value, ...path) !== undefined);
    return collectAt(value, found ?? []);
  };
}

function collectAt(value: unknown, path: readonly string[]): Collected {
  const servers = at(value, ...path);
  const place = path.length === 0 ? 'the file' : `"${path.join('.')}"`;
  if (servers === undefined || servers === null) return nothing;
  if (Array.isArray(servers)) return collectList(servers, place);
  if (!isObject(servers)) return { servers: [], problems: [`${place} is not an object`] };
  return { servers: Object.entries(servers).map(([name, raw]) => ({ name, raw })), problems: [] };
}

/** Servers in a list, each with its name in it. */
function collectList(list: readonly unknown[], place: string): Collected {
  return joinCollected(
    list.map((raw, index) => {
      const name = at(raw, 'name');
      if (typeof name === 'string' && name !== '') return { servers: [{ name, raw }], problems: [] };
      return { servers: [], problems: [`item ${index + 1} of ${place} has no name`] };
    }),
  );
}

export function joinCollected(all: readonly Collected[]): Collected {
  return {
    servers: all.flatMap(({ servers }) => servers),
    problems: all.flatMap(({ problems }) => problems),
  };
}

/** For a file of settings: it holds no servers. */
export const none: Collect = () => nothing;
