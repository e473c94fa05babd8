import { describe, expect, it } from 'vitest';
import { StreamLife, StreamLives } from '../../src/core/stream-life.ts';

const second = 1_000;
const hour = 3_600 * second;

/** A host whose streams, one after the other, were cut at these ages; in seconds. */
function cutAt(...ages: readonly number[]): StreamLife {
  const life = new StreamLife(30 * second);
  let now = 0;
  for (const age of ages) {
    now += age * second;
    life.cut(age * second, now);
  }
  return life;
}

describe('StreamLife', () => {
  it.each([
    ['nothing yet', [], null],
    ['two cuts', [60, 60], null],
    ['three cuts at one age', [60, 60, 60], 60],
    ['three cuts at about one age', [300, 290, 295], 290],
    ['three cuts at different ages', [60, 70, 60], null],
    ['cuts at random', [3, 250, 71, 12, 190], null],
    ['streams that end at once', [0, 0, 0, 0], null],
    ['lives too short to be worth it', [29, 29, 29], null],
    ['a habit after a time without one', [12, 190, 60, 60, 60], 60],
    ['a habit that changed', [60, 60, 60, 45, 45, 45], 45],
    ['a habit that ended', [60, 60, 60, 45], null],
  ])('after %s', (_what, ages, known) => {
    expect(cutAt(...ages).knownMs).toBe(known === null ? null : known * second);
  });

  it.each([
    [0, 48],
    [0.5, 51],
    [0.999_999, 54],
  ])('keeps a stream a little less long than the host would (random %d)', (random, kept) => {
    expect(cutAt(60, 60, 60).keepMs(181 * second, random)).toBe(kept * second);
  });

  it('keeps a stream as long as it lives where no habit is known', () => {
    expect(cutAt(60, 200, 60).keepMs(321 * second, 0.5)).toBeNull();
  });

  it('counts streams that were cut together once', () => {
    const life = new StreamLife(30 * second);
    for (const late of [0, 1, 2, 5]) life.cut(60 * second, 60 * second + late);
    expect(life.knownMs).toBeNull();
  });

  it('lets a stream live now and then, and forgets a habit that is none any more', () => {
    const life = cutAt(60, 60, 60);
    expect(life.keepMs(180 * second + 6 * hour - 1, 0)).toBe(48 * second);
    expect(life.keepMs(180 * second + 6 * hour, 0)).toBeNull();
    life.lasted(48 * second);
    expect(life.knownMs).toBe(60 * second);
    life.lasted(1_800 * second);
    expect(life.knownMs).toBeNull();
  });

  it('goes on with a habit that proved to be one still', () => {
    const life = cutAt(60, 60, 60);
    const later = 180 * second + 6 * hour;
    life.cut(60 * second, later);
    expect(life.keepMs(later + second, 0)).toBe(48 * second);
  });
});

describe('StreamLives', () => {
  it('shares what is known of a host, and with no other one', () => {
    const lives = new StreamLives(30 * second);
    for (const round of [1, 2, 3]) lives.of('https://a.example').cut(60 * second, round * 60 * second);
    expect(lives.of('https://a.example').knownMs).toBe(60 * second);
    expect(lives.of('https://b.example').knownMs).toBeNull();
  });
});
