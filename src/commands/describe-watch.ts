import { paceMs } from '../core/schedule.ts';
import { visibleName } from '../core/visible-line.ts';
import type { ListenState } from '../monitor/ports-reading.ts';
import type { ServerRecord } from '../monitor/ports-record.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import { describeTime } from './describe.ts';

/** A reading that is late by this much does not come: nobody watches. */
const lateMs = 5 * 60_000;

/** True if the reading that was planned should have come long ago. */
export function isOverdue({ nextReadingAt }: ServerRecord, now: Date): boolean {
  return nextReadingAt !== null && now.getTime() - Date.parse(nextReadingAt) > lateMs;
}

/** How far apart the readings of a server are when all is well, before jitter. Milliseconds. */
export function paceOf({ policy }: WatchedServer, { ttlMs, listen }: ServerRecord): number {
  return paceMs({ ttlMs, policy, isListening: listen === 'honoured' });
}

/**
 * Since when the server is verified, or is not: `verified since 2026-12-01 10:00:00 UTC over 2025-11-25`. What it shows over
 * another protocol was not read.
 */
export function describeSince({ verifiedSince, unverifiedSince, protocolVersion }: ServerRecord): string {
  if (unverifiedSince !== null) return `not verified since ${describeTime(unverifiedSince)}`;
  if (verifiedSince === null) return 'not verified yet';
  const over = protocolVersion === null ? '' : ` over ${visibleName(protocolVersion, 40)}`;
  return `verified since ${describeTime(verifiedSince)}${over}`;
}

const unheard: Readonly<Record<Exclude<ListenState, 'honoured'>, string>> = {
  empty: 'the server grants no notifications',
  refused: 'the server refused to notify',
  flapping: 'its notification streams keep breaking off',
  unsupported: 'the server does not notify',
};

/** How a server is watched: `listens, and reads about every 15 min`. */
export function describeWatch(server: WatchedServer, record: ServerRecord, now: Date): string {
  const { nextReadingAt, outcome, failures, listen, listenDetail } = record;
  if (nextReadingAt === null) return 'read by `tooldrift check` only';
  if (isOverdue(record, now))
    return `not watched now: the reading planned for ${describeTime(nextReadingAt)} did not come; is \`tooldrift run\` running?`;
  if (outcome === 'warming-up') return 'read again soon';
  if (failures > 0) return `tried again after growing pauses, ${span(server.policy.maxIntervalMs)} at most`;
  const reads = `about every ${span(paceOf(server, record))}`;
  if (listen === 'honoured')
    return [`listens, and reads ${reads}`, listenDetail].filter((part) => part !== null).join('; ');
  const isFresh = server.launch.kind === 'stdio' && !server.policy.keepAlive;
  if (isFresh) return `starts it and reads ${reads}`;
  return listen === null ? `reads ${reads}` : `reads ${reads}; ${listenDetail ?? unheard[listen]}`;
}

/** `90 s`, `15 min`, `2 h`: the largest unit that leaves no rest. */
function span(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${Math.round(ms / 1_000)} s`;
}
