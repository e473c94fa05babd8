import { parseCanonical } from '../core/compare.ts';
import { trustingClients, type TrustingClient } from '../core/unasked.ts';
import type { CheckDeps } from './check-result.ts';
import type { WatchedServer } from './ports-watched.ts';

/** The clients that run tools of `server` without asking, as the files of those that are followed said last. */
export async function trustingClientsOf(
  { launchKey }: WatchedServer,
  { followed = [], store }: Pick<CheckDeps, 'followed' | 'store'>,
): Promise<readonly TrustingClient[]> {
  if (launchKey === undefined) return [];
  const surfaces = await Promise.all(followed.map((name) => store.latestSurface(name)));
  const items = surfaces
    .flatMap((surface) => surface?.definitions ?? [])
    .filter(({ kind }) => kind === 'client-server');
  return trustingClients(
    items.map(({ kind, name, text }) => ({ kind, name, value: parseCanonical(text) })),
    launchKey,
  );
}
