import pc from 'picocolors';
import { approveCommand, volatileCommand } from '../core/approve-command.ts';
import { arrange, composeEntry } from '../core/arrange.ts';
import { describePackage } from '../core/circumstances.ts';
import { varyLabel } from '../core/compose-finding.ts';
import type { Finding } from '../core/finding.ts';
import { groupFindings } from '../core/group.ts';
import { headlineOf } from '../core/headline.ts';
import { itemLabel } from '../core/item-label.ts';
import type { Reference } from '../core/silences.ts';
import { guardLine } from '../core/visible.ts';
import type { CheckDeps, CheckResult } from '../monitor/check-result.ts';
import { checkServer } from '../monitor/check-server.ts';
import { ViewComparison } from '../monitor/compare-views.ts';
import type { ServerRecord, Source, WatchedServer } from '../monitor/ports.ts';
import { viewedServers, type ViewedServer } from '../monitor/views.ts';
import { WatchedConnection } from '../monitor/watched-connection.ts';
import type { Wire } from '../wire.ts';
import { deliverNow } from './deliver-now.ts';
import { describeResult } from './describe.ts';
import { exitCodeOf } from './exit-code.ts';
import { printJson, typed, type CommonOptions, type Io } from './io.ts';
import { showProgress } from './progress.ts';
import { renderBlocks } from './terminal.ts';
import { chooseServers, withWire } from './with-wire.ts';

/** Reads each server once, side by side, and says what differs from the approved. */
export async function check(names: readonly string[], options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const servers = chooseServers(names, wire.config.servers);
    const checkedAt = wire.clock.now().toISOString();
    const results = await checkAll(servers, wire, options, io);
    if (options.json === true) printJson(io, { schemaVersion: 1, checkedAt, servers: results.map(toJson) });
    else printResults(results, options, io);
    return exitCodeOf(results);
  });
}

async function checkAll(
  servers: readonly WatchedServer[],
  wire: Wire,
  options: CommonOptions,
  io: Io,
): Promise<readonly CheckResult[]> {
  const store = await wire.store();
  const source = await wire.source();
  const deps: CheckDeps = { ...wire.checkDeps(store), planNext: null, alternation: null, settling: null };
  const limiter = wire.limiter();
  const read = (server: WatchedServer) => limiter.run(() => checkOnce(server, source, deps, wire, io.signal));
  const viewed = viewedServers(servers);
  const tasks = servers.flatMap((server) =>
    server.view === undefined
      ? [{ name: server.name, run: async () => [await read(server)] }]
      : viewed
          .filter(({ views }) => views[0] === server)
          .map((one) => ({ name: one.name, run: () => checkViews(one, read, deps, wire) })),
  );
  const results = await showProgress(tasks, options.json === true ? null : io);
  await deliverNow(store, wire, io);
  return results.flat();
}

/** Reads a server as one identity after the other, until it is clear whether all of them are shown the same. */
async function checkViews(
  { name, views }: ViewedServer,
  read: (view: WatchedServer) => Promise<CheckResult>,
  deps: CheckDeps,
  { config }: Wire,
): Promise<readonly CheckResult[]> {
  const all = config.servers.filter(({ view }) => view?.server === name);
  const comparison = views.length === all.length ? new ViewComparison({ name, views }, deps) : null;
  for (;;) {
    const results: CheckResult[] = [];
    for (const view of views) results.push(await read(view));
    const answers: (CheckResult | 'again' | null)[] = [];
    for (const result of results) answers.push((await comparison?.note(result)) ?? null);
    const found = answers.at(-1) ?? null;
    if (found !== 'again') return found === null ? results : [...results, found];
  }
}

async function checkOnce(
  server: WatchedServer,
  source: Source,
  deps: CheckDeps,
  wire: Wire,
  signal: AbortSignal,
): Promise<CheckResult> {
  const record = await deps.store.server(server.name);
  const connectionDeps = { ...deps, source, random: wire.random };
  const connection = new WatchedConnection(server, record?.era ?? null, null, connectionDeps, referenceOf(record));
  try {
    const read = () => connection.read(signal);
    return (await checkServer(server, read, deps, null, signal)).result;
  } finally {
    await connection.close();
  }
}

/**
 * The last complete reading on record, for what it said of the time after it. Null where a daemon listens or did: it may
 * have heard of a change that this process cannot have heard of.
 */
function referenceOf(record: ServerRecord | null): Reference | null {
  if (record?.digest == null || record.lastCompleteAt === null) return null;
  if (record.listen === 'honoured' || record.listen === 'flapping') return null;
  return { digest: record.digest, startedAt: Date.parse(record.lastCompleteAt), ttlMs: record.ttlMs };
}

/** All findings stand in it, also those that are alike. */
function toJson(result: CheckResult): unknown {
  return { ...result, groups: groupFindings(result.findings).groups };
}

function printResults(results: readonly CheckResult[], options: CommonOptions, io: Io): void {
  const colors = pc.createColors(io.color);
  const width = Math.max(...results.map((result) => result.server.length));
  const style = { color: io.color, width: io.width };
  for (const result of results) {
    io.out(`${describeResult(result, width, colors)}\n`);
    const headline = result.verdict === 'drift' ? headlineOf(result.findings) : null;
    if (headline !== null) io.out(`  ${guardLine(headline)}\n`);
    if (result.verdict === 'drift' && result.package !== null)
      io.out(`  served by ${describePackage(result.package)}\n`);
    for (const entry of result.verdict === 'drift' ? arrange(result.findings) : [])
      io.out(`\n${renderBlocks(composeEntry(entry, result.server), style)}\n`);
    const command = commandFor(result);
    if (command !== null) io.out(`  approve it:  ${typed(command, io, options)}\n`);
    for (const vary of result.findings.flatMap((finding) => varyCommand(result.server, finding)))
      io.out(`  ${varyLabel.toLowerCase()}:  ${typed(vary, io, options)}\n`);
  }
}

function varyCommand(server: string, finding: Finding): readonly string[] {
  if (finding.mayVary === undefined) return [];
  const command = volatileCommand(server, itemLabel(finding), finding.mayVary);
  return command === null ? [] : [command];
}

function commandFor({ server, verdict, fingerprint }: CheckResult): string | null {
  if (fingerprint === null || (verdict !== 'drift' && verdict !== 'unapproved')) return null;
  return approveCommand(server, [], { surfaceFingerprint: fingerprint });
}
