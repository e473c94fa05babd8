import { directionOf, type Answer } from './consent-answers.ts';
import { consentTable, type ConsentRow } from './consent-table.ts';
import { isObject, own, type Json } from './json.ts';

/** A client that no longer answers for a tool as it did. */
export interface ConsentChange {
  readonly client: string;
  readonly mode: string;
  readonly from: Answer;
  readonly to: Answer;
}

/** The clients whose answer for `after` is another than for `before`. `before` null: than for a tool that says nothing of itself. */
export function compareConsent(before: Json | null, after: Json): readonly ConsentChange[] {
  return consentTable.flatMap((row): readonly ConsentChange[] => {
    const [from, to] = [answerOf(row, before), answerOf(row, after)];
    return from === to ? [] : [{ client: row.client, mode: row.mode, from, to }];
  });
}

/** `Codex (auto)`, `VS Code`. */
export function nameOf({ client, mode }: Pick<ConsentChange, 'client' | 'mode'>): string {
  return mode === 'default' ? client : `${client} (${mode})`;
}

/**
 * The part of `changes`, from `before` to `after`, that came through the edit at `path`: the answer changes that way by this edit
 * alone, or would not have gone as far without it.
 */
export function causedBy(
  path: readonly string[],
  changes: readonly ConsentChange[],
  before: Json,
  after: Json,
): readonly ConsentChange[] {
  const place = path.slice(0, path[0] === '_meta' && path[1] === 'ui' ? 3 : 2);
  const alone = transplant(before, after, place);
  const without = transplant(after, before, place);
  return changes.filter(({ client, mode, from, to }) => {
    const row = consentTable.find((one) => one.client === client && one.mode === mode);
    if (row === undefined) return false;
    const direction = directionOf(from, to);
    return [directionOf(from, answerOf(row, alone)), directionOf(answerOf(row, without), to)].includes(direction);
  });
}

function answerOf(row: ConsentRow, tool: Json): Answer {
  return row.asks(own(tool, 'annotations'), own(tool, '_meta'));
}

/** `into` with what `from` has at `place`, which may be nothing. */
function transplant(into: Json, from: Json, place: readonly string[]): Json {
  const [key, ...rest] = place;
  if (key === undefined) return from;
  const theirs = own(from, key);
  const value = rest.length > 0 ? transplant(own(into, key) ?? {}, theirs ?? {}, rest) : theirs;
  const others = Object.entries(isObject(into) ? into : {}).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]);
}
