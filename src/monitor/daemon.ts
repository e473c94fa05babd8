import type { Limiter } from './limiter.ts';
import { Outbox, type OutboxDeps } from './outbox.ts';
import type { Store, WatchedServer } from './ports.ts';
import { ServerWatch, type WatchDeps } from './watch-server.ts';

export interface DaemonDeps extends Omit<WatchDeps, 'onCommitted'> {
  readonly outbox: Omit<OutboxDeps, 'store' | 'clock' | 'random' | 'log'>;
  readonly limiter: Limiter;
  readonly store: Store;
  /** Calls `tick` at every audit until the returned function is called. */
  readonly scheduleAudit: (tick: () => void) => () => void;
}

/** Watches all servers and delivers alerts until `signal` aborts; resolves when everything has come to rest. */
export async function runDaemon(
  servers: readonly WatchedServer[],
  deps: DaemonDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, random, log } = deps;
  const outbox = new Outbox({ ...deps.outbox, store, clock, random, log }, signal);
  const known = new Map((await store.servers()).map((record) => [record.name, record]));
  const watches = servers.map((server) => {
    const watchDeps = { ...deps, onCommitted: () => outbox.kick() };
    return new ServerWatch(server, known.get(server.name)?.era ?? null, watchDeps, signal);
  });
  const stopAudit = deps.scheduleAudit(() => {
    for (const watch of watches) watch.audit();
  });
  try {
    await Promise.all([outbox.run(), ...watches.map((watch) => watch.run())]);
  } finally {
    stopAudit();
  }
}
