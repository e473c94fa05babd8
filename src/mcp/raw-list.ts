import { elementStarts, outlineOf } from '../core/json-outline.ts';
import type { Json } from '../core/json.ts';
import { LimitError } from './limit-error.ts';
import type { RawRead } from './lists.ts';

/** Lists of 15,000 ordinary tools hold some 700,000. Each costs time, however little text it is. */
const maxValues = 2_000_000;
/** Far deeper than `limits.maxDepth`: what is only too deep for that is read, and told as such. */
export const maxLevels = 20_000;
/** A text of fewer bytes can do no harm by its depth. */
export const harmless = 256_000;
/** A cursor, and hints. */
const maxBytesAround = 1_000_000;

/** A list within a JSON object, its items still text: parsed all at once they may need fifty times their size. */
export class RawList {
  /** The object around the list, with an empty list in its place. */
  readonly around: Json;
  readonly #text: Buffer;
  readonly #starts: Uint32Array;

  constructor(text: Buffer, starts: Uint32Array, around: Json) {
    this.#text = text;
    this.#starts = starts;
    this.around = around;
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  /** The JSON text of one item, with white space around it. */
  textOf(index: number): string {
    return this.#text.toString('utf8', this.#starts[index], (this.#starts[index + 1] ?? 1) - 1);
  }

  values(): readonly Json[] {
    return Array.from({ length: this.count }, (_, index) => this.valueOf(index));
  }

  valueOf(index: number): Json {
    return JSON.parse(this.textOf(index)) as Json; // JSON.parse returns nothing but JSON values
  }
}

/**
 * The list under `key` of the object `text`, or why there is none: the key is missing or holds something else, or it stands
 * there twice. Throws a `SyntaxError` for what cannot be JSON, and a `LimitError`.
 */
export function findList(
  text: Buffer,
  { key, maxItemBytes }: Pick<RawRead, 'key' | 'maxItemBytes'>,
): RawList | 'none' | 'twice' {
  const { members, values, depth } = outlineOf(text, key);
  if (depth > maxLevels && text.length > harmless)
    throw new LimitError(`the answer nests deeper than ${maxLevels} levels`);
  if (values > maxValues) throw new LimitError(`the answer holds more than ${maxValues} values`);
  const [member, second] = members;
  if (second !== undefined) return 'twice';
  const starts = member === undefined ? null : elementStarts(text, member, values);
  if (member === undefined || starts === null) return 'none';
  const longest = starts.reduce((most, start, index) => Math.max(most, start - (starts[index - 1] ?? start)), 0);
  const around = text.length - (member.end - member.start);
  if (longest > maxItemBytes) throw new LimitError(`an item of the list is longer than ${maxItemBytes} bytes`);
  if (around > maxBytesAround)
    throw new LimitError(`the answer holds more than ${maxBytesAround} bytes beside its list`);
  const rest = `${text.toString('utf8', 0, member.start)}[]${text.toString('utf8', member.end)}`;
  // A client that takes the other cursor sees other pages.
  if (outlineOf(Buffer.from(rest), 'nextCursor').members.length > 1) return 'twice';
  return new RawList(text, starts, JSON.parse(rest) as Json); // JSON.parse returns nothing but JSON values
}
