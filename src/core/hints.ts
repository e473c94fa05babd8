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
 * How a change of one hint changes what clients may assume. A value of a wrong type is read both ways that clients read
 * it, by truth value and as if absent; whichever relaxes counts.
 */
export function compareHint(name: string, before: Json | undefined, after: Json | undefined): HintChange | null {
  const hint = hints.get(name);
  if (hint === undefined) return null;
  const readings = [truthy, strict].map((read) => [read(before, hint), read(after, hint)] as const);
  if (readings.some(([was, is]) => was !== is && is === hint.relaxed)) return 'relaxed';
  if (readings.some(([was, is]) => was !== is)) return 'tightened';
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
