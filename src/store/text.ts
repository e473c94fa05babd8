/**
 * PostgreSQL cannot keep U+0000 in text, libsql cuts text at it when it reads, and both drivers replace a lone
 * surrogate. A watched server may put any of them into a name, so every text goes through here: U+0010 and four
 * hexadecimal digits stand for one such code unit, U+0010 itself included. JSON and RFC 8785 text never hold U+0010
 * raw, so stored definitions stay readable.
 */
const escape = String.fromCharCode(0x10);
const nul = String.fromCharCode(0);

function needsEscape(text: string): boolean {
  return text.includes(nul) || text.includes(escape) || /\p{Surrogate}/u.test(text);
}

function escapeUnit(unit: string): string {
  return unit === nul || unit === escape || /\p{Surrogate}/u.test(unit)
    ? escape + unit.charCodeAt(0).toString(16).padStart(4, '0')
    : unit;
}

/** The text as it is stored: valid UTF-8 without U+0000. */
export function encodeText(text: string): string {
  return needsEscape(text) ? text.replace(/[\p{Control}\p{Surrogate}]/gu, escapeUnit) : text;
}

/** The inverse of `encodeText`. */
export function decodeText(text: string): string {
  if (!text.includes(escape)) return text;
  const [head = '', ...rest] = text.split(escape);
  return head + rest.map((part) => String.fromCharCode(Number.parseInt(part.slice(0, 4), 16)) + part.slice(4)).join('');
}

/** Encodes every text among the parameters of a statement. */
export function encodeParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => (typeof value === 'string' ? encodeText(value) : value));
}

/** Decodes every text of a row in place. */
export function decodeRow<T>(row: T): T {
  if (typeof row !== 'object' || row === null) return row;
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'string' && value.includes(escape)) Object.assign(row, { [column]: decodeText(value) });
  }
  return row;
}
