import { isFingerprintPrefix, shortFingerprint } from '../core/fingerprint.ts';
import { findItem } from '../core/item-label.ts';
import { makeVisible } from '../core/visible.ts';
import { AppError } from '../errors.ts';
import { approve as approveInStore, type DecisionDeps } from '../monitor/approve.ts';
import { recordedFindings, type Recorded } from '../monitor/findings.ts';
import type { Store } from '../monitor/ports.ts';
import type { Wire } from '../wire.ts';
import { deliverNow } from './deliver-now.ts';
import { exitCodes, typed, type CommonOptions, type Io } from './io.ts';
import { reportApproval } from './report-approval.ts';
import { showFindings, showFirstSight } from './show-recorded.ts';
import { whoAmI } from './who-am-i.ts';
import { chooseServers, withWire } from './with-wire.ts';

export interface ApproveOptions extends CommonOptions {
  readonly expect?: string;
  readonly note?: string;
  readonly by?: string;
  readonly firstSeen?: boolean;
  readonly yes?: boolean;
}

/** Makes what a server shows the baseline, bound to the fingerprint that the person saw. */
export async function approve(
  server: string,
  items: readonly string[],
  options: ApproveOptions,
  io: Io,
): Promise<number> {
  checkExpect(options);
  return withWire(options, io, async (wire) => {
    chooseServers([server], wire.config.servers);
    const store = await wire.store();
    const recorded = await recordedFindings(store, server, wire.gravityOf(server));
    const expect = options.expect ?? (await showAndAsk(server, items, recorded, options, io));
    if (expect === null) {
      io.err('nothing was approved\n');
      return exitCodes.drift;
    }
    const outcome = await approveInStore(
      { server, items, expect, by: options.by ?? whoAmI(), note: options.note ?? null, source: 'approve' },
      decisionDeps(server, store, wire),
    );
    await deliverNow(store, wire, io);
    return reportApproval(server, outcome, store, wire, options, io);
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
    let worst: number = exitCodes.clean;
    for (const { name } of servers) worst = Math.max(worst, await approveOneFirstSeen(name, store, wire, options, io));
    return worst;
  });
}

async function approveOneFirstSeen(
  server: string,
  store: Store,
  wire: Wire,
  options: ApproveOptions,
  io: Io,
): Promise<number> {
  const recorded = await recordedFindings(store, server, wire.gravityOf(server));
  if (recorded.state.hasBaseline) {
    io.err(`${server}: has a baseline already, nothing to do\n`);
    return exitCodes.clean;
  }
  const expect = options.expect ?? (await firstSeenConsent(server, recorded, options, io));
  if (expect === null) {
    io.err(`${server}: not approved\n`);
    return exitCodes.drift;
  }
  const request = {
    server,
    items: [],
    expect,
    by: options.by ?? whoAmI(),
    note: options.note ?? null,
    source: 'first-seen',
  } as const;
  const outcome = await approveInStore(request, decisionDeps(server, store, wire));
  return reportApproval(server, outcome, store, wire, options, io);
}

async function firstSeenConsent(
  server: string,
  recorded: Recorded,
  options: ApproveOptions,
  io: Io,
): Promise<string | null> {
  if (options.yes === true && recorded.surface !== null) return recorded.surface.fingerprint;
  return showAndAsk(server, [], recorded, options, io);
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
  const { state, surface, findings } = recorded;
  if (surface === null)
    throw new AppError(
      'refused',
      `server "${server}" was never read completely: run \`${typed('tooldrift check', io, options)}\` first`,
    );
  if (io.ask === null || options.json === true) {
    throw new AppError(
      'usage',
      'nobody can be asked here: name the fingerprint that you saw with --expect v1:<at least 12 hex digits>',
    );
  }
  const chosen = items.length === 0 ? findings : items.flatMap((item) => findItem(item, findings) ?? []);
  if (state.hasBaseline) showFindings(server, chosen, io);
  else showFirstSight(server, surface, io);
  const what =
    items.length === 0
      ? `all ${surface.definitions.length} definitions of ${server}`
      : items.map((item) => makeVisible(item)).join(', ');
  return (await io.ask(`Approve ${what} as shown (${shortFingerprint(surface.fingerprint)})?`))
    ? surface.fingerprint
    : null;
}
