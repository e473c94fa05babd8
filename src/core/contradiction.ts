import { answerOf } from './compare-consent.ts';
import { listOf, namesOf } from './consequences.ts';
import { consentTable } from './consent-table.ts';
import type { Json } from './json.ts';

/** Clients that a sentence names on either side. */
const maxNamed = 4;

/**
 * Who goes by which of two hints that contradict each other: `Claude apps and 4 more ask before it, VS Code and 7 more do not`.
 * Of the clients that run what only reads and ask before what destroys.
 */
export function tellContradiction(tool: Json): string {
  const saying = (hint: string): Json => ({ annotations: { [hint]: true } });
  const torn = consentTable.filter(
    (row) => answerOf(row, saying('readOnlyHint')) === 'runs' && answerOf(row, saying('destructiveHint')) === 'asks',
  );
  const runs = torn.filter((row) => answerOf(row, tool) === 'runs');
  const asks = torn.filter((row) => answerOf(row, tool) === 'asks');
  const list = (rows: typeof torn): string => listOf(namesOf(rows), maxNamed);
  if (runs.length === 0 || asks.length === 0) return 'clients disagree which of the two counts';
  return `${list(asks)} ask before it, ${list(runs)} do not`;
}
