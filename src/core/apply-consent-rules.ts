import { areRelated } from './compare-consent.ts';
import { consentRules, type Comparison, type ConsentRule, type ConsentVerdict } from './consent-rules.ts';
import { atLeast, worst, type ClassifiedEdit } from './finding.ts';

/** An edit and where it stands. */
export interface Placed {
  readonly edit: ClassifiedEdit;
  /** Segments below the definition; null for an edit that changes no value of it. */
  readonly path: readonly string[] | null;
}

/** The edits, each under the rules that hold for its place. */
export function applyRules(placed: readonly Placed[], comparison: Comparison): readonly Placed[] {
  const rules = consentRules.filter((rule) => comparison.before !== null || rule.ofNew === true);
  const held = rules
    .map((rule) => ({ rule, places: rule.places(comparison) }))
    .filter(({ places }) => places.length > 0);
  return placed.map(({ edit, path }) => {
    const fitting = held.filter(({ places }) => path !== null && places.some((place) => areRelated(path, place)));
    return { edit: fitting.reduce((one, { rule }) => fallUnder(one, verdictOf(rule, comparison)), edit), path };
  });
}

function verdictOf({ name, severity, sentence, detail }: ConsentRule, { after }: Comparison): ConsentVerdict {
  return { name, severity, sentence: detail === undefined ? sentence : `${sentence}: ${detail(after)}` };
}

/** Rules that say nothing of what they are about: another one takes their place. */
const plainRules = new Set(['field-changed', 'meta-changed', 'annotation-changed', 'notation']);

/** Rules that a more telling one of the same severity takes the name from. */
const generalRules = new Set(['annotation-tightened']);

/** A rule that is graver takes the place of the one before, one that is not adds its sentence. */
export function fallUnder(edit: ClassifiedEdit, { name, severity, sentence }: ConsentVerdict): ClassifiedEdit {
  const isPlain = plainRules.has(edit.rule);
  const isGraver = isPlain || generalRules.has(edit.rule) || !atLeast(edit.severity, severity);
  return {
    ...edit,
    ...(isGraver ? { rule: name, severity: worst([edit.severity, severity]) } : {}),
    message: isPlain ? sentence : `${edit.message}; ${sentence}`,
  };
}
