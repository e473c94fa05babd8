import pc from 'picocolors';
import { loadPlacedConfig } from '../config/written-file.ts';
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
import { attendDue } from '../monitor/attend.ts';
import type { CheckDeps, CheckResult } from '../monitor/check-result.ts';
import { checkServer } from '../monitor/check-server.ts';
import { ViewComparison } from '../monitor/compare-views.ts';
import type { Source } from '../monitor/ports-reading.ts';
import type { ServerRecord } from '../monitor/ports-record.ts';
import type { CheckStore } from '../monitor/ports-store.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import { viewedServers, type ViewedServer } from '../monitor/views.ts';
import { WatchedConnection } from '../monitor/watched-connection.ts';
import type { Wire } from '../wire.ts';
import { deliverNow } from './deliver-now.ts';
import { describeResult } from './describe.ts';
import { exitCodeFrom } from './exit-code.ts';
import { exitCodes, printJson, typed, type CommonOptions, type Io } from './io.ts';
import type { LockBasis } from './load-lock.ts';
import { showProgress } from './progress.ts';
import { tellBug } from './tell-bug.ts';
import { renderBlocks } from './terminal.ts';
import { printsDocument, writeReports, type ReportOptions } from './write-reports.ts';
import { chooseRecords, chooseServers, placeOf, withConfig } from './with-wire.ts';

export interface CheckOptions extends CommonOptions, ReportOptions {
  /** A lock file to compare with, instead of what the database holds. */
  readonly lock?: string;
}

/** What a check with a lock does without: it is made on another machine, with clients of its own. */
const notForLocks = ['database', 'alerts', 'follow'];

/** Reads each server once, side by side, and says what differs from the approved. */
export async function check(names: readonly string[], options: CheckOptions, io: Io): Promise<number> {
  const locked = options.lock === undefined ? null : await (await import('./load-lock.ts')).openLock(options.lock, io);
  const place = placeOf(options, io);
  const isDocument = printsDocument(options);
  const file = await loadPlacedConfig(locked === null ? place : { ...place, without: notForLocks });
  return withConfig(file.config, io, async (wire) => {
    const servers = chooseServers(names, file.config.servers);
    const checkedAt = wire.clock.now().toISOString();
    let isOurs = false;
    const onBug = (server: string, error: Error): void => {
      isOurs = true;
      tellBug(error, io, `${server}: `);
    };
    const basis = { ...(await openBasis(locked, wire, io)), onBug };
    const results = await checkAll(servers, basis, wire, isDocument ? null : io, io.signal);
    if (options.json === true) printJson(io, { schemaVersion: 1, checkedAt, servers: results.map(toJson) });
    else if (!isDocument) printResults(results, options, io);
    await writeReports(results, file, checkedAt, options, io);
    if (locked !== null && names.length === 0) nameUnknown(locked, file.config.servers, io);
    return isOurs ? exitCodes.bug : exitCodeFrom(results, options.failOn);
  });
}

/** What servers are compared with. */
interface Basis {
  readonly store: CheckStore;
  readonly firstSeen: CheckDeps['firstSeen'];
  /** Called after the last reading. */
  readonly finish: () => Promise<void>;
}

async function openBasis(locked: LockBasis | null, wire: Wire, io: Io): Promise<Basis> {
  // What a lock lacks is for a person to approve, also where the config trusts the first sight.
  if (locked !== null) return { store: locked.store, firstSeen: 'ask', finish: async () => undefined };
  const store = await wire.store();
  const finish = async (): Promise<void> => {
    // Nobody may come back in a moment to tell what was held back.
    const attend = wire.attendDeps(store);
    await attendDue({ ...attend, alerts: { ...attend.alerts, gatherForMs: 0 } });
    await deliverNow(store, wire, io);
  };
  return { store, firstSeen: wire.config.firstSeen, finish };
}

function nameUnknown({ names }: LockBasis, servers: readonly WatchedServer[], io: Io): void {
  const known = new Set(chooseRecords([], servers));
  for (const name of names)
    if (!known.has(name)) io.err(`${name}: is in the lock and not in the config: not checked\n`);
}

async function checkAll(
  servers: readonly WatchedServer[],
  { store, firstSeen, finish, onBug }: Basis & Required<Pick<CheckDeps, 'onBug'>>,
  wire: Wire,
  progress: Io | null,
  signal: AbortSignal,
): Promise<readonly CheckResult[]> {
  const source = await wire.source();
  const alone = { planNext: null, alternation: null, settling: null };
  const deps: CheckDeps = { ...wire.checkDeps(store), firstSeen, onBug, ...alone };
  const limiter = wire.limiter();
  const read = (server: WatchedServer) => limiter.run(() => checkOnce(server, source, deps, wire, signal));
  const viewed = viewedServers(servers);
  const tasks = servers.flatMap((server) =>
    server.view === undefined
      ? [{ name: server.name, run: async () => [await read(server)] }]
      : viewed
          .filter(({ views }) => views[0] === server)
          .map((one) => ({ name: one.name, run: () => checkViews(one, read, deps, wire) })),
  );
  const results = await showProgress(tasks, progress);
  await finish();
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

function printResults(results: readonly CheckResult[], options: CheckOptions, io: Io): void {
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
    if (command !== null) io.out(`  ${approveLabel(options)}:  ${typed(command, io, options)}\n`);
    for (const vary of result.findings.flatMap((finding) => varyCommand(result.server, finding)))
      io.out(`  ${varyLabel.toLowerCase()}:  ${typed(vary, io, options)}\n`);
  }
}

/** A lock is written from a database. */
function approveLabel({ lock }: CheckOptions): string {
  return lock === undefined ? 'approve it' : 'approve it where it is watched, and export again';
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
