import { describe, expect, it } from 'vitest';
import { Backoff } from '../../src/core/backoff.ts';

function delays(count: number, random: () => number, firstMs = 1_000, maxMs = 60_000): readonly number[] {
  const backoff = new Backoff(firstMs, maxMs, random);
  return Array.from({ length: count }, () => backoff.next());
}

describe('a backoff', () => {
  it('doubles its longest delay up to the limit', () => {
    const seconds = delays(9, () => 0.9999).map((ms) => Math.round(ms / 1_000));
    expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('spreads its delays over the whole step', () => {
    expect(delays(5, () => 0.5)).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
    expect(delays(5, () => 0.75)).toEqual([750, 1_500, 3_000, 6_000, 12_000]);
  });

  it('never spins', () => {
    expect(delays(6, () => 0)).toEqual([500, 500, 500, 500, 500, 500]);
  });

  it('never exceeds its limit, however long it goes on', () => {
    for (const ms of delays(5_000, () => 0.9999)) expect(ms).toBeLessThanOrEqual(60_000);
  });

  it('begins anew after a reset', () => {
    const backoff = new Backoff(1_000, 60_000, () => 0.9999);
    for (let count = 0; count < 10; count++) backoff.next();
    backoff.reset();
    expect(backoff.next()).toBe(1_000);
    expect(backoff.next()).toBe(2_000);
  });

  it('asks for another random number each time', () => {
    const numbers = [0.9, 0.6, 0.8];
    expect(delays(3, () => numbers.shift() ?? 0)).toEqual([900, 1_200, 3_200]);
  });
});
