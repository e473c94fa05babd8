import { composeFinding, mostSevereFirst, type FindingOptions } from './compose-finding.ts';
import { composeGroup } from './compose-group.ts';
import { itemKey } from './definition.ts';
import type { Finding } from './finding.ts';
import { groupFindings, type Group, type Rest } from './group.ts';
import type { Block } from './message.ts';

/** What is told at one place: a finding, or an edit that several share. */
export type Entry = ({ readonly kind: 'finding' } & Rest) | { readonly kind: 'group'; readonly group: Group };

/** Findings in the order in which they are told: the most severe first, and what stands apart before what many share. */
export function arrange(findings: readonly Finding[]): readonly Entry[] {
  const { groups, rest } = groupFindings(findings);
  const apart = rest.map((each) => ({ kind: 'finding', severity: each.finding.severity, ...each }) as const);
  const shared = groups.map((group) => ({ kind: 'group', severity: group.severity, group }) as const);
  return mostSevereFirst([...apart, ...shared]);
}

export function composeEntry(entry: Entry, server: string, options: FindingOptions = {}): readonly Block[] {
  if (entry.kind === 'group') return composeGroup(entry.group, server, options);
  const { finding, groupedEdits } = entry;
  return composeFinding(finding, server, { ...options, groupedEdits });
}

/** How many definitions some of `entries` are about. */
export function countDefinitions(entries: readonly Entry[]): number {
  const keys = entries.flatMap((entry) => {
    if (entry.kind === 'finding') return [itemKey(entry.finding)];
    const { kind, names } = entry.group;
    return names.map((name) => itemKey({ kind, name }));
  });
  return new Set(keys).size;
}
