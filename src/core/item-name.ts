import { isDifference, isOfClient, type DefinitionKind } from './definition.ts';
import type { Change, Finding } from './finding.ts';
import { visibleName, visibleToolName } from './visible-line.ts';

const happened: Readonly<Record<Change, string>> = {
  changed: 'changed',
  added: 'was added',
  removed: 'was removed',
  returned: 'is served again',
  renamed: 'was renamed',
  duplicate: 'is served more than once',
};

/** How it is said of something that is not shown alike to all clients. */
const differs: Readonly<Record<Change, string>> = {
  ...happened,
  changed: 'is shown differently in another way',
  added: 'is not shown alike to all clients',
  removed: 'is shown alike to all clients',
  returned: 'is again not shown alike to all clients',
};

const nouns: Readonly<Partial<Record<DefinitionKind, string>>> = { 'client-server': 'server', 'client-file': 'file' };

/** `tool delete_file`, `instructions`. */
export function itemName(finding: Pick<Finding, 'kind' | 'name'>, maxCharacters?: number): string {
  if (finding.kind === 'tool') return `tool ${visibleToolName(finding.name, maxCharacters)}`;
  const noun = nouns[finding.kind] ?? finding.kind;
  return finding.name === '' ? noun : `${noun} ${visibleName(finding.name, maxCharacters)}`;
}

/** How it is said of what stands in files of clients: nothing of that is served. */
const stands: Readonly<Record<Change, string>> = {
  ...happened,
  returned: 'stands there again',
  duplicate: 'stands there more than once',
};

/** `tool delete_file was removed`. */
export function whatHappened(finding: Pick<Finding, 'kind' | 'name' | 'change'>, maxCharacters?: number): string {
  if (isDifference(finding)) return `${visibleToolName(finding.name, maxCharacters)} ${differs[finding.change]}`;
  return `${itemName(finding, maxCharacters)} ${(isOfClient(finding) ? stands : happened)[finding.change]}`;
}
