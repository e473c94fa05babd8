import { diffArrays, diffLines, diffWordsWithSpace } from 'diff';
import type { Change } from 'diff';

/** A stretch of two texts: the same in both, or replaced. One side of a replacement may be empty, never both. */
export type Segment =
  | { readonly kind: 'same'; readonly text: string }
  | { readonly kind: 'replaced'; readonly removed: string; readonly added: string };

/** Token comparisons that one diff may cost: about a fifth of a second. */
export const defaultMaxWork = 2e7;
/** Beyond it the square of the edits is what costs. */
const maxEdits = 800;
/** Tokens that one diff may look at. */
const maxTokens = 3e5;

export interface EditScriptOptions {
  readonly maxWork?: number;
  /** What to compare first: prose changes in words, formatted data in lines. */
  readonly unit?: 'words' | 'lines';
}

/**
 * How `before` becomes `after`, word by word or line by line; where that costs too much the other way round, else what stands
 * between the common ends as a whole. Exact: same + removed is `before`, same + added is `after`.
 */
export function editScript(before: string, after: string, options: EditScriptOptions = {}): readonly Segment[] {
  const { maxWork = defaultMaxWork, unit = 'words' } = options;
  const [first, second] = unit === 'words' ? [byWords, byLines] : [byLines, byWords];
  const found = first(before, after, maxWork) ?? second(before, after, maxWork);
  return calm(found ?? refine(betweenEnds(before, after), maxWork));
}

function byWords(before: string, after: string, maxWork: number): readonly Segment[] | undefined {
  const tokens = before.length + after.length;
  if (tokens > maxTokens) return undefined;
  const words = diffWordsWithSpace(before, after, { maxEditLength: editsFor(tokens, maxWork) });
  return words && fromChanges(words);
}

/** Finds the changed lines, then the changed words inside of them. */
function byLines(before: string, after: string, maxWork: number): readonly Segment[] | undefined {
  const tokens = countLines(before) + countLines(after);
  if (tokens > maxTokens) return undefined;
  const lines = diffLines(before, after, { maxEditLength: editsFor(tokens, maxWork) });
  return lines && refine(fromChanges(lines), maxWork);
}

/** Myers' algorithm costs at most about edits x tokens comparisons. */
function editsFor(tokens: number, maxWork: number): number {
  return Math.min(maxEdits, Math.floor(maxWork / Math.max(1, tokens)));
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function refine(lines: readonly Segment[], maxWork: number): readonly Segment[] {
  const share = maxWork / Math.max(1, lines.filter((segment) => segment.kind === 'replaced').length);
  return lines.flatMap((segment) => {
    if (segment.kind === 'same') return [segment];
    const { removed, added } = segment;
    return byWords(removed, added, share) ?? byChunks(removed, added, share) ?? betweenEnds(removed, added);
  });
}

/** Finds the changed stretches of a long text without lines, then the changed words inside of them. */
function byChunks(before: string, after: string, maxWork: number): readonly Segment[] | undefined {
  const [was, is] = [chunksOf(before), chunksOf(after)];
  const found = diffArrays(was, is, { maxEditLength: editsFor(was.length + is.length, maxWork) });
  const replaced = merge(
    (found ?? []).map(({ value, added, removed }) => {
      const text = value.join('');
      if (!added && !removed) return { kind: 'same', text };
      return { kind: 'replaced', removed: removed ? text : '', added: added ? text : '' };
    }),
  );
  const share = maxWork / Math.max(1, replaced.filter(({ kind }) => kind === 'replaced').length);
  return found === undefined
    ? undefined
    : replaced.flatMap((segment) => {
        if (segment.kind === 'same') return [segment];
        return byWords(segment.removed, segment.added, share) ?? betweenEnds(segment.removed, segment.added);
      });
}

/** Ends by what stands there, so that a change moves no end but its own: after every eighth word or so. */
function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let start = 0;
  for (const { index, 0: word } of text.matchAll(/\S+\s*/g)) {
    if ((word.charCodeAt(0) + 3 * word.charCodeAt(word.trimEnd().length - 1) + word.length) % 8 !== 0) continue;
    chunks.push(text.slice(start, index + word.length));
    start = index + word.length;
  }
  return [...chunks, text.slice(start)];
}

function fromChanges(changes: readonly Change[]): readonly Segment[] {
  return merge(
    changes.map(({ value, added, removed }) =>
      added || removed
        ? { kind: 'replaced', removed: removed ? value : '', added: added ? value : '' }
        : { kind: 'same', text: value },
    ),
  );
}

function betweenEnds(before: string, after: string): readonly Segment[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  if (splitsPair(before, start) || splitsPair(after, start)) start -= 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (splitsPair(before, before.length - end) || splitsPair(after, after.length - end)) end -= 1;
  return merge([
    { kind: 'same', text: before.slice(0, start) },
    {
      kind: 'replaced',
      removed: before.slice(start, before.length - end),
      added: after.slice(start, after.length - end),
    },
    { kind: 'same', text: before.slice(before.length - end) },
  ]);
}

/** True if `index` stands between the two halves of one character. */
export function splitsPair(text: string, index: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}

/** Joins neighbours of one kind and drops empty segments. */
function merge(segments: readonly Segment[]): readonly Segment[] {
  const merged: Segment[] = [];
  for (const segment of segments) {
    if (segment.kind === 'same' ? segment.text === '' : segment.removed + segment.added === '') continue;
    const last = merged.at(-1);
    if (last?.kind === 'same' && segment.kind === 'same') {
      merged.splice(-1, 1, { kind: 'same', text: last.text + segment.text });
    } else if (last?.kind === 'replaced' && segment.kind === 'replaced') {
      const [removed, added] = [last.removed + segment.removed, last.added + segment.added];
      merged.splice(-1, 1, { kind: 'replaced', removed, added });
    } else {
      merged.push(segment);
    }
  }
  return merged;
}

/** Words that two different texts share by chance make confetti: a short common stretch between two replacements joins them. */
function calm(segments: readonly Segment[]): readonly Segment[] {
  const whole = segments.flatMap((segment, index): readonly Segment[] => {
    if (segment.kind !== 'same') return [segment];
    const { text } = segment;
    return isConfetti(text, segments[index - 1], segments[index + 1])
      ? [{ kind: 'replaced', removed: text, added: text }]
      : [segment];
  });
  return merge(whole);
}

function isConfetti(text: string, before: Segment | undefined, after: Segment | undefined): boolean {
  if (before?.kind !== 'replaced' || after?.kind !== 'replaced') return false;
  const bothSides = before.removed + after.removed !== '' && before.added + after.added !== '';
  if (!bothSides || text.length > 12) return false;
  return /^\s+$/.test(text) || (text.length <= sizeOf(before) && text.length <= sizeOf(after));
}

function sizeOf(segment: { readonly removed: string; readonly added: string }): number {
  return Math.max(segment.removed.length, segment.added.length);
}
