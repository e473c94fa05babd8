import type { ItemKey } from './definition.ts';

/** How a person names a definition on the command line: a tool by its name, the instructions as `instructions`. */
export function itemLabel(item: ItemKey): string {
  return item.kind === 'instructions' ? 'instructions' : item.name;
}

/** The item that `label` names. A tool that calls itself `instructions` comes first: it can be named no other way. */
export function findItem<T extends ItemKey>(label: string, items: readonly T[]): T | null {
  const exact = items.find((item) => item.kind === 'tool' && item.name === label);
  return exact ?? items.find((item) => itemLabel(item) === label) ?? null;
}
