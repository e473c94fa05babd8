import type { Json } from './json.ts';

interface Hint {
  /** The value that a client must assume when the hint is absent (MCP schema, ToolAnnotations). */
  readonly default: boolean;
  /** The value that makes clients more permissive. */
  readonly relaxed: boolean;
}

/** The four behavioural hints of `ToolAnnotations`. */
export const hints: ReadonlyMap<string, Hint> = new Map([
  ['readOnlyHint', { default: false, relaxed: true }],
  ['destructiveHint', { default: true, relaxed: false }],
  ['idempotentHint', { default: false, relaxed: true }],
  ['openWorldHint', { default: true, relaxed: false }],
]);

export type HintChange = 'relaxed' | 'tightened' | 'malformed' | 'same';

/**
 * How a change of one hint changes what clients may assume. A value of a wrong type is read in each way that clients read
 * it: as if absent, by truth value, by its word. Some clients take an absent hint for false, whatever the specification
 * says: for them a guard that is no longer written out is gone. Whatever relaxes counts.
 */
export function compareHint(name: string, before: Json | undefined, after: Json | undefined): HintChange | null {
  const hint = hints.get(name);
  if (hint === undefined) return null;
  const changes = (read: (value: Json | undefined, hint: Hint) => boolean): boolean =>
    read(before, hint) !== read(after, hint);
  const relaxes = (read: (value: Json | undefined, hint: Hint) => boolean): boolean =>
    changes(read) && read(after, hint) === hint.relaxed;
  if ([...readings, absentIsFalse].some(relaxes)) return 'relaxed';
  if (readings.some(changes)) return 'tightened';
  return isWellTyped(before) && isWellTyped(after) ? 'same' : 'malformed';
}

/** The value that a client assumes for the hint `name`: the spec's default unless it is a boolean. */
export function effectiveHint(name: string, value: Json | undefined): boolean | null {
  const hint = hints.get(name);
  return hint === undefined ? null : strict(value, hint);
}

function isWellTyped(value: Json | undefined): boolean {
  return value === undefined || value === null || typeof value === 'boolean';
}

function strict(value: Json | undefined, hint: Hint): boolean {
  return typeof value === 'boolean' ? value : hint.default;
}

function truthy(value: Json | undefined, hint: Hint): boolean {
  return value === undefined || value === null ? hint.default : Boolean(value);
}

const yes = new Set(['true', 't', 'yes', 'y', 'on', '1']);
const no = new Set(['false', 'f', 'no', 'n', 'off', '0']);

/** The boolean that clients in Python (pydantic) read: the string `false` is false. Null if it is none to them either. */
export function readWord(value: Json | undefined): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const word = String(value).toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}

function byWord(value: Json | undefined, hint: Hint): boolean {
  return readWord(value) ?? hint.default;
}

const readings = [strict, truthy, byWord];

function absentIsFalse(value: Json | undefined): boolean {
  return Boolean(value);
}
