import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isArray, isObject, type Json } from '../../src/core/json.ts';
import { aSurface, assertLaw, compareTools } from './builders.ts';

/** A definition with something in every place that a definition has. `__proto__` is a key of its own, as from `JSON.parse`. */
const whole = JSON.parse(`{
  "name": "delete_file", "title": "Delete a file", "description": "Removes one file.\\nFor good. 😀 e\\u0301",
  "inputSchema": {
    "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "$comment": "A note.",
    "properties": {
      "path": { "type": "string", "title": "Path", "description": "Where it is.", "pattern": "^/srv/", "format": "uri" },
      "mode": { "enum": ["soft", "hard"], "default": "soft", "examples": ["soft"], "x-mcp-header": "Mode" },
      "deep": { "type": "object", "properties": { "a": { "items": [{ "const": "x" }], "anyOf": [{ "$ref": "#/$defs/d" }] } } },
      "__proto__": { "type": "string", "description": "Odd." }, "constructor": { "type": ["string", "null"] }
    },
    "$defs": { "d": { "description": "Defined." } }, "required": ["path"], "patternProperties": { "^x-": { "type": "string" } }
  },
  "outputSchema": { "type": "object", "properties": { "receipt": { "type": "string", "description": "A receipt." } } },
  "annotations": { "title": "Delete", "readOnlyHint": false, "destructiveHint": true, "vendor": { "note": "Careful." } },
  "_meta": { "example.test/group": "files", "ui": { "resourceUri": "ui://delete", "visibility": ["app"] } },
  "icons": [{ "src": "https://example.test/i.png", "mimeType": "image/png", "sizes": ["48x48"] }],
  "execution": { "taskSupport": "optional" }, "x_unknown": [["nested", ["list"]], { "": "empty key" }]
}`) as Json; // JSON.parse returns nothing but JSON values

/** The value with its text number `at` (keys count as well) put through `change`; how many texts it has. */
function changeText(value: Json, at: number, change: (text: string) => string): { changed: Json; texts: number } {
  let texts = 0;
  const put = (text: string): string => (texts++ === at ? change(text) : text);
  const walk = (part: Json): Json => {
    if (typeof part === 'string') return put(part);
    if (isArray(part)) return part.map(walk);
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [put(key), walk(item)] as const));
  };
  return { changed: walk(value), texts };
}

const { texts } = changeText(whole, -1, (text) => text);

/** Any code point, those that do not show more often. */
const codePoint = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(
    ...Array.from('\u200b\u200d\u2060\u00ad\u034f\ufeff\u202e\u2066\ufe0f\u3164\u0301\u2028\u00a0 \t\n\0'),
  ),
  fc.constantFrom('\u{e0001}', '\u{e0041}', '\u{e0100}', '\u{1d400}', '\u{f0000}', '\u{10ffff}'),
  fc.constantFrom('а', 'е', 'ı', 'K', 'ﬁ', 'Ａ'),
);

/** What else a code point may become: another one, nothing, two, or one that looks or sounds the same. */
const become = fc.oneof(
  codePoint.map((other) => () => other),
  codePoint.map((other) => (old: string) => old + other),
  fc.constantFrom(
    () => '',
    (old: string) => (old === old.toUpperCase() ? old.toLowerCase() : old.toUpperCase()),
    (old: string) => (old === ' ' ? '\u00a0' : fullWidth(old)),
  ),
);

/** The wide form of a printable ASCII character (compatibility forms fold it back). */
function fullWidth(old: string): string {
  const point = old.codePointAt(0) ?? 0;
  return point > 0x20 && point < 0x7f ? String.fromCodePoint(point + 0xfee0) : old;
}

const edit = fc.record({ at: fc.nat({ max: texts - 1 }), position: fc.nat({ max: 40 }), become });

describe('a change of one code point anywhere in a definition', () => {
  it(`changes its fingerprint, and is told: ${texts} places`, () => {
    expect(texts).toBeGreaterThan(100);
    assertLaw(
      fc.property(edit, ({ at, position, become: next }) => {
        const { changed } = changeText(whole, at, (text) => {
          const points = Array.from(text);
          const where = position % (points.length + 1);
          points.splice(where, 1, next(points[where] ?? ''));
          return points.join('');
        });
        fc.pre(JSON.stringify(changed) !== JSON.stringify(whole));
        expect(aSurface(changed).fingerprint).not.toBe(aSurface(whole).fingerprint);
        expect(compareTools([whole], [changed]).length).toBeGreaterThan(0);
      }),
      2_000,
    );
  });
});
