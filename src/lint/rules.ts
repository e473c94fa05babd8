import { explanations } from '../core/explain.ts';
import type { Explanation } from '../core/explanation.ts';
import type { Severity } from '../core/finding.ts';
import { addressRules } from './address-rules.ts';
import { claimRules } from './claim-rules.ts';
import { launchRules } from './launch-rules.ts';
import type { LintRule } from './lint-rule.ts';

export const lintRules: readonly LintRule[] = [...launchRules, ...addressRules, ...claimRules];

export type LintRuleName = (typeof launchRules | typeof addressRules | typeof claimRules)[number]['name'];

const byName: ReadonlyMap<string, LintRule> = new Map(lintRules.map((rule) => [rule.name, rule]));

/** Severity and sentence of a rule of lint's own. */
export function ruleOf(name: LintRuleName): LintRule {
  const rule = byName.get(name);
  if (rule === undefined) throw new Error(`lint has no rule ${name}`);
  return rule;
}

/** Why a rule matters and what to do, by name, in order of name: those of findings, and those of lint. */
export const allExplanations: ReadonlyMap<string, Explanation> = new Map(
  [...explanations, ...lintRules.map(({ name, why, whatToDo }) => [name, { why, whatToDo }] as const)].toSorted(
    ([a], [b]) => (a < b ? -1 : 1),
  ),
);

export interface Weighted {
  readonly rule: string;
  readonly severity: Severity;
}

export function weighted(name: LintRuleName): Weighted {
  return { rule: name, severity: ruleOf(name).severity };
}

/** What a rule is called in a sentence, why it matters and what to do. */
export function explainLint(name: string): Explanation & { readonly sentence: string } {
  const { why, whatToDo } = allExplanations.get(name) ?? { why: name, whatToDo: '' };
  return { sentence: byName.get(name)?.sentence ?? name.replaceAll('-', ' '), why, whatToDo };
}
