import pc from 'picocolors';
import { worst, type Severity } from '../core/finding.ts';
import type { Backlog, CurrentDrift, ServerRecord } from '../monitor/ports.ts';
import { describeItems, describeTime, describeVerdict, table } from './describe.ts';
import { printJson, type CommonOptions, type Io } from './io.ts';
import { exitCodeOf } from './exit-code.ts';
import { chooseRecords, withWire } from './with-wire.ts';

interface Row {
  readonly server: string;
  readonly record: ServerRecord | null;
  readonly drift: readonly CurrentDrift[];
}

/** What is known of each server, without reading any. */
export async function status(options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const store = await wire.store();
    const names = chooseRecords([], wire.config.servers);
    const rows = await Promise.all(names.map((name) => loadRow(name, store)));
    const outbox = await store.backlog();
    if (options.json === true)
      printJson(io, { schemaVersion: 1, at: wire.clock.now().toISOString(), servers: rows.map(toJson), outbox });
    else print(rows, outbox, io);
    return exitCodeOf(rows.map(({ record }) => ({ verdict: record?.verdict ?? 'unverified' })));
  });
}

async function loadRow(
  name: string,
  store: { state: (name: string) => Promise<{ record: ServerRecord | null; drift: readonly CurrentDrift[] }> },
): Promise<Row> {
  const { record, drift } = await store.state(name);
  return { server: name, record, drift };
}

function openOf(drift: readonly CurrentDrift[]): readonly CurrentDrift[] {
  return drift.filter((item) => item.state === 'open');
}

function toJson({ server, record, drift }: Row): unknown {
  return {
    server,
    verdict: record?.verdict ?? 'unverified',
    outcome: record?.outcome ?? null,
    reason: record === null ? 'never read' : record.reason,
    era: record?.era ?? null,
    protocolVersion: record?.protocolVersion ?? null,
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
    drift: drift.map(({ id: _id, closedAt: _closedAt, ...item }) => item),
  };
}

function print(rows: readonly Row[], outbox: Backlog, io: Io): void {
  const colors = pc.createColors(io.color);
  const head = ['server', 'verdict', 'serves', 'open drift', 'listen', 'last reading', 'next reading'].map((title) =>
    colors.dim(title),
  );
  io.out(
    table([
      head,
      ...rows.map(({ server, record, drift }) => [
        server,
        describeVerdict(record?.verdict ?? 'unverified', colors),
        record?.lastCompleteAt == null ? '-' : describeItems(record.items),
        describeDrift(openOf(drift)),
        record?.listen ?? '-',
        describeTime(record?.lastReadingAt ?? null),
        record?.nextReadingAt == null ? '-' : describeTime(record.nextReadingAt),
      ]),
    ]),
  );
  for (const { server, record } of rows) {
    const notes = [
      record === null ? 'never read: run `tooldrift check`' : record.reason,
      record?.listenDetail,
      ...(record?.remarks ?? []),
    ];
    for (const note of notes) if (note != null) io.out(colors.dim(`  ${server}: ${note}\n`));
    if (record?.unverifiedSince != null)
      io.out(colors.yellow(`  ${server}: not verified since ${describeTime(record.unverifiedSince)}\n`));
  }
  if (outbox.due > 0)
    io.out(
      `\n${outbox.due} message${outbox.due === 1 ? '' : 's'} to deliver, the oldest due since ${describeTime(outbox.oldestDueAt)}\n`,
    );
  if (outbox.failed > 0)
    io.out(
      colors.red(
        `\n${outbox.failed} message${outbox.failed === 1 ? '' : 's'} could not be delivered: see \`tooldrift history\`\n`,
      ),
    );
}

function describeDrift(drift: readonly { readonly severity: Severity }[]): string {
  return drift.length === 0 ? 'none' : `${drift.length} (${worst(drift.map((item) => item.severity))})`;
}
