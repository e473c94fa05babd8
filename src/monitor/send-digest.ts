import { digestAlert } from '../core/digest-alert.ts';
import type { Digest } from '../core/digest.ts';
import { serverOf } from '../core/views.ts';
import type { ServerRecord } from './ports-record.ts';
import type { DigestRows, Store } from './ports-store.ts';
import type { AlertPolicy, WatchedServer } from './ports-watched.ts';
import type { Clock } from './ports-world.ts';

export interface DigestDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly alerts: AlertPolicy;
  readonly isWatched: (server: string) => boolean;
}

/** Tells the state of all servers, also when all is clear: so silence can be told from a daemon that is gone. */
export async function sendDigest(servers: readonly WatchedServer[], deps: DigestDeps): Promise<void> {
  const { store, clock, alerts, isWatched } = deps;
  const [rows, records] = await Promise.all([store.digest(), store.servers()]);
  const now = clock.now();
  const watched = records.filter(({ name }) => isWatched(name));
  await store.enqueue(
    digestAlert(digestOf(servers, watched, ofChannels(rows, alerts), isWatched, now), now),
    alerts.channels,
  );
}

/** A channel that is configured no more has nothing to deliver. */
function ofChannels(rows: DigestRows, alerts: AlertPolicy): DigestRows {
  return { ...rows, channels: rows.channels.filter(({ channel }) => alerts.channels.includes(channel)) };
}

function digestOf(
  servers: readonly WatchedServer[],
  records: readonly ServerRecord[],
  { since, open, quiet, channels }: DigestRows,
  isWatched: (server: string) => boolean,
  now: Date,
): Digest {
  const known = new Set(records.filter(({ lastReadingAt }) => lastReadingAt !== null).map(({ name }) => name));
  const neverRead = servers.filter(({ name }) => !known.has(name)).map(({ name }) => ({ server: name, at: null }));
  const at = now.toISOString();
  return {
    since,
    servers: new Set(servers.map(({ name }) => serverOf(name))).size,
    open: open.filter(({ server }) => isWatched(server)),
    quiet: quiet.filter(({ server }) => isWatched(server)),
    unverified: [
      ...neverRead,
      ...records.flatMap(({ name, unverifiedSince }) =>
        unverifiedSince === null ? [] : [{ server: name, at: unverifiedSince }],
      ),
    ],
    unapproved: records.filter(({ verdict }) => verdict === 'unapproved').map(({ name }) => name),
    snoozed: records.flatMap(({ name, snoozedUntil }) =>
      snoozedUntil !== null && snoozedUntil > at ? [{ server: name, at: snoozedUntil }] : [],
    ),
    channels,
  };
}
