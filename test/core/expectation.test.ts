import { expect, it } from 'vitest';
import { expectationAt } from '../../src/core/expectation.ts';

const expectation = { from: '2026-12-01T10:00:00.000Z', until: '2026-12-01T10:30:00.000Z', by: 'ann', note: null };

it.each([
  ['2026-12-01T09:59:59.999Z', false],
  ['2026-12-01T10:00:00.000Z', true],
  ['2026-12-01T10:30:00.000Z', true],
  ['2026-12-01T10:30:00.001Z', false],
])('holds at %s: %s', (at, holds) => {
  expect(expectationAt(expectation, at) !== null).toBe(holds);
  expect(expectationAt(null, at)).toBeNull();
});
