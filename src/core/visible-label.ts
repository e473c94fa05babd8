import type { ItemKey } from './definition.ts';
import { itemLabel } from './item-label.ts';
import { visibleName, visibleToolName } from './visible-line.ts';

/** The label of a definition as part of a line: a name that could pass for our own words stands in quotes, a long one is cut. */
export function visibleLabel(item: ItemKey): string {
  return item.kind === 'tool' ? visibleToolName(item.name) : visibleName(itemLabel(item));
}
