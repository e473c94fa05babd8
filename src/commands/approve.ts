import { isFingerprintPrefix, shortFingerprint } from '../core/fingerprint.ts';
import { findItem } from '../core/item-label.ts';
import { visibleName } from '../core/visible-line.ts';
import { guardLine } from '../core/visible.ts';
import { AppError } from '../errors.ts';
import { approve as approveInStore, type DecisionDeps } from '../monitor/approve.ts';
import type { Recorded } from '../monitor/findings.ts';
import type { Store } from '../monitor/ports-store.ts';
import type { Wire } from '../wire.ts';
import { deliverNow } from './deliver-now.ts';
import { exitCodes, typed, type CommonOptions, type Io } from './io.ts';
import { printReports, reportApproval, type Report } from './report-approval.ts';
import { showFindings, showFirstSight } from './show-recorded.ts';
import { loadSight, nameOf, sameSights, type Sight } from './sights.ts';
import { whoAmI } from './who-am-i.ts';
import { chooseRecords, chooseServers, withWire } from './with-wire.ts';

export interface ApproveOptions extends CommonOptions {
  readonly expect?: string;
  readonly note?: string;
  readonly by?: string;
  readonly firstSeen?: boolean;
  readonly yes?: boolean;
}

/**
 * Makes what a server shows the baseline, bound to the fingerprint that the person saw. Of a server that is read under
 * several identities: of each that is shown just that.
 */
export async function approve(
  server: string,
  items: readonly string[],
  options: ApproveOptions,
  io: Io,
): Promise<number> {
  checkExpect(options);
  return withWire(options, io, async (wire) => {
    const names = chooseRecords([server], wire.config.servers);
    const store = await wire.store();
    const sights = await Promise.all(names.map((name) => loadSight(name, store, wire)));
    const reports: Report[] = [];
    for (const group of sameSights(items, sights, options.expect)) {
      const expect = options.expect ?? (await showAndAsk(nameOf(group), items, group[0], options, io));
      if (expect === null) continue;
      for (const { name } of group) {
        const request = { server: name, items, expect, by: options.by ?? whoAmI(), note: options.note ?? null };
        const outcome = await approveInStore({ ...request, source: 'approve' }, decisionDeps(name, store, wire));
        reports.push(await reportApproval(name, outcome, store, wire, options, io));
      }
    }
    await deliverNow(store, wire, io);
    if (reports.length === 0) {
      io.err('nothing was approved\n');
      return exitCodes.drift;
    }
    if (options.json === true) printReports(reports, io);
    return Math.max(...reports.map(({ code }) => code));
  });
}

/** Approves the recorded surfaces of servers that never had a baseline. */
export async function approveFirstSeen(names: readonly string[], options: ApproveOptions, io: Io): Promise<number> {
  checkExpect(options);
  if (options.expect !== undefined && names.length !== 1)
    throw new AppError('usage', '--expect with --first-seen needs exactly one server');
  return withWire(options, io, async (wire) => {
    const store = await wire.store();
    const servers = chooseServers(names, wire.config.servers);
    const sights = await Promise.all(servers.map(({ name }) => loadSight(name, store, wire)));
    const reports: Report[] = [];
    // Views that show the same are asked about once.
    const agreed = new Set<string>();
    for (const sight of sights) {
      const report = await approveOneFirstSeen(sight, agreed, store, wire, options, io);
      if (report !== null) reports.push(report);
    }
    if (options.json === true) printReports(reports, io);
    return Math.max(exitCodes.clean, ...reports.map(({ code }) => code));
  });
}

async function approveOneFirstSeen(
  sight: Sight,
  agreed: Set<string>,
  store: Store,
  wire: Wire,
  options: ApproveOptions,
  io: Io,
): Promise<Report | null> {
  const { name: server } = sight;
  if (sight.state.hasBaseline) {
    io.err(`${server}: has a baseline already, nothing to do\n`);
    return null;
  }
  const { record } = sight.state;
  if (options.expect === undefined && record?.outcome === 'warming-up') {
    io.err(`${server}: not approved: ${guardLine(record.reason ?? '')}
`);
    return { code: exitCodes.unverified, document: { schemaVersion: 1, server, approved: false } };
  }
  const expect = options.expect ?? (await firstSeenConsent(sight, agreed, options, io));
  if (expect === null) {
    io.err(`${server}: not approved\n`);
    return { code: exitCodes.drift, document: { schemaVersion: 1, server, approved: false } };
  }
  agreed.add(expect);
  const request = { server, items: [], expect, by: options.by ?? whoAmI(), note: options.note ?? null };
  const outcome = await approveInStore({ ...request, source: 'first-seen' }, decisionDeps(server, store, wire));
  return reportApproval(server, outcome, store, wire, options, io);
}

async function firstSeenConsent(
  sight: Sight,
  agreed: ReadonlySet<string>,
  options: ApproveOptions,
  io: Io,
): Promise<string | null> {
  const { surface } = sight;
  if (surface !== null && (options.yes === true || agreed.has(surface.fingerprint))) return surface.fingerprint;
  return showAndAsk(sight.name, [], sight, options, io);
}

function decisionDeps(server: string, store: Store, wire: Wire): DecisionDeps {
  const gravity = wire.gravityOf(server);
  return { ...wire.checkDeps(store), ...(gravity !== undefined && { gravity }) };
}

function checkExpect({ expect }: ApproveOptions): void {
  if (expect === undefined || isFingerprintPrefix(expect)) return;
  throw new AppError('usage', '--expect needs `v1:` and at least 12 hex digits of the fingerprint that you were shown');
}

/** Shows what would be approved and asks. Returns the fingerprint that was shown, null for no. */
async function showAndAsk(
  server: string,
  items: readonly string[],
  recorded: Recorded,
  options: ApproveOptions,
  io: Io,
): Promise<string | null> {
  const { state, surface, findings, elsewhere } = recorded;
  if (surface === null)
    throw new AppError(
      'refused',
      `server "${server}" was never read completely: run \`${typed('tooldrift check', io, options)}\` first`,
    );
  if (io.ask === null || options.json === true) {
    const unasked = options.firstSeen === true ? ', or say --yes to approve what was recorded' : '';
    throw new AppError(
      'usage',
      `nobody can be asked here: name the fingerprint that you saw with --expect v1:<at least 12 hex digits>${unasked}`,
    );
  }
  const chosen = items.length === 0 ? findings : items.flatMap((item) => findItem(item, findings) ?? []);
  if (state.hasBaseline) showFindings(server, chosen, io);
  else {
    showFirstSight(server, surface, elsewhere, io);
    io.out('Parameters, and what is cut of long texts, were looked at too; `tooldrift show` prints them.\n');
  }
  const what =
    items.length === 0
      ? `all ${surface.definitions.length} definitions of ${server}`
      : items.map((item) => visibleName(item)).join(', ');
  return (await io.ask(`Approve ${what} as shown (${shortFingerprint(surface.fingerprint)})?`))
    ? surface.fingerprint
    : null;
}
