import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from '../../src/core/canonical.ts';
import { parseCanonical } from '../../src/core/compare.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { meaningOf } from '../../src/core/meaning.ts';
import { anyJson, assertLaw, aTool, aToolThatTakes, nested, objectOf, withKeysReversed } from './builders.ts';

function meaning(value: Json): string {
  return canonicalise(meaningOf('tool', value)).text;
}

function annotated(annotations: Json): JsonObject {
  return aTool({ annotations });
}

const defaults = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

describe('what no client can tell apart', () => {
  it.each<[string, Json, Json]>([
    ['annotations: null and none', aTool(), annotated(null)],
    ['annotations: {} and none', aTool(), annotated({})],
    ['all hints at their defaults and no annotations', aTool(), annotated(defaults)],
    ['hints that are null and no annotations', aTool(), annotated({ readOnlyHint: null, openWorldHint: null })],
    ...Object.entries(defaults).flatMap(([hint, value]): [string, Json, Json][] => [
      [`${hint}: ${value} and none`, aTool(), annotated({ [hint]: value })],
      [
        `${hint}: ${value} and none beside a title`,
        annotated({ title: 'T' }),
        annotated({ title: 'T', [hint]: value }),
      ],
    ]),
    ['execution that forbids tasks and none', aTool(), aTool({ execution: { taskSupport: 'forbidden' } })],
    ['an empty execution and none', aTool(), aTool({ execution: {} })],
    [
      'execution that forbids tasks and says more, and one that says only that',
      aTool({ execution: { taskSupport: 'forbidden', x: 1 } }),
      aTool({ execution: { x: 1 } }),
    ],
    ['the order of required', aToolThatTakes({ required: ['a', 'b'] }), aToolThatTakes({ required: ['b', 'a'] })],
    [
      'the order of an enum of strings',
      aToolThatTakes({ properties: { p: { enum: ['a', 'b', 'c'] } } }),
      aToolThatTakes({ properties: { p: { enum: ['c', 'a', 'b'] } } }),
    ],
    [
      'the order of types',
      aToolThatTakes({ properties: { p: { type: ['string', 'null'] } } }),
      aToolThatTakes({ properties: { p: { type: ['null', 'string'] } } }),
    ],
    ['the order of keys', aTool(), withKeysReversed(aTool())],
  ])('means the same: %s', (_name, one, other) => {
    expect(meaning(one)).toBe(meaning(other));
  });

  it.each<readonly [string, (schema: Json) => JsonObject]>([
    ['a property', (schema) => ({ properties: { p: schema } })],
    ['a property of a property', (schema) => ({ properties: { p: { properties: { q: schema } } } })],
    ['a pattern property', (schema) => ({ patternProperties: { '^x': schema } })],
    ['a definition', (schema) => ({ $defs: { d: schema } })],
    ['a definition of draft 7', (schema) => ({ definitions: { d: schema } })],
    ['a dependent schema', (schema) => ({ dependentSchemas: { p: schema } })],
    ['items', (schema) => ({ items: schema })],
    ['an element of prefixItems', (schema) => ({ prefixItems: [true, schema] })],
    ['further properties', (schema) => ({ additionalProperties: schema })],
    ['further items', (schema) => ({ additionalItems: schema })],
    ['one alternative of anyOf', (schema) => ({ anyOf: [schema, {}] })],
    ['one alternative of oneOf', (schema) => ({ oneOf: [{}, schema] })],
    ['a part of allOf', (schema) => ({ allOf: [schema] })],
    ['not', (schema) => ({ not: schema })],
    ...['if', 'then', 'else'].map((keyword) => [keyword, (schema: Json) => ({ [keyword]: schema })] as const),
    ['contains', (schema) => ({ contains: schema })],
    ['the names of properties', (schema) => ({ propertyNames: schema })],
  ])('means the same in the schema of %s, coming in and going out', (_name, wrap) => {
    const [one, other] = [wrap({ required: ['a', 'b'] }), wrap({ required: ['b', 'a'] })];
    expect(meaning(aTool({ inputSchema: one }))).toBe(meaning(aTool({ inputSchema: other })));
    expect(meaning(aTool({ outputSchema: one }))).toBe(meaning(aTool({ outputSchema: other })));
    expect(meaning(aTool({ 'x-schema': one }))).not.toBe(meaning(aTool({ 'x-schema': other })));
  });
});

