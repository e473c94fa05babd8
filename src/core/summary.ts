import type { Alert, AlertReason } from './alert.ts';
import { itemKey, type DefinitionKind } from './definition.ts';
import { severities, worst, type Finding, type Severity } from './finding.ts';
import { severityOf, type Newcomer } from './newcomer.ts';

/** `late`: the channel could not be reached, or nobody delivered; `limit`: more than the limit of an hour; `first-seen`: new servers. */
export type SummaryCause = 'late' | 'limit' | 'first-seen';

/** Several alerts told in one message: the newest state of each server, the gravest first. */
export interface Summary {
  readonly cause: SummaryCause;
  /** How many alerts it stands for. */
  readonly alerts: number;
  /** When the first and the last of them were decided. */
  readonly from: string;
  readonly to: string;
  readonly servers: readonly ServerSummary[];
  /** Servers beyond those. */
  readonly moreServers: number;
}

export interface ServerSummary {
  readonly server: string;
  readonly alerts: number;
  /** The worst of what is open. */
  readonly severity: Severity;
  /** What is not as approved after the last of these alerts; the gravest first, of many the first few. */
  readonly open: readonly ItemInSummary[];
  readonly openCount: number;
  /** Differences that came and went, or were decided, in the meantime. */
  readonly settledCount: number;
  /** Why the server cannot be verified after the last of these alerts. */
  readonly trouble: 'server-blind' | 'needs-login' | null;
  /** It waits for its first approval: what it shows. Absent: it does not. */
  readonly newcomer?: Newcomer;
}

export interface ItemInSummary {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly severity: Severity;
}

/** What of an alert goes into a summary. */
export interface AlertDigest {
  readonly server: string;
  readonly reason: AlertReason;
  readonly at: string;
  readonly items: readonly ItemInSummary[];
  /** What it says has ended beside that. Absent: nothing. */
  readonly ended?: readonly ItemInSummary[];
  readonly newcomer?: Newcomer;
}

/** A name may be a megabyte long; two that are alike for so long count as one. */
const maxName = 300;

export function digestOf({ server, reason, at, findings, reverted, newcomer }: Alert): AlertDigest {
  const ended = reverted.length === 0 ? {} : { ended: reverted.map(itemOf) };
  const items = findings.map(itemOf);
  return { server, reason, at, items, ...ended, ...(newcomer === undefined ? {} : { newcomer: fewer(newcomer) }) };
}

function fewer({ items, signals, moreSignals }: Newcomer): Newcomer {
  const shown = signals.slice(0, maxItems);
  return { items, signals: shown, moreSignals: moreSignals + signals.length - shown.length };
}

function itemOf({ kind, name, severity }: Finding): ItemInSummary {
  return { kind, name: name.slice(0, maxName), severity };
}

const maxServers = 40;
const maxItems = 5;

/** What `alerts`, one or more in the order in which they were decided, come to. */
export function summarise(alerts: readonly AlertDigest[], cause: SummaryCause): Summary {
  const byServer = new Map<string, AlertDigest[]>();
  for (const alert of alerts) {
    const others = byServer.get(alert.server);
    if (others === undefined) byServer.set(alert.server, [alert]);
    else others.push(alert);
  }
  const servers = [...byServer].map(([server, own]) => summariseServer(server, own)).sort(gravestFirst);
  return {
    cause,
    alerts: alerts.length,
    from: alerts[0]?.at ?? '',
    to: alerts.at(-1)?.at ?? '',
    servers: servers.slice(0, maxServers),
    moreServers: Math.max(0, servers.length - maxServers),
  };
}

function summariseServer(server: string, alerts: readonly AlertDigest[]): ServerSummary {
  const open = new Map<string, ItemInSummary>();
  const seen = new Set<string>();
  let trouble: ServerSummary['trouble'] = null;
  let newcomer: Newcomer | undefined;
  for (const { reason, items, ended = [], ...alert } of alerts) {
    if (reason === 'first-seen') newcomer = alert.newcomer ?? unknown;
    // What is compared is approved.
    else if (items.length > 0) newcomer = undefined;
    if (reason === 'server-blind' || reason === 'needs-login') trouble = reason;
    if (reason === 'server-back') trouble = null;
    const isSettled = reason === 'reverted' || reason === 'approved' || reason === 'rejected';
    for (const key of ended.map(itemKey)) {
      seen.add(key);
      open.delete(key);
    }
    for (const item of items) {
      const key = itemKey(item);
      seen.add(key);
      if (isSettled) open.delete(key);
      else open.set(key, item);
    }
  }
  const items = [...open.values()].sort((a, b) => rank(a.severity) - rank(b.severity));
  return {
    server,
    alerts: alerts.length,
    severity: worst([
      ...items.map(({ severity }) => severity),
      ...(trouble === null ? [] : (['high'] as const)),
      ...(newcomer === undefined ? [] : [severityOf(newcomer)]),
    ]),
    open: items.slice(0, maxItems),
    openCount: items.length,
    settledCount: seen.size - items.length,
    trouble,
    ...(newcomer !== undefined && { newcomer }),
  };
}

/** Of what an older version stored. */
const unknown: Newcomer = { items: {}, signals: [], moreSignals: 0 };

function gravestFirst(a: ServerSummary, b: ServerSummary): number {
  return rank(a.severity) - rank(b.severity) || b.openCount - a.openCount || (a.server < b.server ? -1 : 1);
}

function rank(severity: Severity): number {
  return severities.indexOf(severity);
}
