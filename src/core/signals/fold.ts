import { asciiTwin } from './confusables.ts';

/** A text as its words are compared, with the way back to the text itself. */
export interface Folded {
  readonly text: string;
  /** The offset in the original text of an offset in `text`. */
  readonly origin: (offset: number) => number;
}

/** What joins or parts words: it becomes one space. */
const space = String.raw`[\s_\-\u2010-\u2015]`;
/** Marks of emphasis, apostrophes and what does not show: they go. */
const dropped = String.raw`[*\x60'’‘ʼ′\p{Default_Ignorable_Code_Point}]`;

/** `\uFFFF` parts the texts of a document. */
const beyondAscii = /[^\0-\x7F\uFFFF]/;
const drops = new RegExp(`${dropped}+`, 'gu');
/** A space alone is left as it is. */
const spaces = new RegExp(`(?! )${space}+| ${space}+`, 'gu');
const letters = new RegExp(String.raw`(?:(?!${space}|${dropped})[^\x00-\x7F\uFFFF])+`, 'gu');
const gapsInLetters = new RegExp(String.raw`${space}|${dropped}|\p{M}`, 'gu');
const hump = /(?<=[a-z])(?=[A-Z])/g;
const word = new RegExp(`(?:(?!${space}|${dropped})[^])+`, 'gu');

/**
 * `text` in lower case, with one space where white space, a hyphen or an underscore was, look-alike letters as the ASCII that
 * they pass for, and neither accents nor emphasis nor apostrophes nor invisible characters. `readSecretKey`, `READ secret_key`
 * and `read **secret**\u200B key` are one.
 */
export function fold(text: string): Folded {
  let map: ((offset: number) => number) | undefined;
  return { text: foldText(text), origin: (offset) => (map ??= originIn(text))(offset) };
}

function foldText(text: string): string {
  const folded = foldWords(text);
  // Most texts are ASCII, and three times as fast that way.
  if (!beyondAscii.test(folded))
    return folded.replaceAll(/[*\x60']+/g, '').replaceAll(/[\t-\r_-][\s_-]*| [\s_-]+/g, ' ');
  return folded.replace(drops, '').replace(spaces, ' ');
}

function foldWords(text: string): string {
  const plain = foldScripts(text);
  return (/[a-z][A-Z]/.test(plain) ? plain.replace(hump, ' ') : plain).toLowerCase();
}

/** Without accents, and of the script that the letters pass for. */
function foldScripts(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return text.replace(letters, (run) => {
    const bare = run.normalize('NFKD').replace(gapsInLetters, '');
    return Array.from(bare, foldTwin).join('');
  });
}

/** What is written in capitals folds to what it would in small letters. */
function foldTwin(letter: string): string {
  return asciiTwin(letter) ?? asciiTwin(letter.toLowerCase())?.toUpperCase() ?? letter;
}

/** Word by word: few texts hold anything whose place has to be told. */
function originIn(text: string): (offset: number) => number {
  // Where the two texts part: from `starts[i]` on, the original is at `origins[i]`.
  const starts = [0];
  const origins = [0];
  let at = 0;
  let end = 0;
  for (const { index, 0: found } of text.matchAll(word)) {
    if (index > end && hasSpace.test(text.slice(end, index))) at += 1;
    starts.push(at);
    origins.push(index);
    const { length } = foldWords(found);
    if (length === found.length) at += length;
    else
      for (const [from, folded] of lettersOf(found)) {
        at += folded;
        starts.push(at);
        origins.push(index + from);
      }
    end = index + found.length;
    starts.push(at);
    origins.push(end);
  }
  return (offset) => originOf(offset, starts, origins);
}

/** Where each letter of a word ends, and how much longer the folded word is then. */
function* lettersOf(found: string): Generator<readonly [end: number, folded: number]> {
  let end = 0;
  let last = '';
  for (const letter of found) {
    const plain = foldScripts(letter);
    end += letter.length;
    yield [end, plain.toLowerCase().length + (/[a-z][A-Z]/.test(last + plain.charAt(0)) ? 1 : 0)];
    last = plain.at(-1) ?? last;
  }
}

const hasSpace = new RegExp(space, 'u');

function originOf(offset: number, starts: readonly number[], origins: readonly number[]): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return (origins[low] ?? 0) + offset - (starts[low] ?? 0);
}
