import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { directionOf, type Direction } from '../../src/core/keyword-direction.ts';
import { anyJson, assertLaw } from './builders.ts';

const keywords = [
  ...[
    'minimum',
    'exclusiveMaximum',
    'maxLength',
    'minItems',
    'uniqueItems',
    'multipleOf',
    'pattern',
    'format',
    'const',
  ],
  ...['type', 'enum', 'anyOf', 'allOf', 'required', 'additionalProperties', 'items', 'not', 'contains', 'description'],
];

describe('a change of a keyword', () => {
  it.each<[keyword: string, before: Json | undefined, after: Json | undefined, direction: Direction]>([
    ['minimum', 1, 0, 'looser'],
    ['minimum', 1, 2, 'tighter'],
    ['maxLength', 10, 20, 'looser'],
    ['maxLength', undefined, 20, 'tighter'],
    ['maxItems', 5, undefined, 'looser'],
    ['exclusiveMinimum', true, 3, null],
    ['uniqueItems', true, false, 'looser'],
    ['uniqueItems', undefined, true, 'tighter'],
    ['uniqueItems', undefined, false, null],
    ['pattern', undefined, '^a', 'tighter'],
    ['pattern', '^a', undefined, 'looser'],
    ['pattern', '^a', '^b', null],
    ['format', 'uri', undefined, 'looser'],
    ['type', 'string', ['string', 'null'], 'looser'],
    ['type', ['string', 'null'], 'null', 'tighter'],
    ['type', 'string', 'number', null],
    ['type', 'integer', 'number', 'looser'],
    ['type', 'number', 'integer', 'tighter'],
    ['type', 'object', undefined, 'looser'],
    ['enum', ['a'], ['a', 1], 'looser'],
    ['enum', ['a', 'b'], ['c'], null],
    ['enum', ['a', 1], [1, 'a'], null],
    ['enum', undefined, ['a'], 'tighter'],
    ['anyOf', [{ type: 'null' }], [{ type: 'null' }, {}], 'looser'],
    ['allOf', [{ minLength: 1 }], [{ minLength: 1 }, {}], 'tighter'],
    ['required', ['a'], ['a', 'b'], 'tighter'],
    ['required', ['a'], undefined, 'looser'],
    ['required', undefined, ['a'], 'tighter'],
    ['required', ['a'], ['b'], null],
    ['additionalProperties', false, undefined, 'looser'],
    ['additionalProperties', false, { type: 'string' }, 'looser'],
    ['additionalProperties', { type: 'string' }, {}, 'looser'],
    ['additionalProperties', undefined, false, 'tighter'],
    ['additionalProperties', undefined, true, null],
    ['description', 'a', undefined, null],
  ])('%s: %j to %j', (keyword, before, after, direction) => {
    expect(directionOf(keyword, before, after)).toBe(direction);
  });

  const side = fc.option(anyJson, { nil: undefined });

  it('goes the other way when it is taken back', () => {
    const opposite = { looser: 'tighter', tighter: 'looser' } as const;
    assertLaw(
      fc.property(fc.constantFrom(...keywords), side, side, (keyword, before, after) => {
        const [there, back] = [directionOf(keyword, before, after), directionOf(keyword, after, before)];
        expect(back).toBe(there === null ? null : opposite[there]);
      }),
    );
  });

  it('has no direction where nothing changed', () => {
    assertLaw(
      fc.property(fc.constantFrom(...keywords), side, (keyword, value) => directionOf(keyword, value, value) === null),
    );
  });
});
