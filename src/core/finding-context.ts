import type { DefinitionKind, ItemKey } from './definition.ts';
import { itemKey } from './definition.ts';
import type { Expectation } from './expectation.ts';
import { severities, type Finding, type Severity } from './finding.ts';

/** What is kept of a finding beside the comparison, which can be made again: how it came about. */
export interface FindingContext {
  readonly goesWith: readonly string[];
  readonly silent: string | null;
  /** Which clients run the tool without asking (`unasked.ts`). */
  readonly unasked: readonly string[];
  /** Who had said that the server would change; null: nobody. */
  readonly expected: Expectation | null;
}

export interface KeptContext extends ItemKey, FindingContext {
  readonly fingerprint: string | null;
}

/** What one reading adds to the findings that it is the first to show. */
export interface News {
  readonly goesWith: readonly string[];
  /** Why a change of a definition of this kind was silent. */
  readonly silent: Silences;
  /** Where what a finding is about runs without asking. */
  readonly unasked: (finding: Finding) => readonly string[];
  /** What a person expects at this moment. */
  readonly expected: Expectation | null;
}

export type Silences = Readonly<Partial<Record<DefinitionKind, string>>>;

const none: News = { goesWith: [], silent: {}, unasked: () => [], expected: null };

/** A server could change its mind with every reading. */
const maxSentences = 5;

/**
 * `findings` with how they came about: what is kept of each, and what `news` add where it is new. What came in silence
 * stays so when it changes again, announced or not: nobody has looked at it in between.
 */
export function addContext(
  findings: readonly Finding[],
  kept: readonly KeptContext[],
  news: News = none,
): readonly Finding[] {
  const known = new Map(kept.map((drift) => [itemKey(drift), drift]));
  const told = findings.map((finding) => withContext(finding, contextOf(finding, known.get(itemKey(finding)), news)));
  return told.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function contextOf(finding: Finding, kept: KeptContext | undefined, news: News): FindingContext {
  const { goesWith = [], silent = null, unasked = [], expected = null } = kept ?? {};
  if (kept?.fingerprint === finding.fingerprint) return { goesWith, silent, unasked, expected };
  return {
    goesWith: [...new Set([...goesWith, ...news.goesWith])].slice(-maxSentences),
    silent: silent ?? news.silent[finding.kind] ?? null,
    unasked: news.unasked(finding).slice(0, maxSentences),
    // Whatever it was before: this change was expected, or was not.
    expected: news.expected,
  };
}

/** `finding` as it came about. Silence makes it one step more severe, and so does that nobody is asked. */
function withContext(finding: Finding, { goesWith, silent, unasked, expected }: FindingContext): Finding {
  const heard = silent === null ? finding.severity : oneUp(finding.severity);
  return {
    ...finding,
    severity: unasked.length === 0 ? heard : oneUp(heard),
    ...(goesWith.length === 0 ? {} : { goesWith }),
    ...(expected === null ? {} : { expected }),
    ...(silent === null ? {} : { silent }),
    ...(unasked.length === 0 ? {} : { unasked }),
  };
}

/** `info` stays: what makes no difference to any client makes none in silence either, and lists of resources churn. */
function oneUp(severity: Severity): Severity {
  return severity === 'info' ? severity : (severities[severities.indexOf(severity) - 1] ?? severity);
}
