import { definitionKinds, type DefinitionKind } from '../core/definition.ts';
import { atLeast, worst, type Severity } from '../core/finding.ts';
import { guardLine, guardVisible } from '../core/visible.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import { describeFindings, describeReason, isComplete } from './report-check.ts';
import { verdictRules } from './verdict-rules.ts';

/** A test case: passed unless it says otherwise. */
interface Case {
  readonly name: string;
  readonly outcome?: {
    readonly kind: 'failure' | 'error';
    readonly type: string;
    readonly message: string;
    readonly text: string;
  };
  /** What is told all the same. */
  readonly output?: string;
}

/**
 * A JUnit report: a suite for each server, with a case for the reading, one for each kind of definition that it shows, and one
 * for the approval where that is missing. A kind fails with a finding of severity `failOn` or more. `at` is ISO 8601 UTC.
 */
export function toJunit(results: readonly CheckResult[], failOn: Severity, at: string): string {
  const suites = results.map((result) => ({ server: result.server, cases: casesOf(result, failOn) }));
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="tooldrift"${counts(all)}>`,
    ...suites.flatMap(({ server, cases }) => [
      `  <testsuite name="${attribute(server)}"${counts(cases)} skipped="0" timestamp="${attribute(at.slice(0, 19))}">`,
      ...cases.flatMap((one) => writeCase(server, one)),
      '  </testsuite>',
    ]),
    '</testsuites>\n',
  ].join('\n');
}

function casesOf(result: CheckResult, failOn: Severity): readonly Case[] {
  const { items, findings, verdict } = result;
  const found = new Set(findings.map(({ kind }) => kind));
  const isShown = (kind: DefinitionKind): boolean =>
    found.has(kind) || (items[kind] ?? 0) > 0 || (kind === 'launch' && isComplete(result));
  return [
    readingCase(result),
    ...(verdict === 'unapproved' ? [approvalCase()] : []),
    ...definitionKinds.filter(isShown).map((kind) => kindCase(kind, result, failOn)),
  ];
}

function readingCase(result: CheckResult): Case {
  if (isComplete(result)) return { name: 'reading' };
  const text = describeReason(result);
  return { name: 'reading', outcome: { kind: 'error', type: result.outcome, message: text, text } };
}

function approvalCase(): Case {
  const { sentence: message, whatToDo: text } = verdictRules['server-unapproved'];
  return { name: 'approval', outcome: { kind: 'failure', type: 'unapproved', message, text } };
}

function kindCase(name: DefinitionKind, { server, findings }: CheckResult, failOn: Severity): Case {
  const own = findings.filter(({ kind }) => kind === name);
  if (own.length === 0) return { name };
  const text = describeFindings(own, server);
  const severity = worst(own.map((finding) => finding.severity));
  if (!atLeast(severity, failOn)) return { name, output: text };
  const message = `${own.length} finding${own.length === 1 ? '' : 's'}`;
  return { name, outcome: { kind: 'failure', type: severity, message, text } };
}

function writeCase(server: string, { name, outcome, output }: Case): readonly string[] {
  const head = `    <testcase classname="tooldrift.${attribute(server)}" name="${attribute(name)}"`;
  if (output !== undefined) return [`${head}>`, `      <system-out>${content(output)}</system-out>`, '    </testcase>'];
  if (outcome === undefined) return [`${head}/>`];
  const { kind, type, message, text } = outcome;
  const opening = `<${kind} type="${attribute(type)}" message="${attribute(message)}">`;
  return [`${head}>`, `      ${opening}${content(text)}</${kind}>`, '    </testcase>'];
}

function counts(cases: readonly Case[]): string {
  const many = (kind: 'failure' | 'error'): number => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  return ` tests="${cases.length}" failures="${many('failure')}" errors="${many('error')}"`;
}

function attribute(text: string): string {
  return escape(guardLine(text));
}

/** Whatever is no character of XML 1.0 (2.2) does not show either, and is written out by the guard. */
function content(text: string): string {
  return escape(guardVisible(text));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