describe('what clients can tell apart', () => {
  it.each<[string, Json, Json]>([
    ['a hint that is not at its default', aTool(), annotated({ readOnlyHint: true })],
    ['destructiveHint: false', aTool(), annotated({ destructiveHint: false })],
    ['a hint of a wrong type', aTool(), annotated({ readOnlyHint: 0 })],
    ['a default as a text', aTool(), annotated({ destructiveHint: 'true' })],
    ['a title', annotated({}), annotated({ title: '' })],
    ['an annotation that nobody knows', annotated({}), annotated({ trusted: false })],
    ['annotations of a wrong type', aTool(), annotated('none')],
    ['annotations that are a list', aTool(), annotated([])],
    ['a hint of another spelling', aTool(), annotated({ readonlyHint: false })],
    ['a hint outside of annotations', aTool(), aTool({ readOnlyHint: false })],
    ['execution with tasks', aTool(), aTool({ execution: { taskSupport: 'optional' } })],
    ['execution of a wrong type', aTool(), aTool({ execution: null })],
    ['a description that is null', aTool({ description: null }), aTool({ description: '' })],
    ['an output schema that is null', aTool(), aTool({ outputSchema: null })],
    ['_meta that is empty', aTool(), aTool({ _meta: {} })],
    ['a dialect', aToolThatTakes({}), aToolThatTakes({ $schema: 'https://json-schema.org/draft/2020-12/schema' })],
    ['one value of an enum', aToolThatTakes({ enum: ['a', 'b'] }), aToolThatTakes({ enum: ['a', 'b', 'c'] })],
    [
      'how often a value stands in an enum',
      aToolThatTakes({ enum: ['a', 'b'] }),
      aToolThatTakes({ enum: ['a', 'a', 'b'] }),
    ],
    ['one required name', aToolThatTakes({ required: [] }), aToolThatTakes({ required: ['a'] })],
    ['required absent and empty', aToolThatTakes({}), aToolThatTakes({ required: [] })],
    ['a type and a list of it alone', aToolThatTakes({ type: 'object' }), aToolThatTakes({ type: ['object'] })],
  ])('means something else: %s', (_name, one, other) => {
    expect(meaning(one)).not.toBe(meaning(other));
  });

  it.each<[string, (list: Json) => JsonObject, readonly Json[]]>([
    ['an enum with a number', (list) => ({ enum: list }), ['a', 1]],
    ['an enum with null', (list) => ({ enum: list }), [null, 'a']],
    ['an enum of lists', (list) => ({ enum: list }), [['a'], ['b']]],
    ['examples', (list) => ({ examples: list }), ['a', 'b']],
    ['a default', (list) => ({ default: list }), ['a', 'b']],
    ['a const', (list) => ({ const: list }), ['a', 'b']],
    ['prefixItems', (list) => ({ prefixItems: list }), [{ type: 'string' }, { type: 'null' }]],
    ['items of draft 7', (list) => ({ items: list }), [{ type: 'string' }, { type: 'null' }]],
    ['oneOf', (list) => ({ oneOf: list }), [{ const: 'a' }, { const: 'b' }]],
    ['anyOf', (list) => ({ anyOf: list }), [{ const: 'a' }, { const: 'b' }]],
    ['allOf', (list) => ({ allOf: list }), [{ minLength: 1 }, { maxLength: 2 }]],
    ['a keyword that nobody knows', (list) => ({ 'x-order': list }), ['a', 'b']],
    ['dependentRequired', (list) => ({ dependentRequired: { p: list } }), ['a', 'b']],
  ])('means something else in another order: %s', (_name, keyword, list) => {
    const inProperty = (items: readonly Json[]): Json => aToolThatTakes({ properties: { p: keyword(items) } });
    expect(meaning(inProperty(list))).not.toBe(meaning(inProperty(list.toReversed())));
  });
});

describe('a rewrite', () => {
  it.each<[string, Json, Json]>([
    ['annotations', { readOnlyHint: false }, {}],
    ['annotations', null, {}],
    ['execution', { taskSupport: 'forbidden' }, {}],
    ['_meta', {}, null],
    ['$schema', 'x', 'y'],
    ['required', ['a', 'b'], ['b', 'a']],
    ['enum', ['a', 'b'], ['b', 'a']],
    ['type', ['a', 'b'], ['b', 'a']],
  ])('leaves alone what only carries its name: a parameter %s', (name, one, other) => {
    const tool = (schema: Json): Json => aToolThatTakes({ properties: { [name]: schema } });
    expect(meaning(tool(one))).not.toBe(meaning(tool(other)));
  });

  it.each<[string, (list: Json) => JsonObject]>([
    ['default', (list) => ({ default: { required: list } })],
    ['const', (list) => ({ const: { enum: list } })],
    ['examples', (list) => ({ examples: [{ required: list }] })],
    ['enum', (list) => ({ enum: [{ required: list }] })],
    ['an unknown keyword', (list) => ({ 'x-form': { required: list } })],
  ])('leaves alone what stands in a value: %s', (_name, keyword) => {
    expect(meaning(aToolThatTakes(keyword(['a', 'b'])))).not.toBe(meaning(aToolThatTakes(keyword(['b', 'a']))));
  });

  it.each(['annotations', 'execution', 'required', 'enum', '_meta', '$schema', '__proto__', 'properties'])(
    'reaches the schema of a parameter that is called %s',
    (name) => {
      const tool = (required: Json): Json =>
        aToolThatTakes({ properties: Object.fromEntries([[name, { type: 'object', required }]]) });
      expect(meaning(tool(['a', 'b']))).toBe(meaning(tool(['b', 'a'])));
      expect(meaning(tool(['a', 'b']))).not.toBe(meaning(tool(['a', 'c'])));
    },
  );

  it('is for tools alone', () => {
    const value = { annotations: null, inputSchema: { required: ['b', 'a'] } };
    expect(meaningOf('instructions', value)).toBe(value);
  });

  it('keeps what it does not know, own keys called __proto__ included', () => {
    const json =
      '{"__proto__":{"a":1},"annotations":{"__proto__":{"readOnlyHint":true}},"inputSchema":{"__proto__":1,"properties":{"__proto__":{"type":"null"}}}}';
    expect(meaning(parseCanonical(json))).toBe(json);
  });

  it('treats each of several tools of one name by itself', () => {
    expect(meaning([annotated(defaults), aTool({ description: 'b' })])).toBe(
      meaning([aTool(), aTool({ description: 'b' })]),
    );
    expect(meaning([aTool(), aTool({ description: 'b' })])).not.toBe(meaning([aTool(), aTool()]));
  });

  it.each([[null], [7], ['annotations'], [true], [[]]])('leaves alone what is no tool: %j', (value) => {
    expect(meaningOf('tool', value)).toEqual(value);
  });

  it('stops at a depth that no schema has, and never overflows', () => {
    const deep = nested(20_000, 'object');
    expect(meaning(aToolThatTakes({ not: deep }))).toBe(canonicalise(aToolThatTakes({ not: deep })).text);
    let schema: Json = { required: ['b', 'a'] };
    for (let level = 0; level < 20_000; level++) schema = { not: schema };
    expect(meaning(aTool({ inputSchema: schema }))).toBe(canonicalise(aTool({ inputSchema: schema })).text);
  }, 5_000);
});

