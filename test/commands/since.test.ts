import { expect, it } from 'vitest';
import { parseSince } from '../../src/commands/since.ts';

const now = new Date('2026-12-08T10:00:00.000Z');

it.each([
  ['7d', '2026-12-01T10:00:00.000Z'],
  ['90m', '2026-12-08T08:30:00.000Z'],
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01 08:00', '2026-12-01T08:00:00.000Z'],
  ['2026-12-01 08:00:30 UTC', '2026-12-01T08:00:30.000Z'],
  ['2026-12-01T08:00:30Z', '2026-12-01T08:00:30.000Z'],
])('%s is since %s', (text, since) => {
  expect(parseSince(text, now)).toBe(since);
});

it.each(['', '7', 'yesterday', '2026-13-01', '2026-12-01 25:00', '-7d'])('"%s" is no time', (text) => {
  expect(() => parseSince(text, now)).toThrow('--since needs a period such as "7d"');
});
