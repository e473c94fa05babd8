import { expect, it } from 'vitest';
import { describeSpan, exposureOf } from '../../src/core/exposure.ts';

it('is that of all definitions together', () => {
  const first = { since: '2026-12-01T09:00:00.000Z', changedAt: '2026-12-01T09:30:00.000Z' };
  const later = { since: '2026-12-01T09:10:00.000Z', changedAt: '2026-12-01T09:40:00.000Z' };
  for (const list of [
    [first, later],
    [later, first],
  ])
    expect(exposureOf(list, 1_000)).toEqual({
      ...{ firstBadAt: first.since, changedAt: later.changedAt, heldUntil: '2026-12-01T09:40:01.000Z' },
    });
  expect(exposureOf([], 1_000)).toBeNull();
});

it.each([
  [-5, '0 s'],
  [999, '0 s'],
  [37_999, '37 s'],
  [60_000, '1 min'],
  [61_000, '1 min 1 s'],
  [2 * 3_600_000 + 5 * 60_000, '2 h 5 min'],
  [26 * 3_600_000, '1 d 2 h'],
  [48 * 3_600_000, '2 d'],
])('tells %d ms as %s', (ms, span) => {
  expect(describeSpan(ms)).toBe(span);
});
