import { expect, it } from 'vitest';
import { isReading, type Pulse } from '../../src/core/pulse.ts';

const now = 1_000_000;
const well: Pulse = { checkedAt: now - 50_000, nextReadingAt: now + 1_000, maxPauseMs: 60_000 };

it.each<readonly [claim: string, servers: readonly Pulse[], isAlive: boolean]>([
  ['lives when every server is read in time', [well, well], true],
  ['lives while the next reading is late by no more than the grace', [{ ...well, nextReadingAt: now - 5_000 }], true],
  ['does not when a planned reading did not come', [well, { ...well, nextReadingAt: now - 5_001 }], false],
  ['does not before every server was checked once', [well, { ...well, checkedAt: null }], false],
  ['lives to the longest pause and the grace', [{ ...well, checkedAt: now - 65_000 }], true],
  ['does not when another process alone reads', [{ ...well, checkedAt: now - 65_001 }], false],
  ['lives where nobody planned a reading', [{ ...well, nextReadingAt: null }], true],
])('%s', (_claim, servers, isAlive) => {
  expect(isReading(servers, now, 5_000)).toBe(isAlive);
});
