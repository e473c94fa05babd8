import { itemKey } from '../core/definition.ts';
import { findItem } from '../core/item-label.ts';
import type { ApprovalEntry, Approved } from './ports-decision.ts';
import type { StoredSurface } from './ports-record.ts';

/**
 * What an approval of `items` (all when empty) has to write: each definition that is served under another fingerprint
 * than the approved one, and the absence of each that is gone. Returns the first unknown item as a string.
 */
export function chooseEntries(
  items: readonly string[],
  surface: StoredSurface,
  baseline: readonly Approved[],
): readonly ApprovalEntry[] | string {
  const approved = new Map(baseline.map((item) => [itemKey(item), item.fingerprint]));
  const served = new Set(surface.definitions.map(itemKey));
  const candidates: readonly ApprovalEntry[] = [
    ...surface.definitions.map(({ kind, name, fingerprint, copies }) => ({ kind, name, fingerprint, copies })),
    ...baseline
      .filter((item) => !served.has(itemKey(item)))
      .map(({ kind, name, copies }) => ({ kind, name, fingerprint: null, copies })),
  ];
  const chosen: ApprovalEntry[] = items.length === 0 ? [...candidates] : [];
  for (const label of items) {
    const entry = findItem(label, candidates);
    if (entry === null) return label;
    chosen.push(entry);
  }
  return chosen.filter((entry) => !approved.has(itemKey(entry)) || approved.get(itemKey(entry)) !== entry.fingerprint);
}
