import { distance } from 'fastest-levenshtein';

/** The one of `known` that `word` was meant to be, null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  if (best === undefined || best.edits >= Math.max(word.length, best.candidate.length)) return null;
  return best.edits <= Math.max(2, Math.floor(best.candidate.length / 3)) ? best.candidate : null;
}

/** `; did you mean "x"?`, or else a list of what is known; nothing where nothing is. */
export function suggestion(word: string, known: readonly string[]): string {
  const match = nearest(word, known);
  if (match !== null) return `; did you mean "${match}"?`;
  if (known.length === 0) return '';
  return `; known here: ${known.slice(0, 10).join(', ')}${known.length > 10 ? ', ...' : ''}`;
}
