import { makeVisible } from './visible.ts';
import type { Hunk, Part } from './word-diff.ts';

/** `hunk` with every part made visible, so that no change can hide in it. */
export function visibleHunk(hunk: Hunk): Hunk {
  return { parts: hunk.parts.map((part, index) => visiblePart(part, hunk.parts[index - 1], hunk.parts[index + 1])) };
}

function visiblePart(part: Part, previous: Part | undefined, next: Part | undefined): Part {
  if (part.kind === 'omitted') return part;
  if (part.kind === 'same') return { ...part, text: makeVisible(part.text, { keepNewlines: true }) };
  const other = part.kind === 'removed' ? next : previous;
  const asciiOnly = other !== undefined && isCounterpart(part, other) && looksAlike(part.text, other.text);
  // A change of nothing but white space would show as nothing.
  const keepNewlines = /\S/.test(part.text);
  return { ...part, text: makeVisible(part.text, { keepNewlines, asciiOnly }) };
}

function isCounterpart(part: Part, other: Part): other is Exclude<Part, { kind: 'omitted' }> {
  return (part.kind === 'removed' && other.kind === 'added') || (part.kind === 'added' && other.kind === 'removed');
}

/** True for texts that differ in composition (NFKC) only, or only where one has ASCII and the other has not: `a` and U+0430. */
function looksAlike(a: string, b: string): boolean {
  if (a.normalize('NFKC') === b.normalize('NFKC')) return true;
  const [left, right] = [[...a], [...b]];
  return (
    left.length === right.length && left.every((char, at) => char === right[at] || isAscii(char) !== isAscii(right[at]))
  );
}

function isAscii(character: string | undefined): boolean {
  return character !== undefined && character <= '\u007F';
}
