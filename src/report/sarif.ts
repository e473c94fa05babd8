import type { Severity } from '../core/finding.ts';
import { fingerprintText } from '../core/fingerprint.ts';
import type { JsonObject } from '../core/json.ts';

/** What is reported, in visible text, with its place in the config file: line and column from 1. */
export interface Reported {
  readonly rule: string;
  readonly severity: Severity;
  readonly server: string;
  /** Which definition it is about; null: the server as a whole. */
  readonly item: string | null;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** What stays the same as long as it is the same trouble; absent: its place in the file says so. */
  readonly identity?: string;
}

export interface RuleText {
  readonly sentence: string;
  readonly why: string;
  readonly whatToDo: string;
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
export function toSarif(
  reported: readonly Reported[],
  explain: (rule: string) => RuleText,
  uri: string,
  version: string,
): JsonObject {
  const names = [...new Set(reported.map(({ rule }) => rule))];
  const rules = names.map((name) => toRule(name, explain(name), reported));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'tooldrift', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: reported.map((one) => toResult(one, names.indexOf(one.rule), uri)),
      },
    ],
  };
}

function toRule(name: string, { sentence, why, whatToDo }: RuleText, reported: readonly Reported[]): JsonObject {
  const severity = reported.find(({ rule }) => rule === name)?.severity ?? 'info';
  return {
    id: name,
    shortDescription: { text: sentence },
    fullDescription: { text: plain(why) },
    help: { text: plain(`${why} What to do: ${whatToDo}`) },
    defaultConfiguration: { level: levels[severity] },
    properties: { 'security-severity': scores[severity], tags: ['security'] },
  };
}

function toResult(reported: Reported, ruleIndex: number, uri: string): JsonObject {
  const { rule, severity, server, item, message, line, column, identity } = reported;
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: plain(message) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri }, region: { startLine: line, startColumn: column } },
        logicalLocations: [{ fullyQualifiedName: item === null ? server : `${server}/${item}` }],
      },
    ],
    // Without it, GitHub takes all results of one rule on one line for the same.
    ...(identity === undefined ? {} : { partialFingerprints: { primaryLocationLineHash: hashOf(identity) } }),
    properties: { severity },
  };
}

function hashOf(identity: string): string {
  return `${fingerprintText(identity).slice(-16)}:1`;
}

/** In a message of SARIF, `[text](target)` is a link (3.11.6), and a server may have written it. */
function plain(text: string): string {
  return text.replace(/[\\[\]]/g, String.raw`\$&`);
}
