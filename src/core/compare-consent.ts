import { directionOf, type Answer, type Direction } from './consent-answers.ts';
import { consentTable, type ConsentRow } from './consent-table.ts';
import { hints } from './hints.ts';
import { isObject, own, type Json } from './json.ts';

/** A client that no longer answers for a tool as it did. */
export interface ConsentChange {
  readonly client: string;
  readonly mode: string;
  readonly from: Answer;
  readonly to: Answer;
  readonly direction: Direction;
}

/** The clients whose answer for `after` is another than for `before`. `before` null: than for a tool that says nothing of itself. */
export function compareConsent(before: Json | null, after: Json): readonly ConsentChange[] {
  const changes: ConsentChange[] = [];
  const [was, is] = [saidBy(before), saidBy(after)];
  for (const { client, mode, asks } of consentTable) {
    const [from, to] = [asks(was.annotations, was.meta), asks(is.annotations, is.meta)];
    const direction = directionOf(from, to);
    if (direction !== null) changes.push({ client, mode, from, to, direction });
  }
  return changes;
}

/** `Codex (auto)`, `VS Code`. */
export function nameOf({ client, mode }: Pick<ConsentChange, 'client' | 'mode'>): string {
  return mode === 'default' ? client : `${client} (${mode})`;
}

/** What the rows of the table look at, from the definition down. Nothing else may come to be copied: there could be a million of it. */
const places: readonly (readonly string[])[] = [
  ...[...hints.keys(), 'cursor/requiresConfirmation'].map((key) => ['annotations', key]),
  ...['anthropic/requiresUserInteraction', 'openai/visibility'].map((key) => ['_meta', key]),
  ['_meta', 'ui', 'visibility'],
];

/** The place of an edit, as far down as the table looks; null if it does not look there. */
export function consentPlace(path: readonly string[]): readonly string[] | null {
  const place = places.find((one) => areRelated(path, one));
  return place === undefined ? null : path.slice(0, place.length);
}

/** One place is above the other, or both are the same. */
export function areRelated(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((segment, index) => segment === long[index]);
}

/**
 * The part of `changes`, from `before` to `after`, that came through what changed at `place`: the answer changes that way by this
 * alone, or would not have gone as far without it.
 */
export function causedBy(
  place: readonly string[],
  changes: readonly ConsentChange[],
  before: Json,
  after: Json,
): readonly ConsentChange[] {
  const alone = transplant(before, after, place);
  const without = transplant(after, before, place);
  return changes.filter(({ client, mode, from, to, direction }) => {
    const row = rows.get(client)?.get(mode);
    if (row === undefined) return false;
    return (
      directionOf(from, answerOf(row, alone)) === direction || directionOf(answerOf(row, without), to) === direction
    );
  });
}

const rows: ReadonlyMap<string, ReadonlyMap<string, ConsentRow>> = new Map(
  consentTable.map(({ client }) => [
    client,
    new Map(consentTable.filter((row) => row.client === client).map((row) => [row.mode, row])),
  ]),
);

/** What a tool says of itself, as far as the table looks; null says nothing. */
function saidBy(tool: Json | null): { readonly annotations: Json | undefined; readonly meta: Json | undefined } {
  return tool === null
    ? { annotations: undefined, meta: undefined }
    : { annotations: own(tool, 'annotations'), meta: own(tool, '_meta') };
}

/** What one row of the table answers for `tool`. */
export function answerOf(row: ConsentRow, tool: Json | null): Answer {
  const { annotations, meta } = saidBy(tool);
  return row.asks(annotations, meta);
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
