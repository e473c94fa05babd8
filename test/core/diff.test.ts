import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from '../../src/core/canonical.ts';
import { parseCanonical } from '../../src/core/compare.ts';
import { diffJson, pointerSegments } from '../../src/core/diff.ts';
import type { Edit } from '../../src/core/finding.ts';
import type { Json } from '../../src/core/json.ts';
import { assertLaw, anyJson, nested, withKeysReversed } from './builders.ts';

function text(value: Json): string {
  return canonicalise(value).text;
}

/** `value` after `edit`. */
function apply(value: Json, edit: Edit): Json {
  const [key, ...rest] = pointerSegments(edit.pointer);
  if (key === undefined) return edit.after ?? null;
  const below = rest.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const inner = (child: Json): Json => apply(child, { ...edit, pointer: below });
  // `Array.isArray` does not narrow a readonly array away, so it is asked for first.
  if (Array.isArray(value)) return value.map((item: Json, index) => (String(index) === key ? inner(item) : item));
  if (typeof value !== 'object' || value === null) throw new Error(`nothing at ${edit.pointer}`);
  const entries = new Map<string, Json>(Object.entries(value));
  if (rest.length > 0) entries.set(key, inner(entries.get(key) ?? null));
  else if (edit.after === undefined) entries.delete(key);
  else entries.set(key, edit.after);
  return Object.fromEntries(entries);
}

function expectRoundTrip(before: Json, after: Json, maxEdits?: number): void {
  const edits = diffJson(before, after, maxEdits);
  expect(edits.length === 0).toBe(text(before) === text(after));
  expect(text(edits.reduce<Json>((value, edit) => apply(value, edit), before))).toBe(text(after));
}

describe('the edits', () => {
  it('are none between a value and itself', () => {
    assertLaw(
      fc.property(anyJson, (value) => {
        expect(diffJson(value, withKeysReversed(value))).toEqual([]);
      }),
    );
  });

  it('lead from one value to the other, and are none only if the canonical texts agree', () => {
    assertLaw(
      fc.property(anyJson, anyJson, (before, after) => expectRoundTrip(before, after)),
      500,
    );
  });

  it('do so for values that have much in common', () => {
    const pair = fc.tuple(anyJson, anyJson, anyJson).map(([shared, before, after]) => [
      { shared, list: [shared, { at: before }], 'a/b': { '~': before } },
      { shared, list: [shared, { at: after }], 'a/b': { '~': after } },
    ]);
    assertLaw(
      fc.property(pair, ([before = null, after = null]) => expectRoundTrip(before, after)),
      500,
    );
  });

  it.each<[string, Json, Json, readonly Edit[]]>([
    ['a value', { a: 1 }, { a: 2 }, [{ pointer: '/a', before: 1, after: 2 }]],
    ['an added key', {}, { a: 1 }, [{ pointer: '/a', after: 1 }]],
    ['a removed key', { a: 1 }, {}, [{ pointer: '/a', before: 1 }]],
    ['absent to null', {}, { a: null }, [{ pointer: '/a', after: null }]],
    ['null to absent', { a: null }, {}, [{ pointer: '/a', before: null }]],
    ['null to a value', { a: null }, { a: 0 }, [{ pointer: '/a', before: null, after: 0 }]],
    ['a type', { a: [] }, { a: {} }, [{ pointer: '/a', before: [], after: {} }]],
    ['the whole', 1, 'x', [{ pointer: '', before: 1, after: 'x' }]],
    ['the whole from null', null, { a: 1 }, [{ pointer: '', before: null, after: { a: 1 } }]],
    ['a deep value', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, [{ pointer: '/a/0/b', before: 1, after: 2 }]],
    ['a list of plain values', ['a', 'b'], ['a', 'c'], [{ pointer: '', before: ['a', 'b'], after: ['a', 'c'] }]],
    ['a list that grew', { l: [{}] }, { l: [{}, {}] }, [{ pointer: '/l', before: [{}], after: [{}, {}] }]],
    [
      'an element that became plain',
      { l: [{}, 'x'] },
      { l: ['y', 'x'] },
      [{ pointer: '/l/0', before: {}, after: 'y' }],
    ],
    [
      'several keys, in order',
      { b: 1, a: 1, c: 1 },
      { c: 2, a: 2 },
      [
        { pointer: '/a', before: 1, after: 2 },
        { pointer: '/b', before: 1 },
        { pointer: '/c', before: 1, after: 2 },
      ],
    ],
  ])('name a change of %s', (_name, before, after, edits) => {
    expect(diffJson(before, after)).toStrictEqual(edits);
    expectRoundTrip(before, after);
  });

  it.each([
    ['1.0', '1'],
    ['-0', '0'],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
  ])('are none between %s and %s', (before, after) => {
    expect(diffJson(parseCanonical(before), parseCanonical(after))).toEqual([]);
  });

  it('see a property that is called __proto__', () => {
    const before = parseCanonical('{"properties":{"__proto__":{"description":"x"}}}');
    const after = parseCanonical('{"properties":{"__proto__":{"description":"y"}}}');
    expect(diffJson(before, after)).toEqual([
      { pointer: '/properties/__proto__/description', before: 'x', after: 'y' },
    ]);
    expect(diffJson({ properties: {} }, after)).toHaveLength(1);
    expectRoundTrip({ properties: {} }, after);
  });

  it('never take an inherited property for an own one', () => {
    expect(diffJson({}, { constructor: 1, toString: 2 })).toEqual([
      { pointer: '/constructor', after: 1 },
      { pointer: '/toString', after: 2 },
    ]);
  });
});

