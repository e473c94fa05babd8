import type { Pruned, Store } from './ports-store.ts';
import type { WatchedServer } from './ports-watched.ts';
import type { Clock, Log } from './ports-world.ts';

export interface HouseDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** How long readings and delivered alerts are kept; null: for ever. */
  readonly retentionMs: number | null;
  /** Absolute path of the config file. */
  readonly configPath: string;
}

/** Others write between two batches. */
const pauseMs = 50;

/** What a daemon does at its start and now and then: notes in the log what changed in the config, and prunes. */
export async function keepHouse(
  servers: readonly WatchedServer[],
  deps: HouseDeps,
  signal: AbortSignal,
): Promise<void> {
  try {
    await noteConfig(servers, deps);
    await pruneOld(deps, signal);
  } catch (error) {
    // The watch goes on without it, and it is tried again.
    deps.log.error({ err: error }, 'the config was not noted, or old readings and alerts were not pruned');
  }
}

/** The views of one server are launched alike. */
async function noteConfig(servers: readonly WatchedServer[], { store, clock, configPath }: HouseDeps): Promise<void> {
  const launches = new Map(servers.map(({ name, view, launchDefinition }) => [view?.server ?? name, launchDefinition]));
  const configured = [...launches].map(([server, launch]) => ({ server, launch }));
  await store.recordConfig(configPath, configured, clock.now().toISOString());
}

async function pruneOld({ store, clock, log, retentionMs }: HouseDeps, signal: AbortSignal): Promise<void> {
  if (retentionMs === null) return;
  const before = new Date(clock.now().getTime() - retentionMs).toISOString();
  let sum: Pruned = { spans: 0, snapshots: 0, definitions: 0, alerts: 0 };
  for await (const batch of store.prune(before)) {
    sum = {
      spans: sum.spans + batch.spans,
      snapshots: sum.snapshots + batch.snapshots,
      definitions: sum.definitions + batch.definitions,
      alerts: sum.alerts + batch.alerts,
    };
    await clock.sleep(pauseMs, signal);
    if (signal.aborted) break;
  }
  if (sum.spans + sum.snapshots + sum.alerts > 0)
    log.info({ ...sum, before }, 'pruned what was older than the retention');
}
