import pc from 'picocolors';
import { contextLines } from '../core/compose-head.ts';
import { describeItems } from '../core/describe-items.ts';
import { worst } from '../core/finding.ts';
import { expectationAt, type Expectation } from '../core/expectation.ts';
import { visibleLabel } from '../core/visible-label.ts';
import { guardLine, makeVisible } from '../core/visible.ts';
import type { CurrentDrift, ServerRecord } from '../monitor/ports-record.ts';
import type { Store } from '../monitor/ports-store.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import { describeSince, describeWatch, isOverdue, paceOf } from './describe-watch.ts';
import { describeTime, describeVerdict, table } from './describe.ts';
import { channelToJson, describeOutbox } from './describe-outbox.ts';
import { printJson, type CommonOptions, type Io } from './io.ts';
import { exitCodeOf } from './exit-code.ts';
import { chooseRecords, withWire } from './with-wire.ts';

interface Row {
  readonly name: string;
  /** Null: not a server, but the comparison of what one shows to its identities. */
  readonly server: WatchedServer | null;
  readonly record: ServerRecord | null;
  readonly drift: readonly CurrentDrift[];
  readonly expectation: Expectation | null;
}

const maxSentences = 5;

/** What is known of each server, without reading any. */
export async function status(options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const store = await wire.store();
    const names = chooseRecords([], wire.config.servers);
    const rows = await Promise.all(names.map((name) => loadRow(name, wire.config.servers, store)));
    const outbox = await store.backlog();
    const channels = await store.channels(wire.alertPolicy.channels);
    const now = wire.clock.now();
    if (options.json === true)
      printJson(io, {
        schemaVersion: 1,
        at: now.toISOString(),
        servers: rows.map((row) => toJson(row, now)),
        outbox,
        channels: channels.map(channelToJson),
      });
    else {
      print(rows, now, io);
      io.out(describeOutbox(outbox, channels, pc.createColors(io.color)));
    }
    return exitCodeOf(rows.map(({ record }) => ({ verdict: record?.verdict ?? 'unverified' })));
  });
}

async function loadRow(name: string, servers: readonly WatchedServer[], store: Pick<Store, 'state'>): Promise<Row> {
  const { record, drift, expectation } = await store.state(name);
  return { name, server: servers.find((server) => server.name === name) ?? null, record, drift, expectation };
}

function openOf(drift: readonly CurrentDrift[]): readonly CurrentDrift[] {
  return drift.filter((item) => item.state === 'open');
}

function toJson({ name, server, record, drift, expectation }: Row, now: Date): unknown {
  return {
    server: name,
    verdict: record?.verdict ?? 'unverified',
    outcome: record?.outcome ?? null,
    reason: record === null ? 'never read' : record.reason,
    era: record?.era ?? null,
    protocolVersion: record?.protocolVersion ?? null,
    auth: record?.auth ?? null,
    package: record?.package ?? null,
    ttlMs: record?.ttlMs ?? null,
    listen: record?.listen ?? null,
    listenDetail: record?.listenDetail ?? null,
    remarks: record?.remarks ?? [],
    items: record?.items ?? {},
    fingerprint: record?.fingerprint ?? null,
    approvedFingerprint: record?.approvedFingerprint ?? null,
    lastReadingAt: record?.lastReadingAt ?? null,
    lastGoodAt: record?.lastGoodAt ?? null,
    verifiedSince: record?.verifiedSince ?? null,
    unverifiedSince: record?.unverifiedSince ?? null,
    nextReadingAt: record?.nextReadingAt ?? null,
    overdue: record !== null && isOverdue(record, now),
    paceMs: record === null || server === null ? null : paceOf(server, record),
    snoozedUntil: snoozedUntil(record, now),
    expected: expectationAt(expectation, now.toISOString()),
    drift: drift.map(({ id: _id, closedAt: _closedAt, ...item }) => item),
  };
}

function print(rows: readonly Row[], now: Date, io: Io): void {
  const colors = pc.createColors(io.color);
  const head = ['server', 'verdict', 'serves', 'open drift', 'last reading', 'next reading'].map((title) =>
    colors.dim(title),
  );
  io.out(
    table([
      head,
      ...rows.map(({ name, record, drift }) => [
        name,
        describeVerdict(record?.verdict ?? 'unverified', colors),
        record?.lastCompleteAt == null ? '-' : describeItems(record.items, record.name),
        describeDrift(drift),
        describeTime(record?.lastReadingAt ?? null),
        record?.nextReadingAt == null ? '-' : describeTime(record.nextReadingAt),
      ]),
    ]),
  );
  for (const { name, server, record, drift, expectation } of rows) {
    if (record !== null) {
      const how = server === null ? 'compared whenever its identities are read' : describeWatch(server, record, now);
      const line = `  ${name}: ${describeSince(record)}; ${how}\n`;
      io.out(record.unverifiedSince === null ? colors.dim(line) : colors.yellow(line));
    }
    const notes = [
      record === null ? 'never read: run `tooldrift check`' : record.reason,
      ...(record?.remarks ?? []),
      ...describeAttention(record, drift, expectation, now),
      ...describeContext(openOf(drift)),
    ];
    for (const note of notes) if (note !== null) io.out(colors.dim(`  ${name}: ${guardLine(note)}\n`));
  }
}

function snoozedUntil(record: ServerRecord | null, now: Date): string | null {
  const until = record?.snoozedUntil ?? null;
  return until !== null && until > now.toISOString() ? until : null;
}

/** How people live with it at the moment. */
function describeAttention(
  record: ServerRecord | null,
  drift: readonly CurrentDrift[],
  expectation: Expectation | null,
  now: Date,
): readonly string[] {
  const until = snoozedUntil(record, now);
  const expected = expectationAt(expectation, now.toISOString());
  const seen = openOf(drift).filter(({ ackedAt }) => ackedAt !== null);
  return [
    ...(until === null ? [] : [`snoozed: no messages until ${describeTime(until)}`]),
    ...(expected === null ? [] : [describeExpected(expected)]),
    ...seen
      .slice(0, maxSentences)
      .map((item) => `${visibleLabel(item)} seen by ${makeVisible(item.ackedBy ?? '')}, no reminders`),
    ...(seen.length > maxSentences ? [`and ${seen.length - maxSentences} more seen`] : []),
  ];
}

function describeExpected({ by, note, until }: Expectation): string {
  const why = note === null ? '' : `: ${makeVisible(note)}`;
  return `changes are expected until ${describeTime(until)} by ${makeVisible(by)}${why}`;
}

/** How open drift came about, each sentence once. */
function describeContext(drift: readonly CurrentDrift[]): readonly string[] {
  return [...new Set(drift.flatMap(contextLines))].slice(0, maxSentences).map((line) => guardLine(line));
}

/** `3 (high), 1 rejected`: what is rejected is drift as well, and nobody has to decide on it. */
function describeDrift(drift: readonly CurrentDrift[]): string {
  const open = openOf(drift);
  const rejected = drift.length - open.length;
  const parts = [
    ...(open.length === 0 ? [] : [`${open.length} (${worst(open.map((item) => item.severity))})`]),
    ...(rejected === 0 ? [] : [`${rejected} rejected`]),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}
