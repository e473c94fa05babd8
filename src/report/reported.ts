import type { Region } from '../core/place.ts';
import { severities, type Severity } from '../core/finding.ts';
import { fingerprintText } from '../core/fingerprint.ts';

/** What is reported, in visible text, with its place in the config file. */
export interface Reported {
  readonly rule: string;
  readonly severity: Severity;
  readonly server: string;
  /** Which definition it is about; null: the server as a whole. */
  readonly item: string | null;
  readonly message: string;
  readonly region: Region;
  /** What stays the same as long as it is the same trouble of one rule, also when lines move. */
  readonly identity: string;
}

export interface RuleText {
  readonly sentence: string;
  readonly why: string;
  readonly whatToDo: string;
}

/** GitHub refuses a run with more results (docs: SARIF support for code scanning). */
const maxResults = 25_000;
/** All of `reported`, or as many of the most severe as GitHub takes. */
export function mostSevere(reported: readonly Reported[]): readonly Reported[] {
  if (reported.length <= maxResults) return reported;
  return severities.flatMap((each) => reported.filter(({ severity }) => severity === each)).slice(0, maxResults);
}

/** `<hash>:<n>`, counted where several results of a rule are about the same: GitHub takes those with one print for one. */
export function fingerprintsOf(reported: readonly Reported[]): readonly string[] {
  const seen = new Map<string, number>();
  return reported.map(({ rule, identity }) => {
    const key = `${rule}\n${identity}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `${fingerprintText(identity).slice(-16)}:${count}`;
  });
}
