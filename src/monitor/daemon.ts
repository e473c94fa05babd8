import { keepAttending, type AttendDeps } from './attend.ts';
import { ViewComparison } from './compare-views.ts';
import { DeadMan, type DeadManDeps } from './dead-man.ts';
import { keepHouse, type HouseDeps } from './keep-house.ts';
import { Limiter } from './limiter.ts';
import { Outbox, type OutboxDeps } from './outbox.ts';
import type { Store } from './ports-store.ts';
import type { WatchedServer } from './ports-watched.ts';
import { sendDigest } from './send-digest.ts';
import { viewedServers, type ViewedServer } from './views.ts';
import { ServerWatch, type WatchDeps } from './watch-server.ts';

export interface DaemonDeps extends Omit<WatchDeps, 'onCommitted'> {
  readonly outbox: Omit<OutboxDeps, 'store' | 'log'>;
  readonly limiter: Limiter;
  readonly store: Store;
  /** Calls `tick` at every audit until the returned function is called. */
  readonly scheduleAudit: (tick: () => void) => () => void;
  /** Calls `tick` when a digest is due, in the same way; null: nobody wants one. */
  readonly scheduleDigest: ((tick: () => void) => () => void) | null;
  readonly attend: AttendDeps;
  /** Null: nobody waits for signs of life. */
  readonly deadMan: Pick<DeadManDeps, 'everyMs' | 'ping'> | null;
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
  const deadMan = deps.deadMan === null ? null : new DeadMan(servers, { ...deps, ...deps.deadMan });
  const watchDeps: WatchDeps = {
    ...deps,
    onCommitted: () => outbox.kick(),
    onChecked: async ({ server }) => deadMan?.noteChecked(server),
  };
  const start = (server: WatchedServer, own: Partial<WatchDeps> = {}): ServerWatch =>
    new ServerWatch(server, known.get(server.name)?.era ?? null, { ...watchDeps, ...own }, signal);
  const watches = [
    ...servers.filter(({ view }) => view === undefined).map((server) => start(server)),
    ...viewedServers(servers).flatMap((viewed) => watchViews(viewed, start, watchDeps)),
  ];
  const stopAudit = deps.scheduleAudit(() => {
    for (const watch of watches) watch.audit();
  });
  const stopDigest = deps.scheduleDigest?.(() => void digest(servers, deps, () => outbox.kick()));
  const attending = { ...deps.attend, log, onTold: () => outbox.kick() };
  let keptHouse: Promise<void> = Promise.resolve();
  const tidy = (): void => {
    keptHouse = keptHouse.then(() => keepHouse(servers, { ...deps.house, store, clock, log }, signal));
  };
  tidy();
  const stopHouse = deps.scheduleHouse(tidy);
  try {
    await Promise.all([
      outbox.run(),
      keepAttending(attending, signal),
      deadMan?.run(signal),
      ...watches.map((watch) => watch.run()),
    ]);
  } finally {
    stopAudit();
    stopDigest?.();
    stopHouse();
    await keptHouse;
  }
}

async function digest(servers: readonly WatchedServer[], deps: DaemonDeps, onTold: () => void): Promise<void> {
  try {
    await sendDigest(servers, deps.attend);
    onTold();
  } catch (error) {
    deps.log.error({ err: error }, 'the digest could not be made');
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
      await deps.onChecked?.(result);
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
