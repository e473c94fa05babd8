import { describe, expect, it } from 'vitest';
import { shellWords } from '../../src/pins/shell-words.ts';

describe('the words of a line', () => {
  it.each([
    ['npx -y  files', ['npx', '-y', 'files']],
    [` a 'b c' "d e" f\\ g `, ['a', 'b c', 'd e', 'f g']],
    [`a='b'"c"d`, ['a=bcd']],
    [`"" ''`, ['', '']],
    [`"say \\"x\\" at C:\\y"`, ['say "x" at C:\\y']],
    ['$HOME ${A:-b} "$C"', ['$HOME', '${A:-b}', '$C']],
    [`'a | b' "c; d"`, ['a | b', 'c; d']],
    ['', []],
  ])('are found: %s', (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  it.each([
    'a | b',
    'a && b',
    'a; b',
    'a > b',
    'a < b',
    '$(a)',
    '"$(a)"',
    '`a`',
    '"`a`"',
    'a\nb',
    `'a`,
    `"a`,
    'a \\',
    '(a)',
  ])('are more than one command: %s', (line) => {
    expect(shellWords(line)).toBeNull();
  });

  it('are found in time that grows with the line', () => {
    expect(shellWords(`"${'a'.repeat(1_000_000)}`)).toBeNull();
    expect(shellWords('a '.repeat(500_000))).toHaveLength(500_000);
  });
});
