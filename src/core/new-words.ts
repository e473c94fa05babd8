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
/** The same words of a text in ASCII, several times as fast. */
const plainWord = /[a-z0-9]{1,16}/g;
const beyondAscii = /[^\0-\x7F]/;

/** How many words `after` holds, and how many of them beyond those of `before`, each as often as it stands. */
export function newWords(before: string, after: string): { readonly added: number; readonly of: number } {
  const [was, is] = [before.toLowerCase(), after.toLowerCase()];
  const [start, end] = sharedEnds(was, is);
  const known = new Map<string, number>();
  for (const found of wordsIn(was.slice(start, was.length - end))) known.set(found, (known.get(found) ?? 0) + 1);
  const added = wordsIn(is.slice(start, is.length - end)).filter((found) => {
    const left = known.get(found) ?? 0;
    if (left > 0) known.set(found, left - 1);
    return left === 0;
  });
  return { added: Math.ceil(weigh(added)), of: weigh(wordsIn(is)) };
}

/** How long two texts are the same at the beginning and at the end, up to a space: what stands there is new in neither. */
function sharedEnds(before: string, after: string): readonly [start: number, end: number] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  start = start === 0 ? 0 : before.lastIndexOf(' ', start - 1) + 1;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end))
    end += 1;
  const space = end === 0 ? -1 : before.indexOf(' ', before.length - end);
  return [start, space === -1 ? 0 : before.length - space];
}

function wordsIn(lower: string): readonly string[] {
  return lower.match(beyondAscii.test(lower) ? word : plainWord) ?? [];
}

function weigh(words: readonly string[]): number {
  return words.reduce((sum, found) => sum + (spaceless.test(found) ? 0.5 : 1), 0);
}
