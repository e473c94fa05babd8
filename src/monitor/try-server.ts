import type { DefinitionKind } from '../core/definition.ts';
import { countItems } from '../core/describe-items.ts';
import { isLaunchHeld } from './changed-launch.ts';
import type { FailedObservation, Source } from './ports-reading.ts';
import type { Store } from './ports-store.ts';
import type { WatchedServer } from './ports-watched.ts';

/** How a reading went that nobody compares or records. */
export type Tried =
  | { readonly kind: 'read'; readonly items: Readonly<Partial<Record<DefinitionKind, number>>> }
  | { readonly kind: 'failed'; readonly observation: FailedObservation }
  /** Not started or reached: its launch is not the one that was approved. */
  | { readonly kind: 'held' };

/** Reads a server once and forgets what it said. Throws when `signal` aborts. */
export async function tryServer(
  server: WatchedServer,
  store: Store | null,
  source: Source,
  signal: AbortSignal,
): Promise<Tried> {
  const state = await store?.state(server.name);
  if (state !== undefined && isLaunchHeld(server, state)) return { kind: 'held' };
  const opening = await source.open(server, state?.record?.era ?? null, signal);
  signal.throwIfAborted();
  if (opening.kind === 'failed') return opening;
  try {
    const observation = await opening.session.read(signal);
    signal.throwIfAborted();
    return 'items' in observation
      ? { kind: 'read', items: countItems(observation.items) }
      : { kind: 'failed', observation };
  } finally {
    await opening.session.close();
  }
}
