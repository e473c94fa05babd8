import { itemKey } from '../core/definition.ts';
import type { Finding } from '../core/finding.ts';
import { suggestVolatile } from '../core/suggest-volatile.ts';
import type { ServerState } from './ports-record.ts';
import type { ServerTx } from './ports-store.ts';

/** Findings that are looked at, and snapshots of the server that count. */
const maxFindings = 20;
const maxSnapshots = 10;

/** `findings` with the rule that would let a text vary, where readings differ in nothing but one narrow part of it. */
export async function addSuggestions(
  findings: readonly Finding[],
  { baseline }: ServerState,
  tx: ServerTx,
): Promise<readonly Finding[]> {
  const approved = new Map(baseline.map((item) => [itemKey(item), item.lastText]));
  const candidates = new Set(findings.filter(isOneText).slice(0, maxFindings));
  const result: Finding[] = [];
  for (const finding of findings) {
    const text = approved.get(itemKey(finding)) ?? null;
    const isCandidate = candidates.has(finding) && text !== null;
    const recent = isCandidate ? await tx.recentTexts(finding, maxSnapshots) : [];
    const mayVary = isCandidate ? suggestVolatile(finding.kind, [text, ...recent]) : null;
    result.push(mayVary === null ? finding : { ...finding, mayVary });
  }
  return result;
}

function isOneText({ change, edits: [edit, ...others] }: Finding): boolean {
  if (change !== 'changed' || edit === undefined || others.length > 0) return false;
  return typeof edit.before === 'string' && typeof edit.after === 'string';
}
