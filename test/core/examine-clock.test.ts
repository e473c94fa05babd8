import { expect, test } from 'vitest';
import { examineClock } from '../../src/core/examine-clock.ts';

const askedAt = new Date('2026-12-01T10:00:00.900Z');
const answeredAt = new Date('2026-12-01T10:00:05.000Z');

test.each([
  ['at the time of asking, cut to the second', 'Tue, 01 Dec 2026 10:00:00 GMT', 'ok', 'agrees with that of billing'],
  ['at the time of the answer', 'Tue, 01 Dec 2026 10:00:05 GMT', 'ok', 'agrees with that of billing'],
  ['a little off', 'Tue, 01 Dec 2026 10:00:59 GMT', 'ok', 'agrees with that of billing'],
  ['in the past', 'Tue, 01 Dec 2026 09:50:00 GMT', 'problem', '600 seconds ahead of that of billing'],
  ['in the future', 'Tue, 01 Dec 2026 10:10:05 GMT', 'problem', '600 seconds behind that of billing'],
  ['no date', 'yesterday', 'note', 'no HTTP server or channel of the config told the time to compare with'],
])('compares the clock with one that is %s', (_, date, state, message) => {
  expect(examineClock({ by: 'billing', date, askedAt, answeredAt })).toMatchObject({ state, message });
});

test('says that there is nobody to ask', () => {
  expect(examineClock(null)).toMatchObject({ state: 'note', remedy: null });
});
