import type { FoundEntry, FoundLaunch } from '../core/found-entry.ts';

/** The names of the environment variables that texts anywhere in `value` refer to. */
export function referencesIn(value: unknown): readonly string[] {
  return [...JSON.stringify(value).matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name = '']) => name);
}

export interface Renamed {
  readonly launch: FoundLaunch;
  readonly variables: readonly string[];
  readonly secrets: readonly string[];
}

/**
 * Gives the secrets of an entry names that are not in `taken`, and adds them to it: two servers must not share a variable that
 * stands for two different things.
 */
export function renameReferences(entry: FoundEntry, launch: FoundLaunch, taken: Set<string>): Renamed {
  const names = new Map(entry.secrets.map((secret) => [secret, freeName(secret, taken)]));
  const rename = (name: string): string => names.get(name) ?? name;
  const renamed: unknown = JSON.parse(JSON.stringify(launch), (_key, value: unknown) =>
    typeof value === 'string' ? renameIn(value, rename) : value,
  );
  return {
    launch: renamed as FoundLaunch, // the same launch, with other texts
    variables: entry.variables.map(rename),
    secrets: entry.secrets.map(rename),
  };
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let next = 2; taken.has(free); next += 1) free = `${name}_${next}`;
  taken.add(free);
  return free;
}

function renameIn(text: string, rename: (name: string) => string): string {
  return text.replaceAll(/(?<=\$\{)[A-Za-z_][A-Za-z0-9_]*(?=[:}])/g, rename);
}
