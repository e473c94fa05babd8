import { describe, expect, it } from 'vitest';
import { afterAttempt, healthy, type AttemptEnd, type ChannelHealth } from '../../src/core/channel-health.ts';

const start = Date.parse('2026-12-01T10:00:00.000Z');

function at(minutes: number): Date {
  return new Date(start + minutes * 60_000);
}

const sent: AttemptEnd = { kind: 'sent' };
const down: AttemptEnd = { kind: 'retry', error: 'no answer', pauseMs: 60_000 };
const gone: AttemptEnd = { kind: 'failed', error: 'it is gone' };

/** What is told, in the order of the attempts. */
function story(...attempts: readonly (readonly [number, AttemptEnd])[]): readonly string[] {
  let health: ChannelHealth = healthy;
  return attempts.flatMap(([minutes, end]) => {
    const next = afterAttempt(health, end, at(minutes));
    health = next.health;
    return next.tell === null ? [] : [`${minutes}: ${next.tell}`];
  });
}

describe('afterAttempt', () => {
  it.each<[string, readonly (readonly [number, AttemptEnd])[], readonly string[]]>([
    [
      'all is well',
      [
        [0, sent],
        [1, sent],
      ],
      [],
    ],
    [
      'it passes within a quarter of an hour',
      [
        [0, down],
        [10, down],
        [14, sent],
      ],
      [],
    ],
    [
      'it lasts',
      [
        [0, down],
        [14, down],
        [15, down],
        [60, down],
        [900, down],
      ],
      ['15: failing'],
    ],
    [
      'it works again',
      [
        [0, down],
        [20, down],
        [30, sent],
        [31, sent],
      ],
      ['20: failing', '30: back'],
    ],
    [
      'it is gone for good',
      [
        [0, gone],
        [1, gone],
        [2, gone],
      ],
      ['0: failing'],
    ],
    [
      'it comes and goes',
      [
        [0, gone],
        [1, sent],
        [2, gone],
        [3, sent],
        [30, gone],
        [31, sent],
      ],
      ['0: failing', '1: back'],
    ],
    [
      'it goes again an hour later',
      [
        [0, gone],
        [1, sent],
        [60, gone],
      ],
      ['0: failing', '1: back', '60: failing'],
    ],
    [
      'it stays away after it had come and gone',
      [
        [0, gone],
        [1, sent],
        [30, gone],
        [61, gone],
      ],
      ['0: failing', '1: back', '61: failing'],
    ],
  ])('%s', (_name, attempts, told) => {
    expect(story(...attempts)).toEqual(told);
  });

  it('knows since when, why, how often, and until when to leave it alone', () => {
    const first = afterAttempt(healthy, down, at(0)).health;
    expect(afterAttempt(first, { ...down, error: 'refused' }, at(5)).health).toEqual({
      failures: 2,
      failingSince: at(0).toISOString(),
      reason: 'refused',
      pausedUntil: at(6).toISOString(),
      isTold: false,
      toldAt: null,
    });
    expect(afterAttempt(first, gone, at(5)).health).toMatchObject({ failures: 2, pausedUntil: null, isTold: true });
  });
});
