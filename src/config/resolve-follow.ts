import { followedName } from '../core/followed-name.ts';
import { userAtHost } from '../origin.ts';
import type { DatabaseConfig } from './config.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import type { ParsedConfig } from './schema.ts';

/** The clients whose files are followed, each watched like a server. */
export function resolveFollow({ follow, watch }: ParsedConfig, database: DatabaseConfig): readonly WatchedServer[] {
  const { minInterval, maxInterval, resources } = watch;
  const owner = database.kind === 'postgres' ? userAtHost() : null;
  return [...new Set(follow)].map((client) => ({
    name: followedName(client, owner),
    launch: { kind: 'files', client },
    launchDefinition: { files: client },
    policy: {
      ...{ intervalMs: maxInterval, minIntervalMs: minInterval, maxIntervalMs: maxInterval },
      keepAlive: true,
      resources,
    },
    identity: null,
  }));
}
