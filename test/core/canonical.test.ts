import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise, maxDefinitionDepth } from '../../src/core/canonical.ts';
import { parseCanonical } from '../../src/core/compare.ts';
import type { Json } from '../../src/core/json.ts';
import { assertLaw, anyJson, nested, withKeysReversed } from './builders.ts';

function text(value: Json): string {
  return canonicalise(value).text;
}

/** The canonical text of a JSON text. */
function textOf(json: string): string {
  return text(parseCanonical(json));
}

/** The double whose IEEE 754 bits are these 16 hex digits. */
function double(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE();
}

describe('RFC 8785', () => {
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s of appendix B as %s', (bits, written) => {
    expect(canonicalise(double(bits))).toEqual({ text: written, invalid: null });
  });

  it('writes the sample of 3.2.2 as 3.2.3 does', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(textOf(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts the keys of 3.2.3 by UTF-16 code unit', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(JSON.parse(text(sample)) as object)).toHaveLength(7); // an object, as it was
    expect([...text(sample).matchAll(/:"([^"]*)"/g)].map(([, value]) => value)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('escapes the control characters, the quote and the backslash of 3.2.2.2, and nothing else', () => {
    const short = new Map([
      ['\b', String.raw`\b`],
      ['\t', String.raw`\t`],
      ['\n', String.raw`\n`],
      ['\f', String.raw`\f`],
      ['\r', String.raw`\r`],
      ['"', String.raw`\"`],
      ['\\', String.raw`\\`],
    ]);
    for (let unit = 0; unit < 0x3000; unit++) {
      const character = String.fromCharCode(unit);
      const long = unit < 0x20 ? String.raw`\u${unit.toString(16).padStart(4, '0')}` : character;
      expect(text(character)).toBe(`"${short.get(character) ?? long}"`);
    }
  });

  it('agrees with another implementation on whatever that accepts', () => {
    assertLaw(
      fc.property(anyJson, (value) => {
        expect(canonicalise(value)).toEqual({ text: canonicalize(value), invalid: null });
      }),
      500,
    );
  });
});

describe('the canonical text', () => {
  it('reads back as the same value', () => {
    assertLaw(
      fc.property(anyJson, (value) => {
        expect(textOf(text(value))).toBe(text(value));
        expect(textOf(JSON.stringify(value))).toBe(text(value));
      }),
    );
  });

  it('never depends on the order of keys', () => {
    assertLaw(fc.property(anyJson, (value) => text(withKeysReversed(value)) === text(value)));
  });

  it('depends on the order of lists', () => {
    expect(text(['a', 'b'])).not.toBe(text(['b', 'a']));
  });

  it.each([
    ['-0', '0'],
    ['1.0', '1'],
    ['1e2', '100'],
    ['1E+2', '100'],
    ['0.10', '0.1'],
    ['-0.0', '0'],
  ])('writes %s as %s', (json, written) => {
    expect(textOf(json)).toBe(written);
  });

  it.each([
    ['absent and null', {}, { a: null }],
    ['null and the empty text', null, ''],
    ['a number and its text', 1, '1'],
    ['a truth value and its text', true, 'true'],
    ['an empty list and an empty object', [], {}],
    ['a list and an object of the same keys', ['x'], { 0: 'x' }],
    ['a list and its nested self', [1, [2]], [[1], 2]],
    ['a value that looks like the end of a text', { a: '","b":"' }, { a: '', b: '' }],
    ['a backslash and the character that it would escape', String.raw`\n`, '\n'],
    ['letters of two alphabets', 'paypal', 'pаypal'],
    ['composed and decomposed', 'é', 'e\u0301'],
    ['letter case', 'Read', 'read'],
    ['space and no-break space', 'a b', 'a\u00a0b'],
    ['with and without a byte order mark', 'a', '\ufeffa'],
    ['white space at the end', 'a', 'a '],
  ])('tells apart %s', (_name, one, other) => {
    expect(text(one)).not.toBe(text(other));
  });

  it('keeps keys that objects inherit', () => {
    const json = '{"__proto__":{"x":1},"constructor":"c","hasOwnProperty":2,"toString":null}';
    expect(textOf(json)).toBe(json);
    expect(textOf('{"__proto__":{"x":1}}')).not.toBe(textOf('{"__proto__":{"x":2}}'));
    expect(textOf('{"__proto__":null}')).not.toBe(textOf('{}'));
  });

  const codePoint = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('\u200b', '\u00ad', '\ufe0f', '\u{e0041}', '\u202e', '\u0301', '\u2028', ' ', '\n', '\0'),
  );
  const change = fc.record({
    head: fc.string({ unit: 'binary', maxLength: 5 }),
    tail: fc.string({ unit: 'binary', maxLength: 5 }),
    was: fc.option(codePoint, { nil: '' }),
    is: codePoint,
    around: fc.array(fc.constantFrom<(value: Json) => Json>(inArray, inObject, besideOthers), { maxLength: 5 }),
  });

  function inArray(value: Json): Json {
    return [value];
  }
  function inObject(value: Json): Json {
    return { inputSchema: value };
  }
  function besideOthers(value: Json): Json {
    return { a: 1, m: [null, value, 'x'], z: {} };
  }

  it.each([
    ['a string', (changed: string): Json => changed],
    ['a key', (changed: string): Json => Object.fromEntries([[changed, 1]])],
  ])('changes with every single code point of %s, wherever it stands', (_name, place) => {
    assertLaw(
      fc.property(change, ({ head, tail, was, is, around }) => {
        fc.pre(head + was + tail !== head + is + tail);
        const build = (changed: string): Json => around.reduce((value, wrap) => wrap(value), place(changed));
        expect(text(build(head + was + tail))).not.toBe(text(build(head + is + tail)));
      }),
      500,
    );
  });
});

