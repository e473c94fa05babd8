import { parseCanonical } from './compare.ts';
import type { DefinitionKind } from './definition.ts';
import { diffJson } from './diff.ts';
import type { MayVary } from './finding.ts';
import { joins, placeholderClasses, type PlaceholderClass } from './placeholders.ts';
import { valueAt } from './pointer.ts';
import { signalContext } from './signals/context.ts';
import { speaksIn } from './signals/raise.ts';
import { refuseVolatile, variesWithin } from './volatile.ts';

/** As many different readings make a habit. */
const leastReadings = 3;

/** Longer texts are not compared for a suggestion. */
const maxText = 20_000;

/** Characters of the text around a placeholder that a pattern gives, and more if these stand twice. */
const surroundings = [30, 80, 200];

/**
 * The rule that a person could approve when the readings of one definition differ in one narrow span of one text: `texts` are
 * its canonical texts, the approved one first. Null where they differ in more, or in what no placeholder may hold.
 */
export function suggestVolatile(kind: DefinitionKind, texts: readonly string[]): MayVary | null {
  const [approvedText, ...otherTexts] = new Set(texts);
  if (approvedText === undefined) return null;
  const [approved, ...others] = [approvedText, ...otherTexts].map(parseCanonical);
  if (approved === undefined || others.length + 1 < leastReadings) return null;
  const edits = others.flatMap((other) => diffJson(approved, other));
  const [first] = edits;
  if (first === undefined || edits.some(({ pointer }) => pointer !== first.pointer)) return null;
  const { pointer } = first;
  const [text, ...served] = [approved, ...others].map((value) => valueAt(value, pointer));
  if (typeof text !== 'string' || !served.every((each) => typeof each === 'string')) return null;
  if ([text, ...served].some((each) => each.length > maxText)) return null;
  const item = { kind, name: '' };
  // What names a domain or another tool is looked at when the rule is applied: here only the text itself is known.
  const context = signalContext([approvedText], []);
  for (const [name, one] of placeholderClasses) {
    for (const pattern of patternsOf(name, one, text, served)) {
      const isRight = served.every(
        (each) => variesWithin(pattern, text, each) && !speaksIn(item, { pointer, before: text, after: each }, context),
      );
      if (isRight && refuseVolatile({ kind, name: '', pointer, pattern }, approved) === null)
        return { pointer, pattern };
    }
  }
  return null;
}

/** Patterns with one placeholder in the span in which the texts differ, with ever more of the text around it. */
function patternsOf(name: string, one: PlaceholderClass, text: string, others: readonly string[]): readonly string[] {
  const { shape, maxLength } = one;
  const all = [text, ...others];
  const shortest = Math.min(...all.map(({ length }) => length));
  let start = 0;
  while (start < shortest && all.every((each) => each[start] === text[start])) start += 1;
  let end = 0;
  while (end < shortest - start && all.every((each) => each.at(-1 - end) === text.at(-1 - end))) end += 1;
  // The whole of what varies, and not the digits of it that do.
  while (start > 0 && joins(one, text[start - 1] ?? '')) start -= 1;
  while (end > 0 && joins(one, text.at(-end) ?? '')) end -= 1;
  const contents = all.map((each) => each.slice(start, each.length - end));
  if (!contents.every((each) => each.length <= maxLength && shape.test(each))) return [];
  if (!isPlainly(name, contents, text.slice(Math.max(0, start - 40), start))) return [];
  return surroundings.map((most) => {
    const before = text.slice(0, start).slice(-most);
    const after = text.slice(text.length - end).slice(0, most);
    return `${literal(before.replace(start > most ? /^\S*\s/ : '', ''))}{${name}}${literal(after.replace(end > most ? /\s\S*$/ : '', ''))}`;
  });
}

/** Any word has the shape of a user or of a short list: only what is plainly one is suggested. */
function isPlainly(name: string, contents: readonly string[], before: string): boolean {
  if (name === 'user') return /\b(?:user|account|(?:logged|signed) in|login)\b/i.test(before);
  return name !== 'list' || contents.some((each) => each.includes(','));
}

function literal(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&');
}
