import { describe, expect, it } from 'vitest';
import { nextReadingAt, type ScheduleInput } from '../../src/core/schedule.ts';

const minute = 60_000;
const now = Date.UTC(2026, 11, 1, 10);
const policy = { intervalMs: 5 * minute, minIntervalMs: minute, maxIntervalMs: 15 * minute };
const almostOne = 0.999;

/** Milliseconds until the next reading. */
function delay(input: Partial<ScheduleInput>): number {
  return nextReadingAt({ now, ttlMs: null, policy, isListening: false, failures: 0, random: 0, ...input }) - now;
}

describe('after a good reading', () => {
  it.each<[string, Partial<ScheduleInput>, number]>([
    ['no hint: the interval', {}, 5 * minute],
    ['no hint, listening: the longest interval', { isListening: true }, 15 * minute],
    ['stale at once: the interval', { ttlMs: 0 }, 5 * minute],
    ['stale at once, listening: the longest interval', { ttlMs: 0, isListening: true }, 15 * minute],
    ['a tiny hint: the shortest interval', { ttlMs: 1 }, minute],
    ['a tiny hint, listening', { ttlMs: 1, isListening: true }, minute],
    ['a hint within the bounds', { ttlMs: 7 * minute }, 7 * minute],
    ['a hint within the bounds, listening', { ttlMs: 7 * minute, isListening: true }, 7 * minute],
    ['a hint of a day: the longest interval', { ttlMs: 24 * 60 * minute }, 15 * minute],
    ['an absurd hint', { ttlMs: 1e12 }, 15 * minute],
    ['the largest hint', { ttlMs: Number.MAX_SAFE_INTEGER, isListening: true }, 15 * minute],
    ['an interval below the shortest', { policy: { ...policy, intervalMs: 1_000 } }, minute],
    [
      'an interval above the longest, as of a stdio server',
      { policy: { ...policy, intervalMs: 30 * minute } },
      30 * minute,
    ],
    ['such an interval, listening', { policy: { ...policy, intervalMs: 30 * minute }, isListening: true }, 15 * minute],
  ])('%s', (_name, input, expected) => {
    expect(delay(input)).toBe(expected);
    // Up to a fifth more, so that servers and daemons do not march in step.
    const latest = delay({ ...input, random: almostOne });
    expect(latest).toBeGreaterThan(expected * 1.19);
    expect(latest).toBeLessThanOrEqual(expected * 1.2);
  });

  const ttls = [null, 0, 1, 999, minute - 1, minute, 5 * minute, 15 * minute, 1e9, Number.MAX_SAFE_INTEGER];

  it('is never before the shortest interval', () => {
    for (const ttlMs of ttls) {
      for (const isListening of [true, false]) {
        for (const random of [0, 0.5, almostOne]) {
          for (const intervalMs of [1, minute, 60 * minute]) {
            const input = { ttlMs, isListening, random, policy: { ...policy, intervalMs } };
            expect(delay(input)).toBeGreaterThanOrEqual(policy.minIntervalMs);
          }
        }
      }
    }
  });

  it('is never long after the longest interval for a server that gave a hint or announces changes', () => {
    for (const ttlMs of ttls) {
      for (const isListening of [true, false]) {
        if (!isListening && (ttlMs === null || ttlMs === 0)) continue;
        for (const random of [0, almostOne]) {
          const input = { ttlMs, isListening, random, policy: { ...policy, intervalMs: 60 * minute } };
          expect(delay(input)).toBeLessThanOrEqual(policy.maxIntervalMs * 1.2);
        }
      }
    }
  });

  it('is a whole millisecond', () => {
    for (const random of [0.1, 1 / 3, almostOne]) expect(delay({ ttlMs: 61_001, random }) % 1).toBe(0);
  });
});

describe('after failures', () => {
  const longest = { random: almostOne };

  it('doubles the longest delay with each one, up to the longest interval', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((failures) =>
      Math.ceil(delay({ failures, ...longest }) / 1_000),
    );
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  it.each([1, 2, 3, 10, 100, 1_000_000])(
    'waits after %d, more or less, never beyond the longest interval',
    (failures) => {
      const [soonest, latest] = [delay({ failures }), delay({ failures, ...longest })];
      expect(soonest).toBeGreaterThanOrEqual(500);
      expect(latest).toBeGreaterThan(soonest * 5);
      expect(latest).toBeLessThanOrEqual(policy.maxIntervalMs);
    },
  );

  it('takes no account of hints and listening: the server does not answer', () => {
    for (const ttlMs of [null, 0, 1e12]) {
      for (const isListening of [true, false]) expect(delay({ failures: 2, ttlMs, isListening })).toBe(1_000);
    }
  });

  it('is never at once, even when the longest interval is short', () => {
    expect(delay({ failures: 1, policy: { intervalMs: 10, minIntervalMs: 10, maxIntervalMs: 10 } })).toBeGreaterThan(0);
  });
});
