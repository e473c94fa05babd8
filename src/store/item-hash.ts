import { createHash } from 'node:crypto';
import type { ItemKey } from '../core/definition.ts';

/**
 * Stands for kind and name in keys and indexes, where a name of any length has no room. JSON tells lone surrogates
 * apart.
 */
export function itemHash(kind: ItemKey['kind'] | 'surface', name: string): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, name]))
    .digest('hex');
}

/** Orders by kind, then name, by UTF-16 code unit: the order of a `Surface`. */
export function byItem(a: ItemKey, b: ItemKey): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return 0;
}
