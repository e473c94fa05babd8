import { missingFrom } from '../core/compare.ts';
import { itemKey, type DefinitionKind, type Surface } from '../core/definition.ts';
import type { CompleteObservation } from './ports-reading.ts';
import type { ServerState } from './ports-record.ts';

/** What a complete reading lacks of what was approved, beside what is known to be gone. */
export interface Lacking {
  readonly keys: ReadonlySet<string>;
  /** Next to nothing is left, so the server may still be filling its lists. */
  readonly isBare: boolean;
  /** Why that is thought of it, in a sentence. */
  readonly reason: string;
}

/** What a server fills when it starts. Lists of resources come and go with the data behind them. */
const filled: readonly (readonly [DefinitionKind, many: string])[] = [
  ['tool', 'tools'],
  ['prompt', 'prompts'],
  ['resource-template', 'resource templates'],
];

export function lackingOf(state: ServerState, surface: Surface, { outcome }: CompleteObservation): Lacking {
  const count = (items: readonly { readonly kind: DefinitionKind }[], kind: DefinitionKind): number =>
    items.filter((item) => item.kind === kind).length;
  if (!state.hasBaseline) {
    // Before the first approval only one thing can be missing: everything.
    const isBare = outcome === 'listed' && count(surface.definitions, 'tool') === 0;
    return { keys: new Set(isBare ? ['everything'] : []), isBare, reason: reasonOf('tools') };
  }
  const known = new Set(state.drift.filter((drift) => drift.change === 'removed').map(itemKey));
  const missing = missingFrom(state.baseline, surface).filter((item) => !known.has(itemKey(item)));
  const bare = filled.filter(([kind]) => count(missing, kind) > count(surface.definitions, kind));
  const none = bare.find(([kind]) => count(surface.definitions, kind) === 0);
  return { keys: new Set(missing.map(itemKey)), isBare: bare.length > 0, reason: reasonOf(none?.[1] ?? null) };
}

function reasonOf(none: string | null): string {
  const what = none === null ? 'it does not list all that was approved yet' : `it lists no ${none} yet`;
  return `warming up: ${what}, and may still be starting`;
}
