import type { DefinitionKind } from './definition.ts';
import { atLeast, worst, type ClassifiedEdit } from './finding.ts';
import type { Json } from './json.ts';
import { holdsProse, itemsIn, textKeywords } from './prose.ts';
import type { PlacedEdit } from './rules.ts';

/**
 * How much new text makes a change of text `high`. A reworded sentence is the usual case and stays what its rule says; new
 * sentences can tell the model anything, in any language, with none of the words that `signals` know. Counted over all edits
 * of a definition, so that it does not help to split a text. A description of which half is new is another one. The numbers are measured on honest histories of servers.
 */
const limits = {
  /** Words that came to texts which were there. */
  changed: 15,
  /** Words of texts in places that are new (a parameter with its description). */
  fresh: 60,
} as const;

/** Kinds whose text the model reads as it is; instructions are `high` anyway, a page or a resource is data. */
const weighed: ReadonlySet<DefinitionKind> = new Set(['tool', 'prompt', 'resource-template']);

/** What is told of `placed`, the edits of one definition, with those that bring text `high` if together they bring much. */
export function weighWords(told: readonly ClassifiedEdit[], placed: readonly PlacedEdit[]): readonly ClassifiedEdit[] {
  const counts = placed.map((edit, index) => {
    const isText = weighed.has(edit.kind) && atLeast(told[index]?.severity ?? 'info', 'medium');
    return isText ? countWords(edit) : nothing;
  });
  const sum = (key: 'changed' | 'fresh'): number => counts.reduce((total, count) => total + count[key], 0);
  const [changed, fresh] = [sum('changed'), sum('fresh')];
  return told.map((edit, index) => {
    const count = counts[index] ?? nothing;
    if (count.changed > 0 && changed >= limits.changed) return raise(edit, `${changed} new words in all`);
    if (count.fresh > 0 && fresh >= limits.fresh) return raise(edit, `${fresh} words in new places`);
    return count.isRewritten ? raise(edit, 'most of it is new') : edit;
  });
}

interface Count {
  readonly changed: number;
  readonly fresh: number;
  readonly isRewritten: boolean;
}

const nothing: Count = { changed: 0, fresh: 0, isRewritten: false };

function raise(edit: ClassifiedEdit, why: string): ClassifiedEdit {
  return { ...edit, severity: worst([edit.severity, 'high']), message: `${edit.message} (${why})` };
}

function countWords({ path, before, after }: PlacedEdit): Count {
  const isDescription = path.length === 1 && path[0] === 'description';
  if (after === undefined) return nothing;
  const [was, is] = [textOf(before), textOf(after)];
  const { added, of } = newWords(was, is);
  if (isDescription) return { changed: added, fresh: 0, isRewritten: added > 0 && added * 2 >= of };
  return before === undefined ? { ...nothing, fresh: added } : { ...nothing, changed: added };
}

/** All that `value` says to a reader, key by key. A value that is a text says itself. */
function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  const texts: string[] = [];
  for (const { key, item } of itemsIn(value)) {
    if (key !== null && holdsProse(key)) texts.push(key);
    if (typeof item === 'string' && (textKeywords.has(key ?? '') || holdsProse(item))) texts.push(item);
  }
  return texts.join(' ');
}

/** A letter of a script that writes no spaces, half a word; or else a run of letters, cut where words end at the latest. */
const letters = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const word = new RegExp(String.raw`[${letters}]|(?:(?![${letters}])[\p{L}\p{M}\p{N}]){1,16}`, 'gu');
const spaceless = new RegExp(`^[${letters}]$`, 'u');

/** How many words `after` holds, and how many of them beyond those of `before`, each as often as it stands. */
export function newWords(before: string, after: string): { readonly added: number; readonly of: number } {
  const known = new Map<string, number>();
  for (const [found] of before.toLowerCase().matchAll(word)) known.set(found, (known.get(found) ?? 0) + 1);
  let [added, of] = [0, 0];
  for (const [found] of after.toLowerCase().matchAll(word)) {
    const weight = spaceless.test(found) ? 0.5 : 1;
    const left = known.get(found) ?? 0;
    of += weight;
    if (left > 0) known.set(found, left - 1);
    else added += weight;
  }
  return { added: Math.ceil(added), of };
}
