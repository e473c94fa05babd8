import type { Severity } from '../core/finding.ts';
import type { JsonObject } from '../core/json.ts';
import type { LintFinding } from './lint-finding.ts';
import { allExplanations, lintRules } from './rules.ts';

/** A finding with the server that it is about and its place in the config file: line and column from 1. */
export interface PlacedFinding extends LintFinding {
  readonly server: string;
  readonly line: number;
  readonly column: number;
}

/** SARIF 2.1.0 3.27.10. */
const levels: Readonly<Record<Severity, string>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};
/** As GitHub ranks results by it: 9 and more is critical, 7 high, 4 medium. */
const scores: Readonly<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  info: '0.0',
};

/**
 * A SARIF 2.1.0 log with one run. `uri` is where the config file is: a relative reference with forward slashes, or an absolute
 * URI. Columns count UTF-16 code units.
 */
export function toSarif(findings: readonly PlacedFinding[], uri: string, version: string): JsonObject {
  const names = [...new Set(findings.map(({ rule }) => rule))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'tooldrift', version, rules: names.map((name) => toRule(name, findings)) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => toResult(finding, names.indexOf(finding.rule), uri)),
      },
    ],
  };
}

function toRule(name: string, findings: readonly PlacedFinding[]): JsonObject {
  const { why, whatToDo } = allExplanations.get(name) ?? { why: name, whatToDo: '' };
  const severity = findings.find(({ rule }) => rule === name)?.severity ?? 'info';
  const sentence = lintRules.find((rule) => rule.name === name)?.sentence ?? name.replaceAll('-', ' ');
  return {
    id: name,
    shortDescription: { text: sentence },
    fullDescription: { text: plain(why) },
    help: { text: plain(`${why} What to do: ${whatToDo}`) },
    defaultConfiguration: { level: levels[severity] },
    properties: { 'security-severity': scores[severity], tags: ['security'] },
  };
}

function toResult(finding: PlacedFinding, ruleIndex: number, uri: string): JsonObject {
  const { rule, severity, server, item, message, paste, line, column } = finding;
  const about = item === null ? server : `${server}, ${item}`;
  const write = paste === null ? '' : `. Write ${paste.write} instead of ${paste.instead}`;
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: plain(`${about}: ${message}${write}.`) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region: { startLine: line, startColumn: column } },
        logicalLocations: [{ fullyQualifiedName: item === null ? server : `${server}/${item}` }],
      },
    ],
    properties: { severity },
  };
}

/** In a message of SARIF, `[text](target)` is a link (3.11.6), and a server may have written it. */
function plain(text: string): string {
  return text.replace(/[\\[\]]/g, String.raw`\$&`);
}
