import type { Document, Span } from './signal.ts';

/** Of one pattern. What comes behind so many counts as one more, all of it. */
export const maxSpans = 10_000;

/** The places in `text` where `pattern`, which has the flag `g` and never matches nothing, matches. */
export function spansOf(pattern: RegExp, text: string): readonly Span[] {
  const spans: Span[] = [];
  // Not `matchAll`: that makes a copy of the pattern each time, which takes longer than most texts.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (isFull(spans, match.index, text)) break;
    spans.push({ start: match.index, end: pattern.lastIndex });
  }
  return spans;
}

/** The same for a pattern over the folded text. */
export function foldedSpansOf(pattern: RegExp, { folded }: Document): readonly Span[] {
  return spansOf(pattern, folded.text).map(({ start, end }) => ({
    start: folded.origin(start),
    end: folded.origin(end),
  }));
}

/** True once there are too many spans; the rest of the text becomes the last one, so that nothing can hide behind a crowd. */
export function isFull(spans: Span[], start: number, text: string): boolean {
  if (spans.length < maxSpans) return false;
  spans.push({ start, end: text.length });
  return true;
}
