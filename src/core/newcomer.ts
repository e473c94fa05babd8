import { atLeast, severities, worst, type Severity } from './finding.ts';
import type { ItemKey, Surface } from './definition.ts';
import { countItems, type ItemCounts } from './describe-items.ts';
import { firstSights } from './first-sight.ts';
import type { OtherTool } from './name-index.ts';
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

/** A server can send millions, and a name may be a megabyte long. */
const maxSignals = 20;
const maxName = 300;

/** What there is to tell of `surface` at first sight. `elsewhere` are the tools of other servers. */
export function newcomerOf({ definitions }: Pick<Surface, 'definitions'>, elsewhere: readonly OtherTool[]): Newcomer {
  const all = [...firstSights(definitions, elsewhere, true)].flatMap(([{ kind, name }, { signals }]) =>
    signals.filter(({ severity }) => atLeast(severity, 'medium')).map((signal) => seenIn({ kind, name }, signal)),
  );
  const signals = all.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxSignals);
  return { items: countItems(definitions), signals, moreSignals: all.length - signals.length };
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