describe('what RFC 8785 has no text for', () => {
  it.each([
    ['a lone high surrogate', '"a\\ud800"', 'a string holds a lone surrogate'],
    ['a lone low surrogate', '"\\udc00a"', 'a string holds a lone surrogate'],
    ['surrogates in the wrong order', '"\\udc00\\ud800"', 'a string holds a lone surrogate'],
    ['a lone surrogate in a key', '{"\\ud800":1}', 'a string holds a lone surrogate'],
    ['a number beyond all doubles', '1e400', 'a number is not finite'],
    ['such a number below zero', '{"a":[-1e400]}', 'a number is not finite'],
  ])('names %s and keeps the rest', (_name, json, reason) => {
    const { text: written, invalid } = canonicalise(parseCanonical(json));
    expect(invalid).toBe(reason);
    expect(canonicalise(parseCanonical(written))).toEqual({ text: written, invalid: reason });
  });

  it('names the first reason of several', () => {
    expect(canonicalise(['\ud800', Infinity]).invalid).toBe('a string holds a lone surrogate');
    expect(canonicalise([Infinity, '\ud800']).invalid).toBe('a number is not finite');
  });

  it.each([
    ['one lone surrogate from another', '\ud800', '\ud801'],
    ['a lone surrogate from its escape as text', '\ud800', String.raw`\ud800`],
    ['a lone surrogate from the replacement character', '\ud800', '\ufffd'],
    ['a lone surrogate from nothing', '\ud800', ''],
    ['a split pair from the pair', '\ud83d \ude00', '\ud83d\ude00 '],
    ['infinity from the largest number', Infinity, Number.MAX_VALUE],
    ['infinity from minus infinity', Infinity, -Infinity],
    ['infinity from null', Infinity, null],
    ['infinity from its own text', Infinity, '1e999'],
  ])('tells %s', (_name, one, other) => {
    expect(text(one)).not.toBe(text(other));
    expect(text([one])).not.toBe(text([other]));
  });

  it('writes different text for different strings of any UTF-16 code units', () => {
    const units = fc.array(fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', 'd', '\\', 'u', '8', '0'), {
      maxLength: 6,
    });
    assertLaw(
      fc.property(units, units, (one, other) => {
        expect(text(one.join('')) === text(other.join(''))).toBe(one.join('') === other.join(''));
      }),
      1_000,
    );
  });
});

describe('size', () => {
  it.each(['array', 'object'] as const)(
    'takes 20,000 levels of one %s in another, and calls them too deep',
    (shape) => {
      const deep = nested(20_000, shape);
      const { text: written, invalid } = canonicalise(deep);
      expect(invalid).toBe(`nested deeper than ${maxDefinitionDepth} levels`);
      expect(written).toHaveLength(shape === 'array' ? 40_006 : 20_000 * 6 + 6);
      expect(written).not.toBe(canonicalise(nested(20_000, shape, 'cor3')).text);
      expect(text(parseCanonical(written))).toBe(written);
    },
    5_000,
  );

  it.each(['array', 'object'] as const)('accepts as many levels of an %s as the limit says, not one more', (shape) => {
    expect(canonicalise(nested(7, shape), 7).invalid).toBeNull();
    expect(canonicalise(nested(8, shape), 7).invalid).toBe('nested deeper than 7 levels');
    expect(canonicalise(nested(maxDefinitionDepth, shape)).invalid).toBeNull();
    expect(canonicalise(nested(maxDefinitionDepth + 1, shape)).invalid).not.toBeNull();
  });

  it('counts depth, not length', () => {
    expect(canonicalise(Array.from({ length: 1_000 }, () => [])).invalid).toBeNull();
  });

  it('sorts 10,000 keys', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `key ${(index * 7_919) % 10_000}`);
    const { text: written, invalid } = canonicalise(Object.fromEntries(keys.map((key) => [key, key])));
    expect(invalid).toBeNull();
    expect(written).toBe(canonicalize(Object.fromEntries(keys.toSorted().map((key) => [key, key]))));
  }, 5_000);

  it('takes a text of ten million characters', () => {
    expect(text('x'.repeat(10_000_000))).toHaveLength(10_000_002);
  }, 5_000);
});