describe('the meaning', () => {
  const anyTool = fc.oneof(
    anyJson,
    fc
      .record({
        annotations: objectOf(anyJson),
        execution: anyJson,
        inputSchema: objectOf(anyJson),
        outputSchema: anyJson,
      })
      .map((parts) => aTool(parts)),
  );

  it('is the same for the same fingerprint', () => {
    assertLaw(fc.property(anyTool, (tool) => meaning(tool) === meaning(withKeysReversed(tool))));
    assertLaw(fc.property(anyTool, (tool) => meaning(tool) === meaning(parseCanonical(canonicalise(tool).text))));
  });

  it('is rewritten once: the meaning of a meaning is the meaning', () => {
    assertLaw(fc.property(anyTool, (tool) => meaning(meaningOf('tool', tool)) === meaning(tool)));
  });

  it('never changes the definition itself', () => {
    assertLaw(
      fc.property(anyTool, (tool) => {
        const { text } = canonicalise(tool);
        meaningOf('tool', tool);
        expect(canonicalise(tool).text).toBe(text);
      }),
    );
  });

  const surfaceOf = (tool: Json) => canonicalise(tool).text;

  it('is the same whenever the canonical text is, and so the fingerprint', () => {
    assertLaw(
      fc.property(anyTool, anyTool, (one, other) => {
        if (surfaceOf(one) === surfaceOf(other)) expect(meaning(one)).toBe(meaning(other));
      }),
    );
  });

  /** Names that mean something elsewhere in a tool or a schema. */
  const loaded = fc.constantFrom(
    ...['annotations', 'execution', '_meta', '$schema', 'required', 'enum', 'type', 'properties', 'readOnlyHint'],
    ...['taskSupport', 'inputSchema', 'items', 'default', '__proto__', 'constructor'],
  );

  it('is not touched by the name of a parameter: two schemas that differ under one name differ under any other', () => {
    const taking = (name: string, schema: Json): Json =>
      aToolThatTakes({ properties: Object.fromEntries([[name, schema]]) });
    assertLaw(
      fc.property(loaded, anyJson, anyJson, (name, one, other) => {
        const isSame = (by: string): boolean => meaning(taking(by, one)) === meaning(taking(by, other));
        expect(isSame(name)).toBe(isSame('plain'));
      }),
    );
  });

  it.each(['default', 'const', 'examples', 'x-form', 'description'])('leaves the value of %s as it is', (keyword) => {
    const holding = (value: Json): Json =>
      aToolThatTakes({ properties: { p: Object.fromEntries([[keyword, value]]) } });
    assertLaw(
      fc.property(fc.tuple(loaded, anyJson), fc.tuple(loaded, anyJson), ([a, one], [b, other]) => {
        const [left, right] = [Object.fromEntries([[a, one]]), Object.fromEntries([[b, other]])];
        expect(meaning(holding(left)) === meaning(holding(right))).toBe(surfaceOf(left) === surfaceOf(right));
      }),
    );
  });

  it('leaves every field of a tool as it is, but for the four that it reads', () => {
    const fields = fc.constantFrom(
      '_meta',
      'title',
      'description',
      'icons',
      'x',
      '__proto__',
      'required',
      'readOnlyHint',
    );
    assertLaw(
      fc.property(fields, anyJson, anyJson, (field, one, other) => {
        const holding = (value: Json): Json => ({ ...aTool(), ...Object.fromEntries([[field, value]]) });
        expect(meaning(holding(one)) === meaning(holding(other))).toBe(
          surfaceOf(holding(one)) === surfaceOf(holding(other)),
        );
      }),
    );
  });
});
