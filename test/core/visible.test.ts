import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardVisible, hasHidden, makeVisible } from '../../src/core/visible.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { cpuMsOf } from '../support/cpu.ts';

/** Undoes `makeVisible`, to show that it loses nothing. */
function decode(visible: string): string {
  return visible.replace(
    /<U\+([0-9A-F]{4,6})>|<tag text "((?:[^"\\]|\\.)*)">/g,
    (_all, code?: string, tags?: string) =>
      code === undefined
        ? [...(tags ?? '').replace(/\\(.)/g, '$1')]
            .map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0)))
            .join('')
        : String.fromCharCode(...toUnits(Number.parseInt(code, 16))),
  );
}

/** `String.fromCodePoint` would do, were there no lone surrogates. */
function toUnits(code: number): readonly number[] {
  return code < 0x10000 ? [code] : [0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff)];
}

/** Any UTF-16, rich in what is special here. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from('<U+200B>tag text "x\\…aé'),
        '<U+',
        '<tag text "',
        '<…',
        '\u200B',
        '\u{E0041}',
        '\u{E0022}',
        '\u{E003C}',
      ),
      fc.constantFrom(
        '\u0301',
        '❤',
        '\uFE0F',
        '👩',
        '\u200D',
        '🏴',
        '\u{E007F}',
        '1',
        '\u20E3',
        '\uD83D',
        '\uDE00',
        '\n',
      ),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('makeVisible', () => {
  it.each([
    [
      'plain text',
      'Deletes a file: <path>, a < b && c > d, List<T>',
      'Deletes a file: <path>, a < b && c > d, List<T>',
    ],
    ['letters of any script', 'Löscht «файл» 删除 حذف हटाएं', 'Löscht «файл» 删除 حذف हटाएं'],
    ['an escape sequence', '\u001B[31m', '<U+001B>[31m'],
    ['line feed, tab, return', 'a\nb\tc\r', 'a<U+000A>b<U+0009>c<U+000D>'],
    ['delete and C1', '\u007F\u0085\u009B', '<U+007F><U+0085><U+009B>'],
    ['line separators', '\u2028\u2029', '<U+2028><U+2029>'],
    ['bidi controls', '\u202E\u2066\u061C\u200F', '<U+202E><U+2066><U+061C><U+200F>'],
    ['zero width', 'a\u200Bb\u200Cc\u200Dd\u2060e\uFEFF', 'a<U+200B>b<U+200C>c<U+200D>d<U+2060>e<U+FEFF>'],
    ['soft hyphen and joiner', 'a\u00ADb\u034F', 'a<U+00AD>b<U+034F>'],
    [
      'fillers',
      '\u115F\u3164\uFFA0\u17B4\u180E\u180B\u2800',
      '<U+115F><U+3164><U+FFA0><U+17B4><U+180E><U+180B><U+2800>',
    ],
    ['odd spaces', 'a\u00A0b\u3000', 'a<U+00A0>b<U+3000>'],
    ['lone surrogates', '\uD800x\uDC00', '<U+D800>x<U+DC00>'],
    ['private use and noncharacters', '\uE000\u{10FFFD}\uFFFE', '<U+E000><U+10FFFD><U+FFFE>'],
    ['a run of tags', 'a\u{E0068}\u{E0069}!', 'a<tag text "hi">!'],
    ['quotes in tags', '\u{E0022}\u{E005C}\u{E003C}', String.raw`<tag text "\"\\\<">`],
    ['language tag and cancel tag', '\u{E0001}\u{E007F}', '<U+E0001><U+E007F>'],
    ['variation selectors', 'a\uFE0Fb\u{E0100}', 'a<U+FE0F>b<U+E0100>'],
    ['emoji that need them', '❤️ 👩‍❤️‍👩 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 🇨🇭', '❤️ 👩‍❤️‍👩 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 🇨🇭'],
    ['a second selector', '❤\uFE0F\uFE0F', '❤️<U+FE0F>'],
    ['a selector on a digit', '1\uFE0F2', '1<U+FE0F>2'],
    ['joiners that make no emoji', '👩\u200D👩 a\u200Db', '👩<U+200D>👩 a<U+200D>b'],
    ['tags on a flag that make no flag', '🏴\u{E0078}', '🏴<tag text "x">'],
    ['marks on letters', 'e\u0301 n\u0303', 'e\u0301 n\u0303'],
    ['marks on nothing', '\u0301a \u0301', '<U+0301>a <U+0301>'],
    ['a pile of marks', `z${'\u0300'.repeat(6)}`, `z${'\u0300'.repeat(4)}<U+0300><U+0300>`],
    ['its own notation', '<U+200B> <tag text "a"> <…', '<U+003C>U+200B> <U+003C>tag text "a"> <U+003C>…'],
    ['what could become its notation', 'a <', 'a <U+003C>'],
  ])('writes out: %s', (_name, text, visible) => {
    expect(makeVisible(text)).toBe(visible);
  });

  it('keeps line feeds alone on request', () => {
    expect(makeVisible('a\r\nb\tc', { keepNewlines: true })).toBe('a<U+000D>\nb<U+0009>c');
  });

  it('tells look-alikes apart on request', () => {
    expect(makeVisible('pаypal', { asciiOnly: true })).toBe('p<U+0430>ypal');
  });

  it('loses nothing, also where results are joined', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(decode(makeVisible(a))).toBe(a);
        expect(decode(makeVisible(a, { asciiOnly: true }))).toBe(a);
        // Joining the halves of a pair would make one character of two.
        fc.pre(!(/[\uD800-\uDBFF]$/.test(a) && /^[\uDC00-\uDFFF]/.test(b)));
        expect(decode(makeVisible(a) + makeVisible(b))).toBe(a + b);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves no character that does not show, outside of emoji', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const visible = makeVisible(text);
        expect(hasHidden(visible)).toBe(false);
        expect(visible).not.toMatch(/\p{Cc}|[\u202A-\u202E\u2066-\u2069\u200B]|[\u{E0100}-\u{E01EF}]/u);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['\u200B', '<', '<U+', '\uD800', '👩\u200D', '\u0301', '\u{E0061}', 'a\uFE0F', '漢'])(
    'takes linear time for a megabyte of %j',
    (unit) => {
      const text = unit.repeat(1_000_000 / unit.length);
      expect(cpuMsOf(() => makeVisible(text))).toBeLessThan(8000);
    },
  );
});

describe('guardVisible', () => {
  it('leaves visible text as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const visible = makeVisible(text, { keepNewlines: true });
        expect(guardVisible(visible)).toBe(visible);
      }),
    );
  });

  it('writes out what should not have come through', () => {
    expect(guardVisible('a\u001B[0m\nb <U+200B>')).toBe('a<U+001B>[0m\nb <U+200B>');
  });
});

describe('hasHidden', () => {
  it.each(['plain', 'tab\tand\r\nlines', '❤️ 👩‍❤️‍👩', 'a < b <U+200B>', 'e\u0301'])('is false for %j', (text) => {
    expect(hasHidden(text)).toBe(false);
  });

  it.each(['a\u200B', '\u001B[0m', 'a\rb', '\u{E0061}', 'a\uFE0F', '\u00A0', '\uD800'])('is true for %j', (text) => {
    expect(hasHidden(text)).toBe(true);
  });

  it.each(
    [
      'colour escape',
      'bidi override',
      'zero width',
      'tag characters',
      'variation selectors',
      'fillers',
      'odd spaces',
      'private use',
    ].map((name) => [name, hostileTexts[name] ?? ''] as const),
  )('is true for the hostile text: %s', (_name, text) => {
    expect(hasHidden(text)).toBe(true);
  });
});
