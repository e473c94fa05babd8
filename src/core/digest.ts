import type { Severity } from './finding.ts';
import type { ChannelFilter } from './route.ts';

/** The state of everything that is watched, told at fixed times. */
export interface Digest {
  /** ISO 8601 UTC time of the digest before, null for the first. */
  readonly since: string | null;
  /** How many servers are watched. */
  readonly servers: number;
  /** Servers with open drift. */
  readonly open: readonly DigestDrift[];
  /** Servers with changes since the last digest that were too slight for an alert. */
  readonly quiet: readonly DigestDrift[];
  /** Servers that cannot be verified. */
  readonly unverified: readonly DigestServer[];
  /** Servers that wait for their first approval. */
  readonly unapproved: readonly string[];
  /** Servers of which nothing is told until a time. */
  readonly snoozed: readonly DigestServer[];
  /** Channels with messages that did not arrive. */
  readonly channels: readonly DigestChannel[];
  /** What the channel that it goes to wants to hear; the rest is left out. Absent: everything. */
  readonly filter?: ChannelFilter;
  /** How many servers have open drift that is less severe than that. Absent: none. */
  readonly lesser?: number;
}

export interface DigestDrift {
  readonly server: string;
  readonly definitions: number;
  readonly severity: Severity;
  /** ISO 8601 UTC time since which the oldest of it is there. */
  readonly since: string;
  /** How many of the definitions somebody has seen (`tooldrift ack`) or rejected. */
  readonly known: number;
}

export interface DigestServer {
  readonly server: string;
  /** ISO 8601 UTC time: unverified since, snoozed until. */
  readonly at: string | null;
}

export interface DigestChannel {
  readonly channel: string;
  /** Messages that are tried again. */
  readonly waiting: number;
  /** Messages that were given up since the last digest. */
  readonly failed: number;
}

/** True if nothing waits for a person. */
export function isAllClear({ open, unverified, unapproved, snoozed, channels, lesser = 0 }: Digest): boolean {
  return lesser === 0 && [open, unverified, unapproved, snoozed, channels].every((list) => list.length === 0);
}
