import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldText } from '../../src/notify/fold-text.ts';

it.each([
  ['a short line', 'short', 'short'],
  ['words', 'one two three four five', 'one two three four \n    five'],
  ['a diff', '  | {+one two three+} four', '  | {+one two \n  \u00A6 three+} four'],
  ['a word that is too long', 'x'.repeat(45), `${'x'.repeat(20)}\n    ${'x'.repeat(16)}\n    ${'x'.repeat(9)}`],
  ['wide characters', `  | ${'漢'.repeat(12)}`, `  | ${'漢'.repeat(8)}\n  \u00A6 ${'漢'.repeat(4)}`],
  ['an emoji at the edge', `${'x'.repeat(19)}😀y`, `${'x'.repeat(19)}\n    😀y`],
  ['several lines', 'a\n\nb', 'a\n\nb'],
])('folds %s', (_name, text, folded) => {
  expect(foldText(text, 20)).toBe(folded);
});

it('keeps a command in one piece, to be copied', () => {
  const command = '    tooldrift approve billing delete_file --expect v1:bbbbbbbbbbbbbbbb';
  expect(foldText(command, 40)).toBe(command);
});

it('loses nothing, and lets nothing but a margin begin what it breaks off', () => {
  const anyLine = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replaceAll('\n', ''));
  fc.assert(
    fc.property(anyLine, fc.boolean(), (line, isDiff) => {
      const whole = isDiff ? `  | ${line}` : `X${line}`;
      const [first = '', ...rest] = foldText(whole, 20).split('\n');
      const margin = isDiff ? '  \u00A6 ' : '    ';
      for (const one of rest) expect(one.startsWith(margin)).toBe(true);
      expect(first + rest.map((one) => one.slice(margin.length)).join('')).toBe(whole);
    }),
  );
});
