import { firstSeenKey, isTold, toldKey } from '../core/situation.ts';
import type { CheckStore } from './ports-store.ts';
import type { WatchedServer } from './ports-watched.ts';

/** A server that is read under several identities. */
export interface ViewedServer {
  readonly name: string;
  /** One for each identity, in the order of the config. */
  readonly views: readonly WatchedServer[];
}

/** Those of `servers` that are views, by the server that they show. */
export function viewedServers(servers: readonly WatchedServer[]): readonly ViewedServer[] {
  const views = new Map<string, WatchedServer[]>();
  for (const server of servers) {
    if (server.view === undefined) continue;
    const known = views.get(server.view.server);
    if (known === undefined) views.set(server.view.server, [server]);
    else known.push(server);
  }
  return [...views].map(([name, list]) => ({ name, views: list }));
}

/** What people were told of under another view of the same server (`toldKey`). The same change is told once. */
export async function toldBySiblings({ view }: WatchedServer, store: CheckStore): Promise<ReadonlySet<string>> {
  const states = await Promise.all((view?.siblings ?? []).map((sibling) => store.state(sibling)));
  return new Set(
    states.flatMap(({ record, drift }) => [
      ...((record?.firstSeenAlertedAt ?? null) === null ? [] : [firstSeenKey]),
      ...drift.filter(isTold).map(toldKey),
    ]),
  );
}
