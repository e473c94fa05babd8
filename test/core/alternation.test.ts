import { describe, expect, it } from 'vitest';
import { Alternation } from '../../src/core/alternation.ts';

describe('Alternation', () => {
  it.each([
    ['AAAAAA', '......'],
    ['AABBBB', '......'],
    ['ABAAAA', '......'],
    ['ABAB', '...!'],
    ['ABABABAB', '...!!!!!'],
    ['ABABAAAAAA', '...!!!!...'],
    ['AABBAABB', '......!.'],
    ['ABCABC', '......'],
    ['ABACAD', '......'],
  ])('says of %s %s', (readings, expected) => {
    const alternation = new Alternation();
    expect([...readings].map((digest) => (alternation.note(digest) ? '!' : '.')).join('')).toBe(expected);
  });
});
