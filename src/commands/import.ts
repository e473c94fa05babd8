import { AppError } from '../errors.ts';
import type { LockedServer } from '../lock/lock.ts';
import { importBaseline } from '../monitor/import-baseline.ts';
import { isEmpty, planImport, type ImportPlan } from '../monitor/plan-import.ts';
import type { Approved } from '../monitor/ports-decision.ts';
import type { Store } from '../monitor/ports-store.ts';
import type { Wire } from '../wire.ts';
import { deliverNow } from './deliver-now.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { loadLock } from './load-lock.ts';
import { showImport } from './show-import.ts';
import { whoAmI } from './who-am-i.ts';
import { chooseRecords, withWire } from './with-wire.ts';

export interface ImportOptions extends CommonOptions {
  readonly yes?: boolean;
  readonly replaceNewer?: boolean;
  readonly by?: string;
}

/** What became of one server of a lock. */
interface Taken {
  readonly server: string;
  readonly plan: ImportPlan;
  readonly isTaken: boolean;
}

/** Takes what a lock file says as approvals: shown and asked for, each with who approved it and who took it in. */
export async function importLock(
  file: string,
  names: readonly string[],
  options: ImportOptions,
  io: Io,
): Promise<number> {
  if (options.yes !== true && (io.ask === null || options.json === true))
    throw new AppError('usage', 'nobody can be asked here: read the file, and say --yes to take it in');
  const { servers } = await loadLock(file, io);
  return withWire(options, io, async (wire) => {
    const chosen = chooseLocked(names, servers, wire, io);
    refuseFuture(chosen, wire.clock.now());
    const store = await wire.store();
    const taken: Taken[] = [];
    for (const server of chosen) taken.push(await takeIn(server, store, wire, options, io));
    await deliverNow(store, wire, io);
    if (options.json === true) printJson(io, { schemaVersion: 1, servers: taken.map(toJson) });
    return taken.every(isWhole(options)) ? exitCodes.clean : exitCodes.drift;
  });
}

/** The servers of the lock that are named, or that the config has. */
function chooseLocked(
  names: readonly string[],
  servers: readonly LockedServer[],
  { config }: Wire,
  io: Io,
): readonly LockedServer[] {
  const records = chooseRecords(names, config.servers);
  const chosen = servers.filter(({ server }) => records.includes(server));
  if (names.length > 0 && chosen.length === 0)
    throw new AppError('usage', `the lock holds nothing of ${names.join(' and ')}`);
  if (names.length === 0)
    for (const { server } of servers)
      if (!records.includes(server)) io.err(`${server}: is not in the config, left out\n`);
  return chosen;
}

/** Clocks differ by less. */
const aheadMs = 24 * 60 * 60_000;

/** What was approved later here stays as it is: a date in the future would count as later than any that will be. */
function refuseFuture(chosen: readonly LockedServer[], now: Date): void {
  const latest = new Date(now.getTime() + aheadMs).toISOString();
  const early = chosen.find(
    ({ baseline, volatile }) =>
      baseline.some(({ approvedAt }) => approvedAt > latest) || volatile.some(({ at }) => at > latest),
  );
  if (early !== undefined)
    throw new AppError('lock', `the lock says of ${early.server} that something is approved that lies in the future`);
}

async function takeIn(locked: LockedServer, store: Store, wire: Wire, options: ImportOptions, io: Io): Promise<Taken> {
  const { server } = locked;
  const state = await store.state(server);
  const replacesNewer = options.replaceNewer === true;
  const plan = planImport(locked, state, replacesNewer);
  const isNew = !state.hasBaseline;
  const gravity = wire.gravityOf(server);
  const elsewhere = await store.otherTools(server);
  const showing = { replacesNewer, gravity, elsewhere, isBrief: options.yes === true };
  if (options.json !== true) showImport(locked, plan, state, showing, io);
  const isAgreed = (isEmpty(plan) && !isNew) || options.yes === true || (await ask(server, plan, io));
  if (!isAgreed) return { server, plan, isTaken: false };
  if (isEmpty(plan) && !isNew) return { server, plan, isTaken: true };
  const request = { server, foreign: locked, replacesNewer, plan, by: options.by ?? whoAmI() };
  const deps = { ...wire.checkDeps(store), ...(gravity !== undefined && { gravity }) };
  const { kind } = await importBaseline(request, deps);
  if (kind === 'refused') io.err(`${server}: something was approved in between, nothing was taken in: try again\n`);
  return { server, plan, isTaken: kind === 'imported' };
}

async function ask(server: string, { entries }: ImportPlan, io: Io): Promise<boolean> {
  const what = `${entries.length} approval${entries.length === 1 ? '' : 's'}`;
  const isAgreed = (await io.ask?.(`Take in ${what} of ${server} as shown?`)) ?? false;
  if (!isAgreed) io.err(`${server}: nothing was taken in\n`);
  return isAgreed;
}

/** True if what is approved here is what the lock says now. */
function isWhole({ replaceNewer }: ImportOptions): (taken: Taken) => boolean {
  return ({ plan, isTaken }) => isTaken && (plan.newer.length === 0 || replaceNewer === true);
}

function toJson({ server, plan, isTaken }: Taken) {
  const { entries, volatile, newer } = plan;
  return {
    ...{ server, imported: isTaken },
    items: isTaken ? entries.map(approvalToJson) : [],
    volatile: isTaken ? volatile : [],
    newer: newer.map(({ here }) => approvalToJson(here)),
  };
}

function approvalToJson({ kind, name, fingerprint, by, note, approvedAt }: Approved) {
  return { kind, name, fingerprint, by, note, approvedAt };
}
