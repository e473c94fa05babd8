import type { Alert } from './alert.ts';
import { atLeast, type Severity } from './finding.ts';
import { serverOf } from './views.ts';
import { matchesWildcard } from './wildcard.ts';

/** What a channel wants to hear. */
export interface ChannelFilter {
  /** Alerts about less severe differences are not sent on it. Null: all are. */
  readonly minSeverity: Severity | null;
  /** Names of servers, in which `*` stands for any characters. Null: all servers. */
  readonly servers: readonly string[] | null;
}

export interface Route {
  /** The channels that an alert goes to. */
  readonly channels: readonly string[];
  /** Those that hear of it if they were told how the trouble began. */
  readonly followers: readonly string[];
}

/** Where an alert goes, of `channels`. One without a filter gets everything. */
export function routeOf(
  alert: Pick<Alert, 'server' | 'severity' | 'findings'>,
  channels: readonly string[],
  filters: Readonly<Record<string, ChannelFilter>>,
): Route {
  const caring = channels.filter((name) => caresFor(filters[name]?.servers ?? null, alert.server));
  const chosen = caring.filter((name) => isGrave(filters[name]?.minSeverity ?? null, alert));
  return { channels: chosen, followers: caring.filter((name) => !chosen.includes(name)) };
}

/** What is not about differences (a server that cannot be verified, or can be again) has no severity to go by. */
function isGrave(minSeverity: Severity | null, alert: Pick<Alert, 'severity' | 'findings'>): boolean {
  return minSeverity === null || alert.findings.length === 0 || atLeast(alert.severity, minSeverity);
}

/** The same text for the same filter. */
export function filterKey({ minSeverity, servers }: ChannelFilter): string {
  return JSON.stringify([minSeverity, servers]);
}

/** True if who filters servers by `patterns` wants to hear of this one. */
export function caresFor(patterns: readonly string[] | null, server: string): boolean {
  return patterns === null || patterns.some((pattern) => matchesServer(pattern, server));
}

/** True if `pattern` names a server, or the server that `name` is a view of. */
export function matchesServer(pattern: string, name: string): boolean {
  return matchesWildcard(pattern, name) || matchesWildcard(pattern, serverOf(name));
}
