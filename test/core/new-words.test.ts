import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { sameButForLineEnds } from '../../src/core/line-ends.ts';
import { newWords } from '../../src/core/new-words.ts';
import { cpuMsOf } from '../support/cpu.ts';
import { aTool, aToolThatTakes, compareTools } from './builders.ts';

describe('new words', () => {
  it.each<[string, string, string, added: number, of: number]>([
    ['none', 'one two', 'Two, one!', 0, 2],
    ['a word that stands once more', 'a file', 'a file or a folder', 3, 5],
    ['a word instead of the space before another', ' a', 'ba', 1, 1],
    ['words between the same words', 'read a file now', 'read a big a file now', 2, 6],
    ['the same words at other places', 'two one', 'one two one', 1, 3],
    ['words that only went', 'one two three', 'one', 0, 1],
    ['a text where none was', '', 'one two', 2, 2],
    ['words without spaces between them', '', 'read_the_key_file', 4, 4],
    ['one endless word', '', 'x'.repeat(160), 10, 10],
    ['a script without spaces: two letters are a word', '', '読取鍵盤', 2, 2],
    ['letters with marks', '', 'फ़ाइल हटाता है', 3, 3],
  ])('%s', (_what, before, after, added, of) => {
    expect(newWords(before, after)).toEqual({ added, of });
  });

  it('of a megabyte are counted in linear time', () => {
    const texts = ['a'.repeat(1e6), ' '.repeat(1e6), 'a '.repeat(5e5), '漢'.repeat(1e6), '\u0301'.repeat(1e6)];
    for (const text of texts) expect(cpuMsOf(() => newWords(text, `${text}a`))).toBeLessThan(3_000);
  }, 60_000);
});

describe('texts that differ in line ends', () => {
  it.each([
    ['a', 'a '],
    ['a', 'a\n\n'],
    ['a\nb', 'a \t\r\nb\r\n'],
  ])('alone: %j and %j', (before, after) => {
    expect(sameButForLineEnds(before, after)).toBe(true);
  });

  it.each([
    ['a', ' a'],
    ['a\nb', 'a\n\nb'],
    ['a b', 'a  b'],
    ['a', 'a\u00a0'],
    ['a', 'a\u200b'],
    ['a\nb', 'a\rb'],
    ['a', 'a\r\r'],
    ['a', 'a\u2028'],
  ])('and in more: %j and %j', (before, after) => {
    expect(sameButForLineEnds(before, after)).toBe(false);
  });

  it('are compared in linear time', () => {
    const text = `${' '.repeat(1e6)}a`;
    expect(cpuMsOf(() => sameButForLineEnds(text, `${text} `))).toBeLessThan(1_000);
  });
});

describe('a tool with many new words', () => {
  const long = 'Removes a file from the folder of the project, unless another one needs it, and tells which.';
  const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
  const severity = (before: Json, after: Json): unknown => compareTools([before], [after])[0]?.severity;
  const described = (description: string): JsonObject => aTool({ description });

  it.each([
    ['at the end', `${long} ${words(15)}`],
    ['at the start', `${words(15)} ${long}`],
    ['in the middle', long.replace('unless', `${words(15)} unless`)],
    ['behind 100 kB of padding', `${long}${' '.repeat(100_000)}${words(15)}`],
  ])('is told as high, wherever they stand: %s', (_where, description) => {
    expect(severity(described(long), described(description))).toBe('high');
  });

  it('is told as high when they are spread over many texts', () => {
    const taking = (text: string): JsonObject =>
      aToolThatTakes({
        properties: Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { description: `${name} ${text}` }])),
      });
    expect(severity(taking('is given here'), taking('is given here w0 w1 w2 w3 w4'))).toBe('high');
    expect(severity(taking('is given here'), taking('is given here w0 w1 w2'))).toBe('medium');
  });

  it('is told as medium when there are a few', () => {
    expect(severity(described(long), described(`${long} ${words(14)}`))).toBe('medium');
  });

  it('is told as high when a new parameter brings a page of text', () => {
    const taking = (properties: JsonObject): JsonObject => aToolThatTakes({ properties });
    expect(severity(taking({}), taking({ a: { description: words(60) } }))).toBe('high');
    expect(severity(taking({}), taking({ a: { description: words(59) } }))).toBe('medium');
  });

  it('says how many', () => {
    const [finding] = compareTools([described(long)], [described(`${long} ${words(20)}`)]);
    expect(finding?.edits[0]?.message).toBe(
      'the description that the model reads as instructions changed (20 new words in all)',
    );
  });
});
