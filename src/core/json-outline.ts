/**
 * JSON text as bytes (UTF-8), looked over without building any value: what a server sends may need fifty times its size
 * once it is parsed. Nothing here says that a text is JSON; the parts that are found have to be parsed for that.
 */

/** A part of a text, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Outline {
  /** The values under the key that was looked for, in the object that the text is. More than one: it stands there twice. */
  readonly members: readonly Span[];
  /** How many values there are in the text, give or take the empty arrays and objects. */
  readonly values: number;
  /** How deep arrays and objects stand in each other. */
  readonly depth: number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Throws a `SyntaxError` where a key is no JSON string. */
export function outlineOf(text: Uint8Array, key: string): Outline {
  const members: Span[] = [];
  let values = 1;
  let depth = 0;
  let deepest = 0;
  let start = -1;
  const close = (end: number): void => {
    if (start !== -1) members.push({ start, end });
    start = -1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) {
      const end = endOfString(text, at);
      if (depth === 1 && start === -1 && isKey(text, at, end, key)) start = skipSpace(text, end) + 1;
      at = end - 1;
    } else if (byte === comma) {
      values += 1;
      if (depth === 1) close(at);
    } else if (byte === openBrace || byte === openBracket) {
      values += 1;
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 1) close(at);
      depth -= 1;
    }
  }
  return { members, values, depth: deepest };
}

/**
 * Where the elements of the array in `span` begin, and behind the last of them where the array ends plus one: element `i`
 * goes from the `i`-th place to one before the next. Null where there is no array. `atMost`: the most elements that there can be.
 */
export function elementStarts(text: Uint8Array, span: Span, atMost: number): Uint32Array | null {
  const first = skipSpace(text, span.start);
  let last = span.end - 1;
  while (last > first && isSpace(text[last])) last -= 1;
  if (text[first] !== openBracket || text[last] !== closeBracket || last === first) return null;
  if (skipSpace(text, first + 1) === last) return new Uint32Array(1);
  const starts = new Uint32Array(atMost + 2);
  let count = 0;
  starts[count++] = first + 1;
  let depth = 0;
  for (let at = first + 1; at < last; at += 1) {
    const byte = text[at];
    if (byte === quote) at = endOfString(text, at) - 1;
    else if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    else if (byte === comma && depth === 0) starts[count++] = at + 1;
  }
  starts[count++] = last + 1;
  return starts.slice(0, count);
}

/** The index behind the quote that ends the string which begins at `start`. */
function endOfString(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) return at + 1;
    if (byte === backslash) at += 1;
  }
  return text.length;
}

/** True if the string from `start` to `end` stands before a colon and says `key`, ASCII, in whatever way it is written. */
function isKey(text: Uint8Array, start: number, end: number, key: string): boolean {
  // A character takes six bytes at most, where it is escaped (RFC 8259, 7).
  if (end - start > key.length * 6 + 2) return false;
  const written = text.subarray(start, end);
  if (written.length !== key.length + 2 && !written.includes(backslash)) return false;
  return text[skipSpace(text, end)] === colon && JSON.parse(decoder.decode(written)) === key;
}

const decoder = new TextDecoder();

function skipSpace(text: Uint8Array, start: number): number {
  let at = start;
  while (isSpace(text[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
