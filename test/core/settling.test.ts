import { describe, expect, it } from 'vitest';
import { Settling } from '../../src/core/settling.ts';

const second = 1_000;

/**
 * Plays readings of a server whose approved items are the letters `a` to `f`, two seconds apart; a reading is the letters
 * that it shows. Tells for each what it does not take for gone, in capitals while the server warms up; `-` is nothing.
 */
function play(readings: string, warmUpMs = 0): string {
  const settling = new Settling(warmUpMs);
  return readings
    .split(' ')
    .map((shown, index) => {
      const lacking = new Set('abcdef'.split('').filter((item) => !shown.includes(item)));
      const isBare = lacking.size > shown.replaceAll('.', '').length;
      const { unsettled, isWarmingUp } = settling.note(lacking, isBare, index * 2 * second);
      const text = [...unsettled].join('') || '-';
      return isWarmingUp ? text.toUpperCase() : text;
    })
    .join(' ');
}

describe('Settling', () => {
  it.each([
    ['nothing is missing', 'abcdef abcdef', '- -'],
    ['one is missing once', 'abcde abcdef', 'f -'],
    ['one is missing twice', 'abcde abcde abcde', 'f - -'],
    ['another one is missing', 'abcde abcd abcdf', 'f e -'],
    ['one comes and goes', 'abcde abcdef abcde', 'f - f'],
    ['all are missing for good', '. . . .', 'ABCDEF ABCDEF - -'],
    ['all are missing at first', '. . abcdef', 'ABCDEF ABCDEF -'],
    ['most are missing at first', 'ab ab abcdef', 'CDEF CDEF -'],
    ['the list fills', '. ab abc abcde abcdef', 'ABCDEF CDEF DEF F -'],
    ['the list fills, and one is gone', '. abcd abcde abcde abcde', 'ABCDEF EF F F -'],
    ['it warms up again', '. . . abcdef . .', 'ABCDEF ABCDEF - - ABCDEF ABCDEF'],
  ])('says what is not settled where %s', (_what, readings, expected) => {
    expect(play(readings)).toBe(expected);
  });

  it('waits for a server that may take a while to start, and for no longer', () => {
    expect(play('. . . . . . .', 10 * second)).toBe('ABCDEF ABCDEF ABCDEF ABCDEF ABCDEF - -');
  });
});
