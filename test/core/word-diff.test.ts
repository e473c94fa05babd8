import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordDiff } from '../../src/core/word-diff.ts';
import type { Hunk, WordDiffOptions } from '../../src/core/word-diff.ts';
import { cpuMsOf } from '../support/cpu.ts';

/** `same [-removed-]{+added+} <n>` for reading in tests. */
function show(hunks: readonly Hunk[]): readonly string[] {
  return hunks.map(({ parts }) =>
    parts
      .map((part) => {
        if (part.kind === 'omitted') return `<${part.characters} ${part.from}>`;
        if (part.kind === 'same') return part.text;
        return part.kind === 'removed' ? `[-${part.text}-]` : `{+${part.text}+}`;
      })
      .join(''),
  );
}

function side(hunks: readonly Hunk[], other: 'removed' | 'added'): string {
  return hunks
    .flatMap(({ parts }) => parts)
    .map((part) => (part.kind === 'omitted' || part.kind === other ? '' : part.text))
    .join('');
}

const uncut: WordDiffOptions = { context: Infinity };

describe('wordDiff', () => {
  it.each([
    ['a word', 'Deletes a file.', 'Deletes any file.', 'Deletes [-a-]{+any+} file.'],
    ['an addition', 'Reads a file.', 'Reads a file. Then mails it.', 'Reads a file.{+ Then mails it.+}'],
    ['a removal', 'Ask first. Then delete.', 'Then delete.', '[-Ask first. -]Then delete.'],
    ['white space alone', 'a  b', 'a b', 'a[-  -]{+ +}b'],
    ['a line feed alone', 'a b', 'a\nb', 'a[- -]{+\n+}b'],
    ['an invisible character alone', 'read file', 'read\u200B file', 'read{+\u200B+} file'],
    ['a variation selector alone', 'I ❤ it', 'I ❤\uFE0F it', 'I ❤{+\uFE0F+} it'],
    ['one hidden character for another', 'a\u200Bb', 'a\u200Cb', 'a[-\u200B-]{+\u200C+}b'],
    ['everything', 'one two three', 'uno due tre', '[-one two three-]{+uno due tre+}'],
    ['from nothing', '', 'new', '{+new+}'],
    ['to nothing', 'old', '', '[-old-]'],
  ])('shows a change of %s', (_name, before, after, shown) => {
    expect(show(wordDiff(before, after))).toEqual([shown]);
  });

  it('has nothing to say about equal texts', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => wordDiff(text, text).length === 0));
  });

  const words = fc.array(
    fc.constantFrom('a', 'b', 'the ', ' ', '\n', '\r\n', '\u200B', '\uD83D', '\uDE00', '😀', '.', 'file'),
    {
      maxLength: 60,
    },
  );
  const texts = fc.oneof(
    words.map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  it.each([
    ['as a rule', uncut],
    ['when it is made coarse', { ...uncut, maxWork: 0 }],
    ['when it may compare little', { ...uncut, maxWork: 300 }],
    ['when it may show few changes', { ...uncut, maxChanges: 2 }],
  ])('is exact %s: same + removed is before, same + added is after', (_name, options) => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        fc.pre(before !== after);
        const hunks = wordDiff(before, after, options);
        expect(side(hunks, 'added')).toBe(before);
        expect(side(hunks, 'removed')).toBe(after);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves out unchanged text only, and counts it', () => {
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 0, max: 20 }), (before, after, context) => {
        const total = (hunks: readonly Hunk[], kinds: readonly string[]): number =>
          hunks
            .flatMap(({ parts }) => parts)
            .reduce((sum, part) => {
              if (part.kind === 'omitted') return sum + (kinds.includes(part.from) ? part.characters : 0);
              return sum + (kinds.includes(part.kind) ? [...part.text].length : 0);
            }, 0);
        const cut = wordDiff(before, after, { context, maxPart: 6 });
        const whole = wordDiff(before, after, uncut);
        // A pair of surrogates counts once, its halves in two parts twice.
        fc.pre(before.isWellFormed() && after.isWellFormed());
        for (const kind of ['same', 'removed', 'added']) expect(total(cut, [kind])).toBe(total(whole, [kind]));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps whole words around a change, and counts the rest', () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(10);
    expect(show(wordDiff(`${filler}old ${filler}`, `${filler}new ${filler}`, { context: 12 }))).toEqual([
      '<261 same>sit amet [-old-]{+new+} lorem<265 same>',
    ]);
  });

  it('makes a hunk of its own of each distant change', () => {
    const gap = ' and so on'.repeat(30);
    expect(show(wordDiff(`x1${gap} y1`, `x2${gap} y2`, { context: 10 }))).toHaveLength(2);
  });

  it('cuts a long change in its middle, names how much, and splits no character', () => {
    const [hunk] = show(wordDiff('', '😀'.repeat(50), { maxPart: 9 }));
    expect(hunk).toMatch(/^\{\+😀{2,3}\+\}<4\d added>\{\+😀{2,3}\+\}$/u);
  });

  const noise = (length: number, alphabet: string): string => {
    let state = 12345;
    return Array.from({ length }, () => {
      state = (state * 1103515245 + 12345) & 0x7fffffff;
      return alphabet[(state >> 8) % alphabet.length] ?? '';
    }).join('');
  };
  it.each([
    ['words without anything in common', 'a '.repeat(500_000), 'b '.repeat(500_000)],
    ['words in another order', 'ab '.repeat(333_333), `x${'ba '.repeat(333_333)}`],
    ['noise', noise(1_000_000, 'ab '), noise(1_000_000, 'ba c')],
    ['punctuation', noise(1_000_000, '.,'), noise(1_000_000, ',.;')],
    ['short lines', noise(1_000_000, 'a\n'), noise(1_000_000, 'b\na')],
    ['one line', noise(20_000, 'abcd .'), noise(20_000, 'abcde .')],
    ['much change in little text', noise(5000, 'abcd .'), noise(5000, 'abcde .')],
    ['one change in the middle', 'word '.repeat(200_000), `${'word '.repeat(100_000)}EVIL ${'word '.repeat(100_000)}`],
  ])('is quick also for a megabyte of %s', (_name, before, after) => {
    let hunks: ReturnType<typeof wordDiff> = [];
    const ms = cpuMsOf(() => (hunks = wordDiff(before, after, { maxPart: 1000 })));
    expect(ms).toBeLessThan(1000);
    expect(hunks.length).toBeGreaterThan(0);
  });

  it('finds one change in a megabyte of lines', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line number ${index} of this long text\n`);
    const changed = lines.with(9999, 'line number 9999 of this evil text\n');
    expect(show(wordDiff(lines.join(''), changed.join(''), { context: 20 }))).toEqual([
      expect.stringContaining('[-long-]{+evil+}'),
    ]);
  });
});
