import type { DefinitionKind, ItemKey } from './definition.ts';
import { isFollowed } from './followed-name.ts';

/** Number of definitions by kind. */
export type ItemCounts = Readonly<Partial<Record<DefinitionKind, number>>>;

/** Number of definitions by kind, of those that the server serves. */
export function countItems(items: readonly ItemKey[]): ItemCounts {
  const counts: Partial<Record<DefinitionKind, number>> = {};
  for (const { kind } of items) if (kind !== 'launch') counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** What there may be many of, in the order told. */
const counted: readonly (readonly [DefinitionKind, one: string, many: string])[] = [
  ['tool', 'tool', 'tools'],
  ['prompt', 'prompt', 'prompts'],
  ['resource', 'resource', 'resources'],
  ['resource-template', 'resource template', 'resource templates'],
  ['ui-resource', 'page', 'pages'],
];

/** `13 tools, 4 prompts, 7 resources, instructions, odd cache hints`. What every server has is not told. */
export function describeItems(items: ItemCounts, server: string): string {
  const differences = items['identity-difference'];
  if (isFollowed(server)) return describeClient(items['client-server'] ?? 0, items['client-file'] ?? 0);
  if (differences === 0) return 'the same to all identities';
  if (differences !== undefined) return `${differences} difference${differences === 1 ? '' : 's'} between identities`;
  const parts = counted.flatMap(([kind, one, many]) => {
    const count = items[kind] ?? 0;
    if (count === 0) return kind === 'tool' ? ['no tools'] : [];
    return [`${count} ${count === 1 ? one : many}`];
  });
  if ((items.instructions ?? 0) > 0) parts.push('instructions');
  const otherwise = items['era-difference'] ?? 0;
  if (otherwise > 0) parts.push(`${otherwise} shown otherwise under the older protocol`);
  if ((items['cache-hints'] ?? 0) > 0) parts.push('odd cache hints');
  return parts.join(', ');
}

function describeClient(servers: number, files: number): string {
  const unread = files === 0 ? [] : [`${files} file${files === 1 ? '' : 's'} that cannot be read`];
  return [`${servers} server${servers === 1 ? '' : 's'} in its files`, ...unread].join(', ');
}
