import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from '../../src/core/canonical.ts';
import { itemKey } from '../../src/core/definition.ts';
import { fingerprintText } from '../../src/core/fingerprint.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { buildSurface } from '../../src/core/surface.ts';
import { assertLaw, anItem, anyJson, aSurface, aTool, instructions, nested, without } from './builders.ts';

const one = aTool({ name: 'a' });
const two = aTool({ name: 'b' });

function printOf(value: Json): string {
  return fingerprintText(canonicalise(value).text);
}

describe('a surface', () => {
  it('holds every definition as it was received, with its canonical text and fingerprint', () => {
    const odd = { 'x-odd': { z: 1, a: [null] }, name: 'a' };
    const text = '{"name":"a","x-odd":{"a":[null],"z":1}}';
    const [definition] = aSurface(odd).definitions;
    // Value and text are made when they are asked for.
    expect({ value: definition?.value, text: definition?.text }).toEqual({ value: odd, text });
    expect(definition).toMatchObject({
      kind: 'tool',
      name: 'a',
      fingerprint: fingerprintText(text),
      copies: 1,
      invalid: null,
    });
  });

  it('orders by kind and name, by UTF-16 code unit', () => {
    const names = ['b', 'B', 'a', '', '😀', '\ufb33', 'é'];
    const surface = buildSurface([...names.map((name) => anItem(aTool({ name }))), instructions('Be kind.')]);
    expect(surface.definitions.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'instructions ',
      ...['', 'B', 'a', 'b', 'é', '😀', '\ufb33'].map((name) => `tool ${name}`),
    ]);
  });

  it('follows the published recipe', () => {
    const surface = buildSurface([anItem(two), instructions('Be kind.'), anItem(one)]);
    const lines = [
      `instructions\n\n${fingerprintText('"Be kind."')}\n`,
      `tool\na\n${printOf(one)}\n`,
      `tool\nb\n${printOf(two)}\n`,
    ];
    expect(surface.fingerprint).toBe(fingerprintText(lines.join('')));
  });

  it('is the same in whatever order the items came', () => {
    const items = fc.array(
      fc.record({ name: fc.constantFrom('a', 'b', 'c'), description: fc.constantFrom('x', 'y', 'z') }),
      { maxLength: 6 },
    );
    const orders = items.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    assertLaw(
      fc.property(orders, ([list, shuffled]) => {
        expect(aSurface(...shuffled)).toEqual(aSurface(...list));
      }),
    );
  });

  it('may be empty', () => {
    expect(aSurface()).toEqual({ definitions: [], fingerprint: fingerprintText('') });
  });

  it('changes with any change of any one definition', () => {
    assertLaw(
      fc.property(anyJson, anyJson, (before, after) => {
        const isSame = canonicalise(before).text === canonicalise(after).text;
        const surfaces = [before, after].map((extra) => aSurface(two, aTool({ name: 'a', extra })));
        expect(surfaces[0]?.fingerprint === surfaces[1]?.fingerprint).toBe(isSame);
      }),
    );
  });
});

describe('several tools of one name', () => {
  const other = aTool({ name: 'a', description: 'Another.' });

  it('are one definition that counts and holds all of them', () => {
    const [definition, ...others] = aSurface(one, two, other).definitions;
    expect(definition).toMatchObject({ name: 'a', copies: 2, invalid: null });
    expect(definition?.value).toHaveLength(2);
    expect(definition?.value).toEqual(expect.arrayContaining([one, other]));
    expect(others.map(({ name, copies }) => ({ name, copies }))).toEqual([{ name: 'b', copies: 1 }]);
  });

  it('have one fingerprint, in whatever order they came', () => {
    expect(aSurface(one, other)).toEqual(aSurface(other, one));
  });

  it('count by their fingerprints where they are very long together', () => {
    const long = (letter: string) => aTool({ name: 'a', description: letter.repeat(1_500_000) });
    const [definition] = aSurface(long('x'), long('y')).definitions;
    const alone = [long('x'), long('y')].map((tool) => String(aSurface(tool).definitions[0]?.fingerprint));
    expect(definition).toMatchObject({ copies: 2, invalid: 'together they are longer than 2000000 characters' });
    expect(definition?.value).toEqual(alone.sort());
    expect(definition?.text).toBe(JSON.stringify(definition?.value));
    expect(aSurface(long('y'), long('x'))).toEqual(aSurface(long('x'), long('y')));
    expect(aSurface(long('x'), long('z')).fingerprint).not.toBe(aSurface(long('x'), long('y')).fingerprint);
  });

  it.each([
    ['another second one', [one, aTool({ name: 'a', description: 'Another one.' })]],
    ['another first one', [aTool({ name: 'a', description: 'Deletes files.' }), other]],
    ['a third one', [one, other, other]],
    ['the first one twice', [one, one]],
    ['the first one alone', [one]],
  ])('have another fingerprint with %s', (_name, tools) => {
    expect(aSurface(...tools).fingerprint).not.toBe(aSurface(one, other).fingerprint);
    expect(aSurface(...tools).definitions[0]?.fingerprint).not.toBe(aSurface(one, other).definitions[0]?.fingerprint);
  });

  it('may be equal to the last byte, and still are two', () => {
    expect(aSurface(one, one).definitions).toMatchObject([{ name: 'a', copies: 2 }]);
    expect(aSurface(one, one).fingerprint).not.toBe(aSurface(one).fingerprint);
  });

  it('are invalid when one of them is', () => {
    expect(aSurface(one, aTool({ name: 'a', description: '\ud800' })).definitions).toMatchObject([
      { copies: 2, invalid: 'a string holds a lone surrogate' },
    ]);
  });
});

