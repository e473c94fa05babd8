import { ViewComparison } from './compare-views.ts';
import { keepHouse, type HouseDeps } from './keep-house.ts';
import { Limiter } from './limiter.ts';
import { Outbox, type OutboxDeps } from './outbox.ts';
import type { Store, WatchedServer } from './ports.ts';
import { viewedServers, type ViewedServer } from './views.ts';
import { ServerWatch, type WatchDeps } from './watch-server.ts';

export interface DaemonDeps extends Omit<WatchDeps, 'onCommitted'> {
  readonly outbox: Omit<OutboxDeps, 'store' | 'log'>;
  readonly limiter: Limiter;
  readonly store: Store;
  /** Calls `tick` at every audit until the returned function is called. */
  readonly scheduleAudit: (tick: () => void) => () => void;
  readonly house: Pick<HouseDeps, 'retentionMs' | 'configPath'>;
  /** Calls `tick` whenever the house is to be kept until the returned function is called. */
  readonly scheduleHouse: (tick: () => void) => () => void;
}

/** A view that hangs lets the next one of its server begin after this long. */
const turnMs = 30_000;

/** Watches all servers and delivers alerts until `signal` aborts; resolves when everything has come to rest. */
export async function runDaemon(
  servers: readonly WatchedServer[],
  deps: DaemonDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = deps;
  const outbox = new Outbox({ ...deps.outbox, store, log }, signal);
  const known = new Map((await store.servers()).map((record) => [record.name, record]));
  const watchDeps = { ...deps, onCommitted: () => outbox.kick() };
  const start = (server: WatchedServer, own: Partial<WatchDeps> = {}): ServerWatch =>
    new ServerWatch(server, known.get(server.name)?.era ?? null, { ...watchDeps, ...own }, signal);
  const watches = [
    ...servers.filter(({ view }) => view === undefined).map((server) => start(server)),
    ...viewedServers(servers).flatMap((viewed) => watchViews(viewed, start, watchDeps)),
  ];
  const stopAudit = deps.scheduleAudit(() => {
    for (const watch of watches) watch.audit();
  });
  let keptHouse: Promise<void> = Promise.resolve();
  const tidy = (): void => {
    keptHouse = keptHouse.then(() => keepHouse(servers, { ...deps.house, store, clock, log }, signal));
  };
  tidy();
  const stopHouse = deps.scheduleHouse(tidy);
  try {
    await Promise.all([outbox.run(), ...watches.map((watch) => watch.run())]);
  } finally {
    stopAudit();
    stopHouse();
    await keptHouse;
  }
}

/** Watches one server under each of its identities, by turns, and compares what they are shown. */
function watchViews(
  viewed: ViewedServer,
  start: (view: WatchedServer, own: Partial<WatchDeps>) => ServerWatch,
  deps: WatchDeps,
): readonly ServerWatch[] {
  const comparison = new ViewComparison(viewed, deps);
  const turns = new Limiter(1, turnMs, deps.clock);
  const own: Partial<WatchDeps> = {
    // One after the other: what is told of one view need not be told of the next.
    limiter: { run: (work) => turns.run(() => deps.limiter.run(work)) },
    onChecked: async (result) => {
      const found = await comparison.note(result);
      if (found === 'again') for (const watch of watches) watch.readAgain();
      else if (found !== null) {
        deps.onResult(found);
        deps.onCommitted();
      }
    },
  };
  const watches = viewed.views.map((view) => start(view, own));
  return watches;
}
