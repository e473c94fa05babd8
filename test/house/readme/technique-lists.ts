import { techniques } from '../../support/techniques/table.ts';

/** The tricks of which nothing is missed, as one sentence. */
export function caughtTricks(): string {
  return techniques.flatMap(({ trick, gap }) => (gap === undefined ? [trick] : [])).join(' · ');
}

/** Each of the others with what is missed of it. */
export function gapRows(): readonly (readonly string[])[] {
  return techniques.flatMap(({ trick, gap }) => (gap === undefined ? [] : [[trick, gap]]));
}
