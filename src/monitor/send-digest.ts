import { digestAlert } from '../core/digest-alert.ts';
import type { Digest } from '../core/digest.ts';
import { filterDigest } from '../core/filter-digest.ts';
import { caresFor, filterKey, type ChannelFilter } from '../core/route.ts';
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

/**
 * Tells the state of all servers, also when all is clear: so silence can be told from a daemon that is gone. Each channel is told of
 * what it wants to hear; those that want the same get the same.
 */
export async function sendDigest(servers: readonly WatchedServer[], deps: DigestDeps): Promise<void> {
  const { store, clock, alerts, isWatched } = deps;
  const now = clock.now();
  const [rows, records] = await Promise.all([store.digest(startOfMinute(now)), store.servers()]);
  const known = { servers, records, rows: ofChannels(rows, alerts) };
  for (const { filter, channels } of audiences(alerts)) {
    const cares = (server: string): boolean => isWatched(server) && caresFor(filter?.servers ?? null, server);
    await store.enqueue(digestAlert(filterDigest(digestOf(known, cares, now), filter), now), channels);
  }
}

/** What was decided in this minute is this digest. */
function startOfMinute(now: Date): string {
  return `${now.toISOString().slice(0, 16)}:00.000Z`;
}

interface Audience {
  /** Null: they want to hear everything. */
  readonly filter: ChannelFilter | null;
  readonly channels: readonly string[];
}

/** Channels by what they want to hear. Without any channel the digest is on record all the same. */
function audiences({ channels, filters = {} }: AlertPolicy): readonly Audience[] {
  const found = new Map<string, { filter: ChannelFilter | null; channels: string[] }>();
  for (const channel of channels) {
    const { minSeverity = null, servers = null } = filters[channel] ?? {};
    const filter = minSeverity === null && servers === null ? null : { minSeverity, servers };
    const key = filter === null ? '' : filterKey(filter);
    const known = found.get(key);
    if (known === undefined) found.set(key, { filter, channels: [channel] });
    else known.channels.push(channel);
  }
  return found.size === 0 ? [{ filter: null, channels: [] }] : [...found.values()];
}

/** A channel that is configured no more has nothing to deliver. */
function ofChannels(rows: DigestRows, alerts: AlertPolicy): DigestRows {
  return { ...rows, channels: rows.channels.filter(({ channel }) => alerts.channels.includes(channel)) };
}

/** What is known of everything. */
interface Known {
  readonly servers: readonly WatchedServer[];
  readonly records: readonly ServerRecord[];
  readonly rows: DigestRows;
}

function digestOf(known: Known, cares: (server: string) => boolean, now: Date): Digest {
  const { since, open, quiet, channels } = known.rows;
  const servers = known.servers.filter(({ name }) => cares(name));
  const records = known.records.filter(({ name }) => cares(name));
  const read = new Set(records.filter(({ lastReadingAt }) => lastReadingAt !== null).map(({ name }) => name));
  const neverRead = servers.filter(({ name }) => !read.has(name)).map(({ name }) => ({ server: name, at: null }));
  const at = now.toISOString();
  return {
    since,
    servers: new Set(servers.map(({ name }) => serverOf(name))).size,
    open: open.filter(({ server }) => cares(server)),
    quiet: quiet.filter(({ server }) => cares(server)),
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
