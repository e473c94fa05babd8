import { arrange, composeEntry } from '../core/arrange.ts';
import { composeFinding } from '../core/compose-finding.ts';
import { explanations } from '../core/explain.ts';
import type { Finding } from '../core/finding.ts';
import { itemLabel } from '../core/item-label.ts';
import type { Block } from '../core/message.ts';
import { plainPaint, renderText, type Paint } from '../core/render-text.ts';
import { guardLine } from '../core/visible.ts';
import { visibleLine } from '../core/visible-line.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import type { Reported, RuleText } from './reported.ts';
import { verdictRules } from './verdict-rules.ts';

/** About as many characters of one finding as a reader of a report wants. */
const maxCharacters = 4_000;
const maxLabel = 200;
/** A list of tools may be new as a whole. */
const maxEntries = 100;

type Unplaced = Omit<Reported, 'region'>;

/** What a check found, one for each finding and for each server that could not be compared. All of it is visible text. */
export function reportCheck(results: readonly CheckResult[]): readonly Unplaced[] {
  return results.flatMap((result) => [
    ...result.findings.map((finding) => reportFinding(result.server, finding)),
    ...reportVerdict(result),
  ]);
}

/** Why a rule matters and what to do about it. */
export function explainRule(rule: string): RuleText {
  const known = Object.entries(verdictRules).find(([name]) => name === rule)?.[1];
  const { why, whatToDo } = explanations.get(rule) ?? { why: rule, whatToDo: '' };
  return known ?? { sentence: rule.replaceAll('-', ' '), why, whatToDo };
}

/** Findings as lines of visible text; what several have in common stands there once. */
export function describeFindings(findings: readonly Finding[], server: string): string {
  const entries = arrange(findings);
  const texts = entries.slice(0, maxEntries).map((entry) => textOf(composeEntry(entry, server, { maxCharacters })));
  const left = entries.length - texts.length;
  return [...texts, ...(left > 0 ? [`and ${left} more`] : [])].join('\n\n');
}

function textOf(blocks: readonly Block[], paint: Paint = plainPaint): string {
  return renderText(blocks, paint, 100).trim();
}

/** True if the reading told all that the server shows. */
export function isComplete({ outcome }: Pick<CheckResult, 'outcome'>): boolean {
  return outcome === 'listed' || outcome === 'no-tools';
}

/** Why a reading told less than that, in one line. */
export function describeReason({ reason, outcome }: Pick<CheckResult, 'reason' | 'outcome'>): string {
  return visibleLine(reason ?? outcome, 1_000, guardLine);
}

function reportFinding(server: string, finding: Finding): Unplaced {
  const { kind, name, severity, edits, change } = finding;
  const rule = edits.find((edit) => edit.severity === severity)?.rule ?? edits[0]?.rule ?? `${kind}-${change}`;
  // Its level says that already.
  const text = textOf(composeFinding(finding, server, { maxCharacters }), { ...plainPaint, severity: () => '' });
  return {
    ...{ rule, severity, server, item: visibleLine(itemLabel(finding), maxLabel), message: `${server}: ${text}` },
    identity: JSON.stringify([server, kind, name]),
  };
}

function reportVerdict(result: CheckResult): readonly Unplaced[] {
  const { server, verdict } = result;
  const reported: Unplaced[] = [];
  const add = (rule: keyof typeof verdictRules, severity: 'high' | 'medium', more: string): void => {
    const message = `${server}: ${verdictRules[rule].sentence}${more}`;
    reported.push({ rule, severity, server, item: null, message, identity: server });
  };
  if (verdict === 'unapproved') add('server-unapproved', 'high', '');
  // Of a launch that is not the approved one, the finding tells.
  const isHeld = verdict === 'drift' && result.outcome === 'refused';
  if (!isComplete(result) && !isHeld) add('server-unverified', 'medium', `: ${describeReason(result)}`);
  return reported;
}