describe('names', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '0'])('may be %j like any other', (name) => {
    const surface = aSurface(one, aTool({ name }), aTool({ name, description: 'Another.' }));
    expect(surface.definitions).toHaveLength(2);
    expect(surface.definitions.find((item) => item.name === name)).toMatchObject({ copies: 2 });
  });

  it('differ by letter case, alphabet, composition and hidden characters', () => {
    const names = ['read', 'Read', 'rеad', 'read\u200b', 'réad', 're\u0301ad', 'read ', 'read\n'];
    expect(aSurface(...names.map((name) => aTool({ name }))).definitions).toHaveLength(names.length);
  });

  it.each(['instructions', '', 'instructions\n', '\n'])('of tools (%j) are not the instructions', (name) => {
    const surface = buildSurface([instructions('Be kind.'), anItem(aTool({ name }))]);
    expect(surface.definitions.map((item) => item.kind)).toEqual(['instructions', 'tool']);
    expect(new Set(surface.definitions.map(itemKey)).size).toBe(2);
  });

  it('keep the border between fields: no text moves from one to the next', () => {
    // The hash of `description|inputSchema|outputSchema` would be the same for both.
    const split = { name: 'a', description: 'D', inputSchema: 'A', outputSchema: 'B' };
    const joined = { name: 'a', description: 'D|A', inputSchema: 'B' };
    expect(aSurface(split).fingerprint).not.toBe(aSurface(joined).fingerprint);
  });

  it('cannot pass for the lines of other definitions', () => {
    // A name that reads, in the recipe's own format, like a whole tool before it.
    const fake = aTool({ name: `a\n${printOf(one)}\ntool\nb` });
    expect(aSurface(fake).fingerprint).not.toBe(aSurface(one, two).fingerprint);
  });

  it('cannot, whatever lines they hold: the fingerprint of a tool covers its name', () => {
    const fragments = [
      'a',
      'b',
      '!',
      '\n',
      'tool',
      'instructions',
      'tool\n',
      printOf({ name: 'a' }),
      printOf({ name: 'b' }),
    ];
    const name = fc.array(fc.constantFrom(...fragments), { maxLength: 8 }).map((parts) => parts.join(''));
    const tools = fc.array(fc.record({ name }), { maxLength: 4 });
    const textsOf = (list: readonly JsonObject[]): string =>
      list
        .map((tool) => canonicalise(tool).text)
        .sort()
        .join();
    assertLaw(
      fc.property(tools, tools, (these, those) => {
        expect(aSurface(...these).fingerprint === aSurface(...those).fingerprint).toBe(
          textsOf(these) === textsOf(those),
        );
      }),
      2_000,
    );
  });

  it('cannot pass for a tool and a nameless list either', () => {
    const first = { name: '!' };
    const twin = { name: `!\n${printOf(first)}\ntool\n(unnamed)` };
    expect(aSurface(twin, twin).fingerprint).not.toBe(aSurface(first, [twin, twin]).fingerprint);
  });
});

describe('what is no tool', () => {
  it.each([[null], [7], ['text'], [true], [['a', 'b']], [{}], [{ name: 7 }]])('is kept: %j', (value) => {
    expect(aSurface(value).definitions).toMatchObject([{ value, text: canonicalise(value).text, copies: 1 }]);
  });

  it('leaves the others alone', () => {
    const alone = aSurface(one).definitions[0];
    expect(aSurface(null, one, { name: 7 }).definitions).toContainEqual(alone);
  });

  it('is invalid when it nests deeper than the limit, and is kept whole', () => {
    const deep = aTool({ inputSchema: nested(30, 'object') });
    expect(buildSurface([anItem(deep)], 20).definitions).toMatchObject([
      { invalid: 'nested deeper than 20 levels', fingerprint: aSurface(deep).definitions[0]?.fingerprint },
    ]);
    expect(aSurface(deep).definitions).toMatchObject([{ invalid: null }]);
  });

  it('may miss its description', () => {
    const bare = without(one, 'description');
    const texts = [bare, { ...bare, description: null }, { ...bare, description: '' }].map((tool) => aSurface(tool));
    expect(new Set(texts.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });
});
