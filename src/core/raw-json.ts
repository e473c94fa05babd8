/**
 * JSON text read token by token, for what `JSON.parse` hides: of a key that stands twice in one object it keeps the last
 * value, other parsers the first (RFC 8259 4); of a number beyond doubles it keeps a neighbour (RFC 8259 6). All functions
 * take text that `JSON.parse` accepts, and none recurses.
 */

/** Why parsers may disagree about a text, null when they cannot. */
export function findAmbiguity(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const token of tokens(text)) {
    if (token.kind === 'open') open.push(token.text === '{' ? new Set() : null);
    else if (token.kind === 'close') open.pop();
    else if (token.kind === 'key') {
      const keys = open.at(-1);
      const key = String(JSON.parse(token.text));
      if (keys?.has(key) === true) return 'an object holds the same key twice, parsers differ in which value they see';
      keys?.add(key);
    } else if (token.kind === 'scalar' && !isExact(token.text))
      return 'a number is beyond what doubles hold, parsers differ in what they see';
  }
  return null;
}

/** The texts of the items of the list that stands under `key` in the object `text`; null if there is not exactly one such key. */
export function itemTexts(text: string, key: string): readonly string[] | null {
  const found: string[][] = [];
  let depth = 0;
  let list: string[] | null = null;
  let start = 0;
  let isNext = false;
  for (const token of tokens(text)) {
    if (token.kind === 'close') depth -= 1;
    if (list !== null && token.kind !== 'close' && depth === 2) start = token.at;
    const isItemEnd = list !== null && depth === 2 && (token.kind === 'close' || token.kind === 'scalar');
    if (isItemEnd) list?.push(text.slice(start, token.at + token.text.length));
    if (token.kind === 'close' && depth === 1) list = null;
    if (isNext) {
      list = token.text === '[' ? [] : null;
      if (list !== null) found.push(list);
      else found.push([]);
    }
    isNext = token.kind === 'key' && depth === 1 && JSON.parse(token.text) === key;
    if (token.kind === 'open') depth += 1;
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** True if arrays and objects stand in each other more than `levels` deep. Takes any text. */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at) - 1;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

interface Frame {
  readonly isObject: boolean;
  readonly parts: string[];
  key: string;
}

/**
 * A text that is equal for texts that no parser can tell apart: keys in the order of RFC 8785, keys that stand twice in the
 * order of the text, numbers beyond doubles as they are written. Unlike any text of RFC 8785 wherever `findAmbiguity` finds
 * something.
 */
export function canonicaliseText(text: string): string {
  const stack: Frame[] = [{ isObject: false, parts: [], key: '' }];
  const add = (value: string): void => {
    const frame = stack.at(-1);
    frame?.parts.push(frame.isObject ? `${frame.key}:${value}` : value);
  };
  for (const token of tokens(text)) {
    const frame = stack.at(-1);
    if (token.kind === 'key' && frame !== undefined) frame.key = JSON.stringify(JSON.parse(token.text));
    else if (token.kind === 'open') stack.push({ isObject: token.text === '{', parts: [], key: '' });
    else if (token.kind === 'close') {
      const closed = stack.pop();
      if (closed !== undefined)
        add(closed.isObject ? `{${sortMembers(closed.parts).join(',')}}` : `[${closed.parts.join(',')}]`);
    } else add(isExact(token.text) ? JSON.stringify(JSON.parse(token.text)) : token.text);
  }
  return stack[0]?.parts.join('') ?? '';
}

/** By key alone, so that the values of a key that stands twice keep their order (the sort is stable). */
function sortMembers(members: readonly string[]): readonly string[] {
  const keyed = members.map((member) => ({
    member,
    key: String(JSON.parse(/^"(?:[^"\\]|\\.)*"/s.exec(member)?.[0] ?? '""')),
  }));
  return keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1)).map(({ member }) => member);
}

interface Token {
  readonly kind: 'open' | 'close' | 'key' | 'scalar';
  readonly text: string;
  readonly at: number;
}

/** White space, commas and colons stand between tokens and mean nothing else. */
function* tokens(text: string): Generator<Token> {
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (character === '{' || character === '[') yield { kind: 'open', text: character, at: at++ };
    else if (character === '}' || character === ']') yield { kind: 'close', text: character, at: at++ };
    else if (character === '"') {
      const end = endOfString(text, at);
      yield { kind: isBeforeColon(text, end) ? 'key' : 'scalar', text: text.slice(at, end), at };
      at = end;
    } else if (/[\s,:]/.test(character)) at += 1;
    else {
      const end = endOfWord(text, at);
      yield { kind: 'scalar', text: text.slice(at, end), at };
      at = end;
    }
  }
}

/** The index behind the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !/[\s,:\]}]/.test(text[end] ?? '')) end += 1;
  return end;
}

/** Only a key stands before a colon. */
function isBeforeColon(text: string, end: number): boolean {
  let next = end;
  while (/\s/.test(text[next] ?? '')) next += 1;
  return text[next] === ':';
}

/** True unless `word` is a number that the nearest double does not write the same. Short numbers always are. */
function isExact(word: string): boolean {
  if (!/^[-\d]/.test(word) || (word.length <= 15 && !/e/i.test(word))) return true;
  const double = Number(word);
  return Number.isFinite(double) && decimal(word) === decimal(String(double));
}

/** A number as sign, digits without zeros at the ends, and the power of ten of the last digit. */
function decimal(word: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(word) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)}`;
}
