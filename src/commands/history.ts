import pc from 'picocolors';
import { describePackage } from '../core/circumstances.ts';
import { contextLines } from '../core/compose-finding.ts';
import { shortFingerprint } from '../core/fingerprint.ts';
import { itemLabel } from '../core/item-label.ts';
import { visibleName } from '../core/visible-line.ts';
import { guardLine, makeVisible } from '../core/visible.ts';
import type { DeliveryStatus, HistoryEntry, Store } from '../monitor/ports.ts';
import { describeTime, table } from './describe.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { chooseRecords, withWire } from './with-wire.ts';

export interface HistoryOptions extends CommonOptions {
  readonly limit?: number;
}

const defaultLimit = 100;

/** Snapshots, drift, approvals and alerts in time order. */
export async function history(
  server: string | undefined,
  item: string | undefined,
  options: HistoryOptions,
  io: Io,
): Promise<number> {
  return withWire(options, io, async (wire) => {
    const names = server === undefined ? [undefined] : chooseRecords([server], wire.config.servers);
    const store = await wire.store();
    const limit = options.limit ?? defaultLimit;
    const entries = await loadHistory(names, item, limit, store);
    if (options.json === true) printJson(io, { schemaVersion: 1, entries });
    else if (entries.length === 0) io.out('nothing happened yet\n');
    else io.out(table(gather(entries).map((group) => row(group, io))));
    return exitCodes.clean;
  });
}

/** The newest `limit` entries of the servers named (undefined: of all), newest last. */
async function loadHistory(
  names: readonly (string | undefined)[],
  item: string | undefined,
  limit: number,
  store: Store,
): Promise<readonly HistoryEntry[]> {
  const histories = await Promise.all(
    names.map((server) =>
      store.history({ limit, ...(server === undefined ? {} : { server }), ...(item === undefined ? {} : { item }) }),
    ),
  );
  const inOrder = histories.flat().toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return inOrder.slice(-limit);
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

function byWhom(entry: Extract<HistoryEntry, { type: 'approval' | 'volatile' }>): string {
  const { by, note } = entry;
  const importedBy = entry.type === 'approval' ? entry.importedBy : null;
  const how = importedBy === null ? '' : `, imported by ${makeVisible(importedBy)}`;
  return `by ${makeVisible(by)}${how}${note === null ? '' : `: ${makeVisible(note)}`}`;
}

function describe(entry: HistoryEntry, io: Io): string {
  const colors = pc.createColors(io.color);
  switch (entry.type) {
    case 'snapshot':
      return `${entry.items} definitions, ${shortFingerprint(entry.fingerprint)}, until ${describeTime(entry.lastSeenAt)}${describeCircumstances(entry)}`;
    case 'drift':
      return `${makeVisible(itemLabel(entry))} ${entry.change} (${entry.severity}), ${entry.state}${entry.closedAt === null ? '' : ` ${describeTime(entry.closedAt)}`}${describeContext(entry)}`;
    case 'approval': {
      const what = entry.fingerprint === null ? 'its absence' : shortFingerprint(entry.fingerprint);
      return `${makeVisible(itemLabel(entry))} ${what} ${byWhom(entry)}`;
    }
    case 'volatile': {
      const how = entry.action === 'add' ? 'may vary' : 'may no longer vary';
      return `${makeVisible(itemLabel(entry))} ${makeVisible(entry.pointer)} ${how}: ${makeVisible(entry.pattern)} ${byWhom(entry)}`;
    }
    case 'alert':
      return `${entry.reason} (${entry.severity}) ${colors.dim(entry.deliveries.map(describeDelivery).join(', '))}`;
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

function describeContext(entry: Extract<HistoryEntry, { type: 'drift' }>): string {
  return contextLines(entry)
    .map((line) => `; ${guardLine(line)}`)
    .join('');
}

function describeDelivery({ channel, state, sentAt, error, attempts }: DeliveryStatus): string {
  if (state === 'sent') return `${channel} sent ${describeTime(sentAt)}`;
  return `${channel} ${state} after ${attempts} attempt${attempts === 1 ? '' : 's'}${error === null ? '' : `: ${makeVisible(error)}`}`;
}
