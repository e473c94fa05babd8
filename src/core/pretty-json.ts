import type { Json, JsonObject } from './json.ts';

/** Deeper values are shown as `…`; a reading that deep is `invalid` anyway. */
const maxDepth = 250;

/** `value` as JSON text for people: keys in the order of RFC 8785 (UTF-16 code units), indented by two spaces. */
export function prettyJson(value: Json): string {
  return write(value, '', maxDepth);
}

function write(value: Json, indent: string, depth: number): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === 0) return '…';
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return bracket(
      '[',
      value.map((item: Json) => write(item, inner, depth - 1)),
      ']',
      indent,
    );
  }
  // `Array.isArray` does not narrow a readonly array away: what is left is an object.
  const object = value as JsonObject;
  const lines = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}: ${write(object[key] ?? null, inner, depth - 1)}`);
  return bracket('{', lines, '}', indent);
}

function bracket(open: string, lines: readonly string[], close: string, indent: string): string {
  if (lines.length === 0) return open + close;
  const inner = `\n${indent}  `;
  return `${open}${inner}${lines.join(`,${inner}`)}\n${indent}${close}`;
}
