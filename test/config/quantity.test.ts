import { describe, expect, test } from 'vitest';
import { parseDuration, parsePeriod, parseSize } from '../../src/config/quantity.ts';

describe('parseDuration', () => {
  test.each([
    ['5m', 300_000],
    ['90s', 90_000],
    ['250ms', 250],
    ['1.5h', 5_400_000],
    ['2 days', 172_800_000],
    ['24d', 2_073_600_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', '5', '300', '-5m', '0s', '0.1ms', '25d', '1y', '5x', '5m 3s', '1e3s', 'Infinitys', '٣m', ' 5m'])(
    'refuses "%s"',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );
});

describe('parsePeriod', () => {
  test.each([
    ['25d', 2_160_000_000],
    ['1y', 31_557_600_000],
    ['90s', 90_000],
  ])('reads %s', (text, ms) => {
    expect(parsePeriod(text)).toBe(ms);
  });

  test.each(['', '365', '101y', 'off'])('refuses "%s"', (text) => {
    expect(parsePeriod(text)).toBeNull();
  });
});

describe('parseSize', () => {
  test.each([
    ['20MB', 20_971_520],
    ['1kb', 1024],
    ['1.5 KB', 1536],
    ['256mb', 268_435_456],
    ['7B', 7],
  ])('reads %s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  test.each(['', '20', '20XB', '-1MB', '0B', '257MB', '1GB', '1e3B', 'MB'])('refuses "%s"', (text) => {
    expect(parseSize(text)).toBeNull();
  });
});
