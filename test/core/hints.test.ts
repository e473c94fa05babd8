import { describe, expect, it } from 'vitest';
import { compareHint, effectiveHint, hints, type HintChange } from '../../src/core/hints.ts';
import type { Json } from '../../src/core/json.ts';

const absent = undefined;

/** What each value comes to, from the first column to the others. */
type Table = readonly (readonly [before: Json | undefined, ...changes: HintChange[]])[];

const columns: readonly (Json | undefined)[] = [absent, null, false, true];

/** `relaxed` is the value `true`, and absence stands for `false`. */
const assumedFalse: Table = [
  //         absent       null         false        true
  [absent, 'same', 'same', 'same', 'relaxed'],
  [null, 'same', 'same', 'same', 'relaxed'],
  [false, 'same', 'same', 'same', 'relaxed'],
  [true, 'tightened', 'tightened', 'tightened', 'same'],
];

/** `relaxed` is the value `false`, and absence stands for `true`; but clients exist that take it for `false`. */
const assumedTrue: Table = [
  //         absent       null         false        true
  [absent, 'same', 'same', 'relaxed', 'same'],
  [null, 'same', 'same', 'relaxed', 'same'],
  [false, 'tightened', 'tightened', 'same', 'tightened'],
  [true, 'relaxed', 'relaxed', 'relaxed', 'same'],
];

function casesOf(names: readonly string[], table: Table): readonly (readonly [string, string, string, HintChange])[] {
  return names.flatMap((name) =>
    table.flatMap(([before, ...changes]) =>
      changes.map((change, index) => [name, show(before), show(columns[index]), change] as const),
    ),
  );
}

function show(value: Json | undefined): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

function read(shown: string): Json | undefined {
  return shown === 'absent' ? undefined : (JSON.parse(shown) as Json); // `show` wrote JSON
}

describe('a change of a hint', () => {
  it('is known for the four hints of the specification', () => {
    expect([...hints.keys()]).toEqual(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']);
    expect(compareHint('title', true, false)).toBeNull();
    expect(compareHint('readonlyhint', false, true)).toBeNull();
    expect(compareHint('__proto__', false, true)).toBeNull();
  });

  it.each([
    ...casesOf(['readOnlyHint', 'idempotentHint'], assumedFalse),
    ...casesOf(['destructiveHint', 'openWorldHint'], assumedTrue),
  ])('of %s from %s to %s is %s', (name, before, after, change) => {
    expect(compareHint(name, read(before), read(after))).toBe(change);
  });
});

describe('a hint of a wrong type', () => {
  it.each<[string, Json | undefined, Json | undefined, HintChange]>([
    // Some clients read it by its truth value, some as if it were absent, some by its word: whatever relaxes counts.
    ['readOnlyHint', false, 'yes', 'relaxed'],
    ['readOnlyHint', false, 'false', 'relaxed'],
    ['readOnlyHint', absent, 'true', 'relaxed'],
    ['readOnlyHint', absent, 1, 'relaxed'],
    ['readOnlyHint', null, {}, 'relaxed'],
    ['readOnlyHint', false, [], 'relaxed'],
    ['readOnlyHint', 'yes', true, 'relaxed'],
    ['readOnlyHint', true, 'yes', 'tightened'],
    ['readOnlyHint', true, '', 'tightened'],
    ['readOnlyHint', true, 0, 'tightened'],
    ['readOnlyHint', false, '', 'malformed'],
    ['readOnlyHint', false, 0, 'malformed'],
    ['readOnlyHint', absent, 0, 'malformed'],
    ['readOnlyHint', 0, absent, 'malformed'],
    ['readOnlyHint', 'yes', 'always', 'tightened'],
    ['readOnlyHint', 'always', 'yes', 'relaxed'],
    ['readOnlyHint', 'yes', 'on', 'malformed'],
    ['readOnlyHint', 'no', 'n', 'malformed'],
    ['destructiveHint', true, 'false', 'relaxed'],
    ['destructiveHint', true, 'NO', 'relaxed'],
    ['destructiveHint', true, 0, 'relaxed'],
    ['destructiveHint', true, '', 'relaxed'],
    ['destructiveHint', absent, '0', 'relaxed'],
    ['destructiveHint', 'yes', absent, 'relaxed'],
    ['destructiveHint', 'yes', 'no', 'relaxed'],
    ['destructiveHint', 'false', false, 'relaxed'],
    ['destructiveHint', false, 'false', 'tightened'],
    ['destructiveHint', false, 'true', 'tightened'],
    ['destructiveHint', true, 'true', 'malformed'],
    ['destructiveHint', true, 123, 'malformed'],
    ['destructiveHint', absent, {}, 'malformed'],
    ['destructiveHint', { a: 1 }, { a: 2 }, 'malformed'],
    ['openWorldHint', true, 'off', 'relaxed'],
    ['openWorldHint', 'off', true, 'tightened'],
    ['idempotentHint', absent, 'T', 'relaxed'],
  ])('is read in every way: %s from %j to %j is %s', (name, before, after, change) => {
    expect(compareHint(name, before, after)).toBe(change);
  });

  it('is never silent when it comes, goes or changes', () => {
    const odd: readonly Json[] = ['', 'true', 'false', 'x', 0, 1, -1, 2.5, [], [true], {}, { value: true }];
    for (const name of hints.keys()) {
      for (const value of odd) {
        for (const other of columns) {
          expect(compareHint(name, other, value)).not.toBe('same');
          expect(compareHint(name, value, other)).not.toBe('same');
        }
      }
    }
  });

  it('counts as relaxed in one direction whenever it counts as tightened in the other', () => {
    const values: readonly (Json | undefined)[] = [...columns, '', 'true', 'false', 'x', 0, 1, [], {}];
    const changes = [...hints.keys()].flatMap((name) =>
      values.flatMap((one) => values.map((other) => [compareHint(name, one, other), compareHint(name, other, one)])),
    );
    const back = changes.filter(([change]) => change === 'tightened').map(([, opposite]) => opposite);
    expect(new Set(back)).toEqual(new Set(['relaxed']));
  });
});

describe('the value that a client must assume', () => {
  it.each([
    ['readOnlyHint', false],
    ['destructiveHint', true],
    ['idempotentHint', false],
    ['openWorldHint', true],
  ])('for %s is %s unless the hint is a boolean', (name, value) => {
    for (const odd of [absent, null, 'true', 1, {}]) expect(effectiveHint(name, odd)).toBe(value);
    expect(effectiveHint(name, !value)).toBe(!value);
    expect(effectiveHint(name, value)).toBe(value);
  });

  it('is unknown for anything else', () => {
    expect(effectiveHint('title', true)).toBeNull();
  });
});
