import { findItem } from '../core/item-label.ts';
import { recordedFindings, type Recorded } from '../monitor/findings.ts';
import type { Store } from '../monitor/ports-store.ts';
import type { Wire } from '../wire.ts';

/** What is recorded under one name. */
export interface Sight extends Recorded {
  readonly name: string;
}

export type Sights = readonly [Sight, ...Sight[]];

export async function loadSight(name: string, store: Store, wire: Wire): Promise<Sight> {
  return { name, ...(await recordedFindings(store, name, wire.gravityOf(name))) };
}

/** What a person has to look at: several views that show the same are one sight. */
export function sameSights(
  items: readonly string[],
  sights: readonly Sight[],
  expect: string | undefined,
): readonly Sights[] {
  const [first, ...others] = sights;
  if (first === undefined) return [];
  if (others.length === 0) return [[first]];
  if (expect !== undefined) {
    const showing = sights.filter((sight) => shows(expect, items, sight));
    const [one = first, ...more] = showing;
    return [[one, ...more]];
  }
  const groups = new Map<string, [Sight, ...Sight[]]>();
  for (const sight of sights) {
    if (sight.surface === null || (sight.state.hasBaseline && sight.findings.length === 0)) continue;
    const known = groups.get(sight.surface.fingerprint);
    if (known === undefined) groups.set(sight.surface.fingerprint, [sight]);
    else known.push(sight);
  }
  return [...groups.values()];
}

function shows(expect: string, items: readonly string[], { surface }: Sight): boolean {
  if (surface === null) return false;
  const served = items.flatMap((item) => findItem(item, surface.definitions) ?? []);
  return [surface, ...served].some(({ fingerprint }) => fingerprint.startsWith(expect));
}

export function nameOf(group: Sights): string {
  return group.map(({ name }) => name).join(' and ');
}
