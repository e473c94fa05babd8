import pc from 'picocolors';
import { visibleLabel } from '../core/visible-label.ts';
import { makeVisible } from '../core/visible.ts';
import type { DecisionDeps } from '../monitor/approve.ts';
import { addVolatile, removeVolatile, type VolatileOutcome } from '../monitor/decide-volatile.ts';
import type { Store } from '../monitor/ports-store.ts';
import type { Wire } from '../wire.ts';
import { deliverNow } from './deliver-now.ts';
import { describeTime } from './describe.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { whoAmI } from './who-am-i.ts';
import { chooseRecords, withWire } from './with-wire.ts';

export interface DecisionOptions extends CommonOptions {
  readonly note?: string;
  readonly by?: string;
}

export interface AddOptions extends DecisionOptions {
  readonly pattern: string;
}

/** Lets a part of one text vary. */
export function volatileAdd(
  server: string,
  item: string,
  pointer: string,
  options: AddOptions,
  io: Io,
): Promise<number> {
  const { pattern } = options;
  return decide(server, options, io, (request, deps) => addVolatile({ ...request, item, pointer, pattern }, deps));
}

/** Takes that back. */
export function volatileRemove(
  server: string,
  item: string,
  pointer: string,
  options: DecisionOptions,
  io: Io,
): Promise<number> {
  return decide(server, options, io, (request, deps) => removeVolatile({ ...request, item, pointer }, deps));
}

/** Lists what may vary. */
export async function volatileList(server: string | undefined, options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const names = chooseRecords(server === undefined ? [] : [server], wire.config.servers);
    const store = await wire.store();
    const states = await Promise.all(names.map(async (name) => ({ server: name, ...(await store.state(name)) })));
    const rules = states.flatMap(({ server: of, volatile }) => volatile.map((rule) => ({ server: of, ...rule })));
    if (options.json === true) printJson(io, { schemaVersion: 1, rules });
    else if (rules.length === 0) io.out('no text may vary\n');
    else
      for (const { server: of, ...rule } of rules) {
        const note = rule.note === null ? '' : `: ${makeVisible(rule.note)}`;
        io.out(`${of}  ${visibleLabel(rule)}  ${makeVisible(rule.pointer)}\n`);
        io.out(`  ${makeVisible(rule.pattern)}\n  by ${makeVisible(rule.by)}, ${describeTime(rule.at)}${note}\n`);
      }
    return exitCodes.clean;
  });
}

interface Request {
  readonly server: string;
  readonly by: string;
  readonly note: string | null;
}

/** Decides for a server, and for each identity under which it is read; those that do not show the text are left out. */
async function decide(
  server: string,
  options: DecisionOptions,
  io: Io,
  decideOne: (request: Request, deps: DecisionDeps) => Promise<VolatileOutcome>,
): Promise<number> {
  return withWire(options, io, async (wire) => {
    const store = await wire.store();
    const outcomes: (VolatileOutcome & { readonly server: string })[] = [];
    for (const name of chooseRecords([server], wire.config.servers)) {
      const request = { server: name, by: options.by ?? whoAmI(), note: options.note ?? null };
      outcomes.push({ server: name, ...(await decideOne(request, decisionDeps(name, store, wire))) });
    }
    await deliverNow(store, wire, io);
    const decided = outcomes.filter((outcome) => outcome.kind === 'decided');
    const refused = outcomes.find((outcome) => outcome.kind === 'refused');
    const detail = decided.length > 0 ? null : (refused?.detail ?? null);
    if (options.json === true) {
      const entries = decided.map(({ server: of, entry, remaining }) => ({ server: of, entry, remaining }));
      printJson(io, { schemaVersion: 1, server, decided: entries, detail });
    } else if (detail !== null) io.err(`${server}: not approved: ${detail}\n`);
    else for (const one of decided) print(one, io);
    return decided.length > 0 ? exitCodes.clean : exitCodes.drift;
  });
}

function print(
  { server, entry, remaining }: Extract<VolatileOutcome, { kind: 'decided' }> & { readonly server: string },
  io: Io,
): void {
  const colors = pc.createColors(io.color);
  const what = `${visibleLabel(entry)} ${makeVisible(entry.pointer)} of ${server}`;
  io.out(
    entry.action === 'add'
      ? `${colors.green('approved')}: within ${what} this may vary, and nothing else: ${makeVisible(entry.pattern)}\n`
      : `removed: all of ${what} has to be what is approved\n`,
  );
  const open = remaining.filter(({ severity }) => severity !== 'info').length;
  if (open > 0) io.out(`${open} definition${open === 1 ? ' differs' : 's differ'} from what is approved\n`);
}

function decisionDeps(server: string, store: Store, wire: Wire): DecisionDeps {
  const gravity = wire.gravityOf(server);
  return { ...wire.checkDeps(store), ...(gravity !== undefined && { gravity }) };
}
