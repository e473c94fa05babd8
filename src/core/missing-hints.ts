import { answerOf } from './compare-consent.ts';
import { directionOf } from './consent-answers.ts';
import { consentTable } from './consent-table.ts';
import { listOf, namesOf } from './consequences.ts';
import { hints } from './hints.ts';
import { isObject, own, type Json } from './json.ts';

/** What a tool does not say of itself, and what is made of that. */
export interface MissingHints {
  /** Names of hints that are absent or null. */
  readonly names: readonly string[];
  /** One line: what clients assume instead, and which of them assume less. */
  readonly sentence: string;
}

/** What the specification says to assume of an absent hint. */
const assumptions: ReadonlyMap<string, string> = new Map([
  ['readOnlyHint', 'writes'],
  ['destructiveHint', 'may destroy'],
  ['idempotentHint', 'does it again when it is called again'],
  ['openWorldHint', 'reaches outside'],
]);

const maxNamed = 4;

/** The hints that `tool` leaves out; null if it has all of them. Of one that only reads, the others say nothing (MCP, ToolAnnotations). */
export function missingHints(tool: Json): MissingHints | null {
  const annotations = own(tool, 'annotations');
  const isReadOnly = own(annotations, 'readOnlyHint') === true;
  const names = [...hints.keys()].filter((name) => {
    const isMeant = !isReadOnly || name === 'readOnlyHint' || name === 'openWorldHint';
    return isMeant && (own(annotations, name) ?? null) === null;
  });
  if (names.length === 0) return null;
  const assumed = names.map((name) => assumptions.get(name) ?? name);
  const last = assumed.pop() ?? '';
  const list = assumed.length === 0 ? last : `${assumed.join(', ')} and ${last}`;
  const trusting = whoAssumesLess(tool, names);
  const but =
    trusting.length === 0 ? '' : `, but ${listOf(trusting, maxNamed)} ${trusting.length === 1 ? 'does' : 'do'} not`;
  return { names, sentence: `says nothing of ${names.join(', ')}: clients assume that it ${list}${but}` };
}

/** Clients that guard people less than if the tool said what is to be assumed. */
function whoAssumesLess(tool: Json, names: readonly string[]): readonly string[] {
  const annotations = own(tool, 'annotations');
  const said = names.map((name) => [name, hints.get(name)?.default ?? null] as const);
  const explicit = { ...(isObject(annotations) ? annotations : {}), ...Object.fromEntries(said) };
  const whole: Json = { annotations: explicit, _meta: own(tool, '_meta') ?? null };
  return namesOf(consentTable.filter((row) => directionOf(answerOf(row, whole), answerOf(row, tool)) === 'weaker'));
}
