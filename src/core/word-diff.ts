import { editScript, splitsPair } from './edit-script.ts';
import type { Segment } from './edit-script.ts';

export type PartKind = 'same' | 'removed' | 'added';

/** A stretch of text, or a note that `characters` (code points) of such text were left out here. */
export type Part =
  | { readonly kind: PartKind; readonly text: string }
  | { readonly kind: 'omitted'; readonly from: PartKind; readonly characters: number };

/** Changes that stand near each other, with a little of the unchanged text around them. */
export interface Hunk {
  readonly parts: readonly Part[];
}

export interface WordDiffOptions {
  /** Unchanged characters kept on either side of a change. Infinity: all of them. */
  readonly context?: number;
  /** A longer removed or added part is cut in its middle. */
  readonly maxPart?: number;
  /** Everything from this change on is shown as one replacement. */
  readonly maxChanges?: number;
  /** Token comparisons that the diff may cost before it becomes coarser. */
  readonly maxWork?: number;
}

/**
 * What changed between two texts, word by word, as raw text. No changed part is ever left out; a long one may be cut in its
 * middle. With `{context: Infinity}` it is exact: same + removed is `before`, same + added is `after`. Equal texts have no hunk.
 */
export function wordDiff(before: string, after: string, options: WordDiffOptions = {}): readonly Hunk[] {
  const { maxWork } = options;
  return toHunks(editScript(before, after, maxWork === undefined ? {} : { maxWork }), options);
}

/** `segments` as hunks: `wordDiff` without the costly half. */
export function toHunks(segments: readonly Segment[], options: WordDiffOptions = {}): readonly Hunk[] {
  const { context = 60, maxPart = Infinity, maxChanges = Infinity } = options;
  const bounded = boundChanges(segments, maxChanges);
  if (!bounded.some((segment) => segment.kind === 'replaced')) return [];
  const hunks: Part[][] = [[]];
  bounded.forEach((segment, index) => {
    if (segment.kind === 'replaced') {
      hunks.at(-1)?.push(...cut('removed', segment.removed, maxPart), ...cut('added', segment.added, maxPart));
      return;
    }
    const head = index === 0 ? 0 : context;
    const tail = index === bounded.length - 1 ? 0 : context;
    const { before, omitted, after } = trim(segment.text, head, tail);
    hunks.at(-1)?.push(...before);
    if (omitted.length > 0 && head > 0 && tail > 0) hunks.push([]);
    hunks.at(-1)?.push(...omitted, ...after);
  });
  return hunks.map((parts) => ({ parts }));
}

function boundChanges(segments: readonly Segment[], maxChanges: number): readonly Segment[] {
  let changes = 0;
  const from = segments.findIndex((segment) => segment.kind === 'replaced' && (changes += 1) === maxChanges);
  if (from === -1) return segments;
  const last = segments.findLastIndex((segment) => segment.kind === 'replaced');
  const rest = segments.slice(from, last + 1);
  const side = (key: 'removed' | 'added'): string =>
    rest.map((segment) => (segment.kind === 'same' ? segment.text : segment[key])).join('');
  const whole: Segment = { kind: 'replaced', removed: side('removed'), added: side('added') };
  return [...segments.slice(0, from), whole, ...segments.slice(last + 1)];
}

interface Trimmed {
  readonly before: readonly Part[];
  readonly omitted: readonly Part[];
  readonly after: readonly Part[];
}

/** Keeps `head` characters at the start and `tail` at the end, if that leaves out enough to be worth a note. */
function trim(text: string, head: number, tail: number): Trimmed {
  if (text.length <= head + tail + 30) return { before: [{ kind: 'same', text }], omitted: [], after: [] };
  const start = wordEnd(text, head);
  const end = text.length - wordStart(text, tail);
  return {
    before: keep('same', text.slice(0, start)),
    omitted: [{ kind: 'omitted', from: 'same', characters: countCharacters(text.slice(start, end)) }],
    after: keep('same', text.slice(end)),
  };
}

/** The end of the last whole word among the first `length` characters; of one very long word, what fits. */
function wordEnd(text: string, length: number): number {
  const space = text.slice(0, length).search(/\s\S{0,20}$/);
  return space > 0 ? space : splitsPair(text, length) ? length - 1 : length;
}

/** The same from the other end: how many of the last `length` characters begin with a whole word. */
function wordStart(text: string, length: number): number {
  const space = length === 0 ? null : /^\S{0,20}\s/.exec(text.slice(-length));
  const kept = space === null ? length : length - space[0].length;
  return splitsPair(text, text.length - kept) ? kept - 1 : kept;
}

function cut(kind: 'removed' | 'added', text: string, maxPart: number): readonly Part[] {
  if (text.length <= maxPart) return keep(kind, text);
  const half = Math.max(1, Math.floor(maxPart / 2));
  const start = splitsPair(text, half) ? half + 1 : half;
  const end = splitsPair(text, text.length - half) ? text.length - half - 1 : text.length - half;
  if (start >= end) return keep(kind, text);
  const omitted: Part = { kind: 'omitted', from: kind, characters: countCharacters(text.slice(start, end)) };
  return [{ kind, text: text.slice(0, start) }, omitted, { kind, text: text.slice(end) }];
}

function keep(kind: PartKind, text: string): readonly Part[] {
  return text === '' ? [] : [{ kind, text }];
}

/** Code points: an emoji outside the basic plane is one, a lone surrogate is one. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}
