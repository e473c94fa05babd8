import type { ConsentVerdict } from './consent-rules.ts';
import { worst, type ClassifiedEdit } from './finding.ts';
import { guardsIn, type Guard } from './guard-wording.ts';
import type { Json } from './json.ts';
import { itemsIn, textKeywords } from './prose.ts';
import { textsOfEdit } from './signals/texts.ts';
import { newWords } from './new-words.ts';
import { visibleLine } from './visible-line.ts';

export const guardWordingRemoved: ConsentVerdict = {
  name: 'guard-wording-removed',
  severity: 'high',
  sentence: 'words that held the model back are gone',
};

const maxQuoted = 160;

/**
 * `edits` of one definition, those `high` that took a guard in words from it: a sentence that told the model to ask or to warn
 * a person, or not to do something. One that is worded otherwise, or stands elsewhere in the definition, is not gone.
 */
export function weighGuards(edits: readonly ClassifiedEdit[], served: Json): readonly ClassifiedEdit[] {
  const lost = edits.map((edit) => textsOfEdit(edit, 'before').flatMap(({ text }) => guardsIn(text)));
  if (lost.every((guards) => guards.length === 0)) return edits;
  const left = [...readTexts(served)].flatMap((text) => guardsIn(text));
  const same = new Set(left.map(({ folded }) => folded));
  const known = new Set(lost.flat().map(({ folded }) => folded));
  // What is new may be one of them in other words, each of it one.
  const reworded = left.filter(({ folded }) => !known.has(folded));
  return edits.map((edit, at) => {
    const gone = (lost[at] ?? []).filter((guard) => !same.has(guard.folded) && !takeRewording(guard, reworded));
    return gone.reduce(tellGuard, edit);
  });
}

/** Texts of a definition that the model reads as prose, not those that nobody may look at (`_meta`, unknown fields). */
function* readTexts(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  for (const { key, item } of itemsIn(value))
    if (typeof item === 'string' && textKeywords.has(key ?? '') && key !== '$comment') yield item;
}

/** Takes from `candidates` one that asks for the same as `guard`. */
function takeRewording(guard: Guard, candidates: Guard[]): boolean {
  const at = candidates.findIndex((other) => other.kind === guard.kind && isAboutTheSame(guard, other));
  if (at !== -1) candidates.splice(at, 1);
  return at !== -1;
}

/** Who asks or warns a person does so; what is forbidden has to be the same thing, in about half of its words. */
function isAboutTheSame(guard: Guard, other: Guard): boolean {
  if (guard.kind !== 'forbids') return true;
  const { added, of } = newWords(other.folded, guard.folded);
  return added * 2 <= of;
}

function tellGuard(edit: ClassifiedEdit, { sentence }: Guard): ClassifiedEdit {
  const quoted = visibleLine(sentence, maxQuoted).replaceAll(/["\\]/g, String.raw`\$&`);
  const isFirst = edit.rule !== guardWordingRemoved.name;
  return {
    ...edit,
    rule: guardWordingRemoved.name,
    severity: worst([edit.severity, guardWordingRemoved.severity]),
    message: `${edit.message}${isFirst ? `; ${guardWordingRemoved.sentence}:` : ' …'} "${quoted}"`,
  };
}
