import { itemKey } from '../core/definition.ts';
import type { Approved, VolatileRule } from './ports-decision.ts';
import type { ServerState } from './ports-record.ts';

/** What was approved of a server elsewhere. */
export interface ForeignBaseline {
  readonly baseline: readonly Approved[];
  readonly volatile: readonly VolatileRule[];
}

/** An approval that is not the one here, which was made later. */
export interface Newer {
  readonly here: Approved;
  readonly there: Approved;
}

/** What taking a foreign baseline in would change here. What is approved here alone stays. */
export interface ImportPlan {
  readonly entries: readonly Approved[];
  readonly volatile: readonly VolatileRule[];
  /** Not among `entries`, unless newer approvals are to be replaced. */
  readonly newer: readonly Newer[];
}

/** Compares by fingerprint: whatever is approved here already is not taken in again. */
export function planImport(
  { baseline, volatile }: ForeignBaseline,
  state: Pick<ServerState, 'baseline' | 'volatile'>,
  replacesNewer: boolean,
): ImportPlan {
  const known = new Map(state.baseline.map((item) => [itemKey(item), item]));
  const newer: Newer[] = [];
  const entries: Approved[] = [];
  for (const there of baseline) {
    const here = known.get(itemKey(there));
    if (here?.fingerprint === there.fingerprint) continue;
    const isNewer = here !== undefined && here.approvedAt > there.approvedAt;
    if (isNewer) newer.push({ here, there });
    if (!isNewer || replacesNewer) entries.push(there);
  }
  return { entries, volatile: volatile.filter((rule) => isNews(rule, state.volatile, replacesNewer)), newer };
}

function isNews(there: VolatileRule, rules: readonly VolatileRule[], replacesNewer: boolean): boolean {
  const here = rules.find((rule) => itemKey(rule) === itemKey(there) && rule.pointer === there.pointer);
  if (here === undefined) return true;
  return here.pattern !== there.pattern && (replacesNewer || here.at <= there.at);
}

export function isEmpty({ entries, volatile }: ImportPlan): boolean {
  return entries.length === 0 && volatile.length === 0;
}

/** True if both would do the same. */
export function samePlan(a: ImportPlan, b: ImportPlan): boolean {
  return essence(a) === essence(b);
}

function essence({ entries, volatile, newer }: ImportPlan): string {
  const all = [...entries, ...newer.flatMap(({ here, there }) => [here, there])];
  const approvals = all.map((item) => [item.kind, item.name, item.fingerprint, item.approvedAt]);
  return JSON.stringify([
    approvals,
    volatile.map(({ kind, name, pointer, pattern }) => [kind, name, pointer, pattern]),
  ]);
}
