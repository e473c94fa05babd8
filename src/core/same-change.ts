import { canonicalise } from './canonical.ts';
import type { Edit } from './finding.ts';
import { isArray, isObject, type Json } from './json.ts';

/** Longer values are told one by one: comparing them costs more than it saves a reader. */
const maxCharacters = 10_000;

/** Characters around a change inside of a text that have to be the same too. */
const surroundings = 30;

/**
 * A key that two edits of one place share if they are the same change: the same values, where a number counts as any
 * other; of texts the same words in the same surroundings, or at the start or the end, whatever else the texts say. Null for a long one.
 */
export function changeKey({ before, after }: Edit): string | null {
  if (!isShort(before) || !isShort(after)) return null;
  if (typeof before === 'string' && typeof after === 'string') return wordsKey(before, after);
  return JSON.stringify([shapeOf(before), shapeOf(after)]);
}

function isShort(value: Json | undefined): boolean {
  let left = maxCharacters;
  const rest: (Json | undefined)[] = [value];
  while (rest.length > 0 && left > 0) {
    const next = rest.pop();
    left -= typeof next === 'string' ? next.length : 4;
    if (isArray(next)) rest.push(...next.slice(0, left));
    else if (isObject(next)) for (const [key, item] of Object.entries(next)) rest.push(key, item);
  }
  return left > 0;
}

/** Canonical text with every number as 0; null for an absent side. */
function shapeOf(value: Json | undefined): string | null {
  if (value === undefined) return null;
  return canonicalise(value).text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : '0',
  );
}

function wordsKey(before: string, after: string): string {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const [removed, added] = [before, after].map((text) => text.slice(start, text.length - end));
  const [isFirst, isLast] = [start === 0, end === 0];
  const left = isLast ? '' : before.slice(Math.max(0, start - surroundings), start);
  const right = isFirst ? '' : before.slice(before.length - end).slice(0, surroundings);
  return JSON.stringify([removed, added, isFirst, isLast, left, right]);
}

/** How many characters both texts begin with, without half a word. */
function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  if (!isWord(a[at]) && !isWord(b[at])) return at;
  while (at > 0 && isWord(a[at - 1])) at -= 1;
  return at;
}

/** How many characters both texts end with behind `start`, without half a word. */
function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let count = 0;
  while (count < most && a[a.length - count - 1] === b[b.length - count - 1]) count += 1;
  if (!isWord(a[a.length - count - 1]) && !isWord(b[b.length - count - 1])) return count;
  while (count > 0 && isWord(a[a.length - count])) count -= 1;
  return count;
}

/** Everything outside of ASCII counts as a letter: halves of a pair belong together, too. */
function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\w\u0080-\uFFFF]/.test(character);
}
