import { atLeast, severities, worst, type Severity } from './finding.ts';
import type { Definition, ItemKey, Surface } from './definition.ts';
import { countItems, type ItemCounts } from './describe-items.ts';
import { firstContext } from './first-sight.ts';
import type { OtherTool } from './name-index.ts';
import { signalsIn } from './signals/raise.ts';
import type { Signal } from './signals/signal.ts';

/** What a server shows that nobody approved yet, as far as a message tells of it. */
export interface Newcomer {
  /** Number of definitions by kind. */
  readonly items: ItemCounts;
  /** What speaks for an attack already now, the gravest first; of many the first few. */
  readonly signals: readonly SeenSignal[];
  /** Signals beyond those. */
  readonly moreSignals: number;
}

/** A signal and the definition in which it stands. */
export interface SeenSignal extends ItemKey, Pick<Signal, 'severity' | 'message' | 'where' | 'excerpt'> {
  readonly signal: string;
}

/** Characters of definitions that are looked into, at least one: half a second of work, in which no other server is read. */
const maxExamined = 2_000_000;
/** A server can send millions, and a name may be a megabyte long. */
const maxSignals = 20;
const maxName = 300;

/** What there is to tell of `surface` at first sight. `elsewhere` are the tools of other servers. */
export function newcomerOf({ definitions }: Pick<Surface, 'definitions'>, elsewhere: readonly OtherTool[]): Newcomer {
  const context = firstContext(definitions, elsewhere);
  const examined = definitions.slice(0, countExamined(definitions));
  const seen = examined.flatMap((item) =>
    signalsIn(item, item.value, context, true)
      .filter(({ severity }) => atLeast(severity, 'medium'))
      .map((signal) => seenIn(item, signal)),
  );
  const all = [...seen, ...unexamined(definitions.slice(examined.length))];
  const signals = all.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxSignals);
  return { items: countItems(definitions), signals, moreSignals: all.length - signals.length };
}

function countExamined(definitions: readonly Definition[]): number {
  let left = maxExamined;
  const beyond = definitions.findIndex(({ length }, index) => (left -= length) < 0 && index > 0);
  return beyond === -1 ? definitions.length : beyond;
}

/** What is not looked into is told, so that nothing can hide in a crowd. */
function unexamined([first, ...others]: readonly Definition[]): readonly SeenSignal[] {
  if (first === undefined) return [];
  const rest = others.length === 0 ? '' : `, and neither are ${others.length} more definitions`;
  const message = `is not looked into${rest}`;
  const where = `behind the first ${maxExamined.toLocaleString('en')} characters`;
  const { kind, name } = first;
  return [
    { kind, name: name.slice(0, maxName), severity: 'high', signal: 'not-examined', message, where, excerpt: '' },
  ];
}

function seenIn({ kind, name }: ItemKey, signal: Signal): SeenSignal {
  const { severity, message, where, excerpt } = signal;
  return { kind, name: name.slice(0, maxName), severity, signal: signal.name, message, where, excerpt };
}

/** How grave it is that somebody may use it: as grave as the worst that speaks for an attack. */
export function severityOf({ signals }: Newcomer): Severity {
  return worst(signals.map(({ severity }) => severity));
}

/** True if something in it has to be named wherever it is told of. */
export function isGrave(newcomer: Newcomer): boolean {
  return atLeast(severityOf(newcomer), 'high');
}

function rank({ severity }: SeenSignal): number {
  return severities.indexOf(severity);
}
