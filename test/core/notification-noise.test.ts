import { describe, expect, it } from 'vitest';
import { NotificationNoise } from '../../src/core/notification-noise.ts';

const hour = 3_600_000;

/** Readings in turn, each after a notification. Tells the pause after each, in seconds. */
function pausesAfter(noise: NotificationNoise, digests: readonly string[], capMs = hour): readonly number[] {
  return digests.map((digest) => {
    noise.notified();
    noise.begin();
    noise.end(digest);
    return noise.pauseMs(capMs) / 1_000;
  });
}

describe('NotificationNoise', () => {
  it('lets the pauses grow while notifications announce nothing, up to a minute', () => {
    const pauses = pausesAfter(
      new NotificationNoise(),
      Array.from({ length: 12 }, () => 'a'),
    );
    expect(pauses).toEqual([0, 0, 0, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
  });

  it('never pauses for longer than the shortest interval', () => {
    expect(Math.max(...pausesAfter(new NotificationNoise(), Array(12).fill('a'), 5_000))).toBe(5);
  });

  it('takes lists that come by turns for nothing new', () => {
    expect(pausesAfter(new NotificationNoise(), 'abababab'.split(''))).toEqual([0, 0, 0, 0, 2, 4, 8, 16]);
  });

  it('ends with a list that is new, and with a reading that nothing asked for', () => {
    const noise = new NotificationNoise();
    pausesAfter(noise, 'aaaaaa'.split(''));
    expect(noise.isNoisy).toBe(true);
    expect(pausesAfter(noise, 'baaa'.split(''))).toEqual([0, 0, 0, 2]);
    noise.begin();
    noise.end('a');
    expect(noise.isNoisy).toBe(false);
    expect(noise.pauseMs(hour)).toBe(0);
  });

  it('gets slower, too, for a server that has something new every second for half a minute', () => {
    const digests = Array.from({ length: 36 }, (_, index) => `${index}`);
    const pauses = pausesAfter(new NotificationNoise(), digests);
    expect(pauses.slice(0, 29).every((pause) => pause === 0)).toBe(true);
    expect(pauses.slice(29)).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  it('keeps a notification that arrives during a reading for the next one', () => {
    const noise = new NotificationNoise();
    noise.begin();
    noise.notified();
    noise.end('a');
    for (let times = 0; times < 3; times += 1) {
      noise.begin();
      noise.notified();
      noise.end('a');
    }
    expect(noise.isNoisy).toBe(true);
  });

  it('says nothing of a reading that failed', () => {
    const noise = new NotificationNoise();
    pausesAfter(noise, 'aaaa'.split(''));
    noise.begin();
    expect(noise.isNoisy).toBe(true);
  });
});