describe('a pointer', () => {
  it.each([
    ['a/b', '/a~1b'],
    ['a~b', '/a~0b'],
    ['~1', '/~01'],
    ['~0', '/~00'],
    ['/', '/~1'],
    ['', '/'],
    ['a b"\\', '/a b"\\'],
  ])('writes the key %j as %s, and reads it back', (key, pointer) => {
    expect(diffJson({}, Object.fromEntries([[key, 1]]))).toEqual([{ pointer, after: 1 }]);
    expect(pointerSegments(pointer)).toEqual([key]);
  });

  it('to the whole has no segments', () => {
    expect(pointerSegments('')).toEqual([]);
  });

  it('reads back as the keys that it was made of', () => {
    const keys = fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') }), {
      minLength: 1,
      maxLength: 5,
    });
    assertLaw(
      fc.property(keys, (path) => {
        const at = (leaf: Json): Json =>
          path.reduceRight<Json>((value, key) => Object.fromEntries([[key, value]]), leaf);
        const [edit, ...others] = diffJson(at(1), at(2));
        expect(others).toEqual([]);
        expect(pointerSegments(edit?.pointer ?? '')).toEqual(path);
      }),
    );
  });
});

describe('size', () => {
  it.each(['array', 'object'] as const)(
    'takes 20,000 levels of one %s in another',
    (shape) => {
      const [before, after] = [nested(20_000, shape, 'was'), nested(20_000, shape, 'is')];
      const edits = diffJson({ a: before }, { a: after });
      expect(edits).toHaveLength(1);
      expect(text(edits.reduce<Json>((value, edit) => apply(value, edit), { a: before }))).toBe(text({ a: after }));
      expect(diffJson(before, nested(20_000, shape, 'was'))).toEqual([]);
      expect(diffJson(before, 'flat')).toHaveLength(1);
    },
    5_000,
  );

  it('tells a value with too many edits as replaced', () => {
    const many = (value: number): Json =>
      Object.fromEntries(Array.from({ length: 30 }, (_, key) => [`k${key}`, value]));
    expect(diffJson(many(1), many(2), 30)).toHaveLength(30);
    expect(diffJson(many(1), many(2), 29)).toEqual([{ pointer: '', before: many(1), after: many(2) }]);
    expect(diffJson([many(1), many(1)], [many(2), many(2)], 59)).toMatchObject([{ pointer: '' }]);
    expect(diffJson(many(1), many(1), 0)).toEqual([]);
  });

  it('keeps the laws under a limit', () => {
    assertLaw(fc.property(anyJson, anyJson, fc.nat(3), expectRoundTrip));
  });

  it('compares half a million keys without as many edits', () => {
    const many = Object.fromEntries(Array.from({ length: 500_000 }, (_, key) => [`k${key}`, 1]));
    expect(diffJson({ properties: {} }, { properties: many })).toMatchObject([{ pointer: '' }]);
  }, 10_000);

  it('does not repeat a long key in every edit below it', () => {
    const key = 'k'.repeat(100_000);
    const many = (value: number): Json =>
      Object.fromEntries(Array.from({ length: 500 }, (_, leaf) => [`l${leaf}`, value]));
    const edits = diffJson({ [key]: many(1) }, { [key]: many(2) });
    expect(edits).toEqual([{ pointer: `/${key}`, before: many(1), after: many(2) }]);
  });
});
