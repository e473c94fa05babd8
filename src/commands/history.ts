import pc from 'picocolors';
import { describePackage } from '../core/circumstances.ts';
import { contextLines } from '../core/compose-head.ts';
import { shortFingerprint } from '../core/fingerprint.ts';
import { visibleLabel } from '../core/visible-label.ts';
import { visibleName } from '../core/visible-line.ts';
import { guardLine, makeVisible } from '../core/visible.ts';
import type { DeliveryStatus } from '../monitor/ports-delivery.ts';
import type { HistoryEntry } from '../monitor/ports-record.ts';
import type { Store } from '../monitor/ports-store.ts';
import { describeTime, table } from './describe.ts';
import { describeDecision } from './describe-decision.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { parseSince } from './since.ts';
import { chooseRecords, withWire } from './with-wire.ts';

export interface HistoryOptions extends CommonOptions {
  readonly limit?: number;
  readonly item?: string;
  readonly since?: string;
}

const defaultLimit = 100;

/** Snapshots, drift, decisions and alerts in time order. */
export async function history(
  server: string | undefined,
  item: string | undefined,
  options: HistoryOptions,
  io: Io,
): Promise<number> {
  return withWire(options, io, async (wire) => {
    const names = server === undefined ? [undefined] : chooseRecords([server], wire.config.servers);
    const store = await wire.store();
    const { limit = defaultLimit, since } = options;
    const about = item ?? options.item;
    const filter = {
      limit,
      ...(about !== undefined && { item: about }),
      ...(since !== undefined && { since: parseSince(since, wire.clock.now()) }),
    };
    const entries = await loadHistory(names, filter, store);
    if (options.json === true) printJson(io, { schemaVersion: 1, entries });
    else if (entries.length === 0) io.out('nothing happened yet\n');
    else io.out(table(gather(entries).map((group) => row(group, io))));
    return exitCodes.clean;
  });
}

/** The newest entries of the servers named (undefined: of all), newest last. */
async function loadHistory(
  names: readonly (string | undefined)[],
  filter: Omit<Parameters<Store['history']>[0], 'server'>,
  store: Store,
): Promise<readonly HistoryEntry[]> {
  const histories = await Promise.all(
    names.map((server) => store.history(server === undefined ? filter : { ...filter, server })),
  );
  const inOrder = histories.flat().toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return inOrder.slice(-filter.limit);
}

type Group = readonly [HistoryEntry, ...HistoryEntry[]];

/** What was approved together is one line. */
function gather(entries: readonly HistoryEntry[]): readonly Group[] {
  const groups: [HistoryEntry, ...HistoryEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && isSameApproval(last[0], entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function isSameApproval(a: HistoryEntry, b: HistoryEntry): boolean {
  return (
    a.type === 'approval' &&
    b.type === 'approval' &&
    a.server === b.server &&
    a.at === b.at &&
    a.by === b.by &&
    a.note === b.note
  );
}

function row([first, ...others]: Group, io: Io): readonly string[] {
  const head = [describeTime(first.at), first.server, first.type];
  if (others.length === 0 || first.type !== 'approval') return [...head, describe(first, io)];
  return [...head, `${others.length + 1} definitions ${byWhom(first)}`];
}

/** `by ann from root@box: note`. Most decide on their own machine under their own name: then it is said once. */
function byWhom(entry: Extract<HistoryEntry, { type: 'approval' | 'volatile' | 'decision' | 'attention' }>): string {
  const { by, note } = entry;
  const from = entry.type === 'attention' ? null : entry.from;
  const where = from === null || from === by ? '' : ` from ${makeVisible(from)}`;
  const importedBy = entry.type === 'approval' ? entry.importedBy : null;
  const how = importedBy === null ? '' : `, imported by ${makeVisible(importedBy)}`;
  return `by ${makeVisible(by)}${how}${where}${note === null ? '' : `: ${makeVisible(note)}`}`;
}

function describe(entry: HistoryEntry, io: Io): string {
  const colors = pc.createColors(io.color);
  switch (entry.type) {
    case 'snapshot':
      return `${entry.items} definitions, ${shortFingerprint(entry.fingerprint)}, until ${describeTime(entry.lastSeenAt)}${describeCircumstances(entry)}`;
    case 'drift':
      return `${visibleLabel(entry)} ${entry.change} (${entry.severity}), ${entry.state}${entry.closedAt === null ? '' : ` ${describeTime(entry.closedAt)}`}${describeContext(entry)}`;
    case 'approval': {
      const what = entry.fingerprint === null ? 'its absence' : shortFingerprint(entry.fingerprint);
      return `${visibleLabel(entry)} ${what} ${byWhom(entry)}`;
    }
    case 'volatile': {
      const how = entry.action === 'add' ? 'may vary' : 'may no longer vary';
      return `${visibleLabel(entry)} ${makeVisible(entry.pointer)} ${how}: ${makeVisible(entry.pattern)} ${byWhom(entry)}`;
    }
    case 'attention':
      return `${describeAttention(entry)} ${byWhom(entry)}`;
    case 'decision':
      return `${describeDecision(entry)} ${byWhom(entry)}`;
    case 'alert':
      return `${entry.reason}${entry.channel === undefined ? '' : ` ${entry.channel}`} (${entry.severity}) ${colors.dim(entry.deliveries.map(describeDelivery).join(', '))}`;
  }
}

/** `, over 2025-11-25, none, server-files 2026.7.10`: what is known of how a surface was seen. */
function describeCircumstances(entry: Extract<HistoryEntry, { type: 'snapshot' }>): string {
  const { protocolVersion, auth, package: served } = entry;
  const parts = [
    ...(protocolVersion === null ? [] : [`over ${visibleName(protocolVersion, 40)}`]),
    ...(auth === null || auth === 'none' ? [] : [`with ${visibleName(auth)}`]),
    ...(served === null ? [] : [`served by ${describePackage(served)}`]),
  ];
  return parts.map((part) => `, ${part}`).join('');
}

function describeAttention(entry: Extract<HistoryEntry, { type: 'attention' }>): string {
  if (entry.action === 'ack') return `${visibleLabel(entry)} seen`;
  const what = entry.action === 'snooze' ? 'no messages' : 'changes are expected';
  return `${what} until ${describeTime(entry.until)}`;
}

function describeContext(entry: Extract<HistoryEntry, { type: 'drift' }>): string {
  return contextLines(entry)
    .map((line) => `; ${guardLine(line)}`)
    .join('');
}

function describeDelivery({ channel, state, sentAt, error, attempts }: DeliveryStatus): string {
  if (state === 'sent') return `${channel} sent ${describeTime(sentAt)}`;
  if (state === 'summarised') return `${channel} told in a summary`;
  return `${channel} ${state} after ${attempts} attempt${attempts === 1 ? '' : 's'}${error === null ? '' : `: ${makeVisible(error)}`}`;
}
