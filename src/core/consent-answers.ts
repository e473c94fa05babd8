/**
 * What a client does with a tool, from the most guarded answer to the least: the model is not offered it; a person is asked before
 * each call; a person reviews the results; a model judges whether to ask; it runs; it runs beside other calls; it may run
 * a second time after a dropped connection.
 */
export const answers = ['hidden', 'asks', 'reviews', 'judges', 'runs', 'parallel', 'replays'] as const;
export type Answer = (typeof answers)[number];

export type Direction = 'weaker' | 'safer';

/** Null if both are the same. */
export function directionOf(from: Answer, to: Answer): Direction | null {
  if (from === to) return null;
  return answers.indexOf(to) > answers.indexOf(from) ? 'weaker' : 'safer';
}
