import type { Region } from '../core/place.ts';
import { worst, type Severity } from '../core/finding.ts';
import type { JsonObject } from '../core/json.ts';
import { fingerprintsOf, mostSevere, type Reported, type RuleText } from './reported.ts';

/** SARIF 2.1.0 3.27.10. */
const levels: Readonly<Record<Severity, string>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};
/** As GitHub ranks results by it: more than 9 is critical, 7 and more high, 4 and more medium; nothing ranks 0. */
const scores: Readonly<Record<Severity, string | null>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
  info: null,
};

/** The root of the repository by convention. Nothing says where that is on this machine. */
const sourceRoot = '%SRCROOT%';

/** Where a log comes from. */
export interface LogOrigin {
  /** Logs of one command replace each other, those of several stand side by side. */
  readonly command: 'lint' | 'check';
  /** Where the config file is: a relative reference with forward slashes, or an absolute URI. */
  readonly uri: string;
  /** The working folder as an absolute URI with a slash at its end. */
  readonly folder: string;
  readonly version: string;
}

/** A SARIF 2.1.0 log with one run, as GitHub code scanning takes it. Columns count UTF-16 code units. */
export function toSarif(
  reported: readonly Reported[],
  explain: (rule: string) => RuleText,
  origin: LogOrigin,
): JsonObject {
  const kept = mostSevere(reported);
  const names = [...new Set(kept.map(({ rule }) => rule))];
  const prints = fingerprintsOf(kept);
  const location = locationOf(origin);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'tooldrift',
            version: origin.version,
            rules: names.map((name) => toRule(name, explain(name), kept)),
          },
        },
        automationDetails: { id: `tooldrift-${origin.command}/` },
        ...location.run,
        columnKind: 'utf16CodeUnits',
        results: kept.map((one, at) => toResult(one, names.indexOf(one.rule), location.artifact, prints[at] ?? '')),
        ...(kept.length < reported.length ? { properties: { omittedResults: reported.length - kept.length } } : {}),
      },
    ],
  };
}

/** A relative reference is one to the root of the repository; for an absolute one GitHub has to know the folder. */
function locationOf({ uri, folder }: LogOrigin): { readonly run: JsonObject; readonly artifact: JsonObject } {
  if (/^[a-z][a-z0-9+.-]*:/i.test(uri))
    return {
      run: { invocations: [{ executionSuccessful: true, workingDirectory: { uri: folder } }] },
      artifact: { uri },
    };
  const text = 'The folder that tooldrift was started in, which should be the root of the repository.';
  return {
    run: { originalUriBaseIds: { [sourceRoot]: { description: { text } } } },
    artifact: { uri, uriBaseId: sourceRoot },
  };
}

function toRule(name: string, { sentence, why, whatToDo }: RuleText, reported: readonly Reported[]): JsonObject {
  const severity = worst(reported.filter(({ rule }) => rule === name).map((one) => one.severity));
  const score = scores[severity];
  return {
    id: name,
    shortDescription: { text: sentence },
    fullDescription: { text: plain(why) },
    help: { text: plain(`${why} What to do: ${whatToDo}`) },
    defaultConfiguration: { level: levels[severity] },
    properties: { ...(score === null ? {} : { 'security-severity': score }), tags: ['security'] },
  };
}

function toResult(reported: Reported, ruleIndex: number, artifactLocation: JsonObject, print: string): JsonObject {
  const { rule, severity, server, item, message, region } = reported;
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: plain(message) },
    locations: [
      {
        physicalLocation: { artifactLocation, region: toRegion(region) },
        logicalLocations: [{ fullyQualifiedName: item === null ? server : `${server}/${item}` }],
      },
    ],
    partialFingerprints: { primaryLocationLineHash: print },
    properties: { severity },
  };
}

function toRegion({ start, end }: Region): JsonObject {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** In a message of SARIF, `[text](target)` is a link (3.11.6), and a server may have written it. */
function plain(text: string): string {
  return text.replace(/[\\[\]]/g, String.raw`\$&`);
}
