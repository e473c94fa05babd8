import { joins } from './placeholders.ts';
import type { Pattern } from './volatile-pattern.ts';

type Segments = Pattern['segments'];

/** A match of a pattern in a text: where it ends, and where each placeholder begins and ends. */
interface Match {
  readonly end: number;
  readonly contents: readonly (readonly [start: number, end: number])[];
}

/** Steps that looking for a pattern may take: a text could be made to take for ever. Then it is not found. */
const maxSteps = 2_000_000;

interface Budget {
  left: number;
}

/** What the placeholders hold if `pattern` is all of `text`, else null. */
export function matchWhole({ segments }: Pattern, text: string): readonly string[] | null {
  const found = matchAt(segments, text, 0, { left: maxSteps }, (end) => end === text.length);
  return found?.contents.map(([start, end]) => text.slice(start, end)) ?? null;
}

/** The places at which `pattern` stands in `text`, at most `limit`. A placeholder at its edge takes all that belongs to it. */
export function findPlaces(
  { segments }: Pattern,
  text: string,
  limit: number,
): readonly (Match & { readonly start: number })[] {
  const [first, last] = [segments[0], segments.at(-1)];
  const isInside = (segment: Segments[number] | undefined, at: number): boolean =>
    segment?.kind === 'placeholder' && joins(segment, text[at] ?? '');
  const found: (Match & { readonly start: number })[] = [];
  const budget = { left: maxSteps };
  for (let start = 0; start < text.length && found.length < limit && budget.left > 0; start += 1) {
    if (first?.kind === 'text') {
      start = text.indexOf(first.text, start);
      if (start === -1) break;
    } else if (isInside(first, start - 1)) continue;
    const match = matchAt(segments, text, start, budget, (end) => !isInside(last, end));
    if (match !== null) found.push({ start, ...match });
  }
  return budget.left > 0 ? found : [];
}

/** The first match from `start` on, with placeholders as short as can be. No pair of segment and place is tried twice. */
function matchAt(
  segments: Segments,
  text: string,
  start: number,
  budget: Budget,
  accepts: (end: number) => boolean,
): Match | null {
  const failed = new Set<string>();
  const from = (index: number, at: number): Match | null => {
    const segment = segments[index];
    if (segment === undefined) return accepts(at) ? { end: at, contents: [] } : null;
    if (segment.kind === 'text')
      return text.startsWith(segment.text, at) ? from(index + 1, at + segment.text.length) : null;
    const key = `${index} ${at}`;
    if (failed.has(key)) return null;
    const limit = Math.min(text.length, at + segment.maxLength);
    for (let end = at + 1; end <= limit && segment.character.test(text[end - 1] ?? ''); end += 1) {
      budget.left -= 1;
      if (budget.left <= 0) return null;
      const rest = from(index + 1, end);
      if (rest !== null && segment.shape.test(text.slice(at, end)))
        return { end: rest.end, contents: [[at, end], ...rest.contents] };
    }
    failed.add(key);
    return null;
  };
  return from(0, start);
}
