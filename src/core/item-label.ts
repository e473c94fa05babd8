import type { ItemKey } from './definition.ts';

/** How a person names a definition on the command line: a tool by its name, what there is one of by its kind, the rest as `kind:name`. */
export function itemLabel(item: ItemKey): string {
  if (item.kind === 'tool') return item.name;
  return item.name === '' ? item.kind : `${item.kind}:${item.name}`;
}

/** The item that `label` names. A tool with that very name comes first: it can be named no other way. */
export function findItem<T extends ItemKey>(label: string, items: readonly T[]): T | null {
  const byLabel = items.filter((item) => itemLabel(item) === label);
  return byLabel.find((item) => item.kind === 'tool') ?? byLabel[0] ?? null;
}
