import { compareConsent, nameOf } from '../core/compare-consent.ts';
import { explanations } from '../core/explain.ts';
import { effectiveHint, hints } from '../core/hints.ts';
import { own, type Json, type JsonObject } from '../core/json.ts';
import type { LintFinding } from './lint-finding.ts';
import { ruleOf, weighted } from './rules.ts';
import { readsAsWrite } from './write-names.ts';

/** A finding without its place. */
export type ToolFinding = Pick<LintFinding, 'rule' | 'severity' | 'message'>;

/** What is to be said of what a tool says of itself. */
export function lintTool(name: string, tool: Json): readonly ToolFinding[] {
  const annotations = own(tool, 'annotations');
  return [...wrongTypes(annotations), ...contradictions(annotations), ...falseClaims(name, annotations), ...left(tool)];
}

const meanings: Readonly<Record<string, string>> = {
  readOnlyHint: 'it writes',
  destructiveHint: 'it may destroy',
  idempotentHint: 'it may not be called twice',
  openWorldHint: 'it reaches beyond',
};

/** Which hints are left out, what that means, and which clients assume less risk than it means. */
function left(tool: Json): readonly ToolFinding[] {
  const annotations = own(tool, 'annotations');
  const isReadOnly = own(annotations, 'readOnlyHint') === true;
  const absent = [...hints.keys()].filter((hint) => {
    // Of a tool that only reads they mean nothing (MCP schema, ToolAnnotations).
    if (isReadOnly && (hint === 'destructiveHint' || hint === 'idempotentHint')) return false;
    return (own(annotations, hint) ?? null) === null;
  });
  if (absent.length === 0) return [];
  const means = absent.map((hint) => meanings[hint] ?? hint).join(', ');
  const trusting = trustingClients(tool, absent);
  const clients = trusting.length === 0 ? '' : `; assume less: ${trusting.join(', ')}`;
  return [
    { ...weighted('annotations-missing'), message: `leaves out ${absent.join(', ')}, which means: ${means}${clients}` },
  ];
}

/** Those whose answer is weaker than if the tool said what its silence means. */
function trustingClients(tool: Json, absent: readonly string[]): readonly string[] {
  const annotations = own(tool, 'annotations');
  const said = Object.fromEntries([
    ...[...hints.keys()].map((hint) => [hint, own(annotations, hint) ?? null] as const),
    ...absent.map((hint) => [hint, effectiveHint(hint, undefined) ?? null] as const),
  ]);
  const spoken: JsonObject = { annotations: said };
  const silent: JsonObject = { annotations: annotations ?? null };
  return compareConsent(spoken, silent)
    .filter(({ direction }) => direction === 'weaker')
    .map(nameOf);
}

function wrongTypes(annotations: Json | undefined): readonly ToolFinding[] {
  const wrong = [...hints.keys()].filter(
    (hint) => !['boolean', 'undefined'].includes(typeof (own(annotations, hint) ?? undefined)),
  );
  if (wrong.length === 0) return [];
  const message = `${wrong.join(', ')}: not a boolean, clients disagree how to read it`;
  return [{ rule: known('annotation-malformed'), severity: 'medium', message }];
}

function contradictions(annotations: Json | undefined): readonly ToolFinding[] {
  const claims = (hint: string): boolean => Boolean(own(annotations, hint));
  if (!claims('readOnlyHint') || !claims('destructiveHint')) return [];
  const message = 'claims to be read-only and destructive: some clients ask before it, others do not';
  return [{ rule: known('hints-contradict'), severity: 'medium', message }];
}

function falseClaims(name: string, annotations: Json | undefined): readonly ToolFinding[] {
  const isClaim = Boolean(own(annotations, 'readOnlyHint')) && readsAsWrite(name);
  return isClaim ? [{ ...weighted('write-claims-read-only'), message: ruleOf('write-claims-read-only').sentence }] : [];
}

/** A rule that core explains already. */
function known(rule: string): string {
  if (!explanations.has(rule)) throw new Error(`nothing explains the rule ${rule}`);
  return rule;
}
