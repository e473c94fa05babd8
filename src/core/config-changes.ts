import { canonicalise } from './canonical.ts';
import type { JsonObject } from './json.ts';

/** How a server of the config is started or reached: no secrets. */
export interface ConfiguredServer {
  readonly server: string;
  readonly launch: JsonObject;
}

export interface ConfigChange {
  readonly server: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Null where it was removed. */
  readonly launch: JsonObject | null;
}

/** What differs between the servers of a config as they were (launches by name) and as they are. */
export function configChanges(
  before: ReadonlyMap<string, JsonObject>,
  now: readonly ConfiguredServer[],
): readonly ConfigChange[] {
  const names = new Set(now.map(({ server }) => server));
  const present = now.flatMap(({ server, launch }): readonly ConfigChange[] => {
    const known = before.get(server);
    if (known === undefined) return [{ server, change: 'added', launch }];
    return canonicalise(known).text === canonicalise(launch).text ? [] : [{ server, change: 'changed', launch }];
  });
  const gone = [...before.keys()].filter((server) => !names.has(server));
  return [...present, ...gone.map((server) => ({ server, change: 'removed', launch: null }) as const)];
}
