import { describe, expect, it } from 'vitest';
import { Limiter } from '../../src/monitor/limiter.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

const holdMs = 60_000;

/** A limiter, and work in it that goes on until it is told to end. */
function limited(size: number) {
  const clock = new FakeClock();
  const limiter = new Limiter(size, holdMs, clock);
  const started: string[] = [];
  const endings = new Map<string, (error?: Error) => void>();
  const start = (name: string): Promise<string> =>
    limiter.run(() => {
      started.push(name);
      return new Promise((resolve, reject) => {
        endings.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
      });
    });
  const end = async (name: string, error?: Error): Promise<void> => {
    endings.get(name)?.(error);
    await settle();
  };
  return { clock, limiter, started, start, end };
}

describe('a limiter', () => {
  it('runs as many at once as it may, and the next in order of arrival', async () => {
    const { started, start, end } = limited(2);
    const all = ['a', 'b', 'c', 'd'].map(start);
    await settle();
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await end('d');
    await expect(Promise.all(all)).resolves.toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives the place of work that failed to the next, and the error to whom it belongs', async () => {
    const { limiter, started, start, end } = limited(1);
    const failing = start('a');
    const next = start('b');
    const failure = failing.catch((error: unknown) => error);
    await end('a', new Error('no luck'));
    expect(await failure).toEqual(new Error('no luck'));
    expect(started).toEqual(['a', 'b']);
    await end('b');
    await expect(next).resolves.toBe('b');
    const thrown = limiter.run(() => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    await expect(limiter.run(async () => 'after')).resolves.toBe('after');
  });

  it('takes the place of work that hangs, which goes on', async () => {
    const { clock, started, start, end } = limited(1);
    const hanging = start('hanging');
    const next = start('next');
    await clock.advance(holdMs - 1);
    expect(started).toEqual(['hanging']);
    await clock.advance(1);
    expect(started).toEqual(['hanging', 'next']);
    await end('hanging');
    await expect(hanging).resolves.toBe('hanging');
    await end('next');
    await expect(next).resolves.toBe('next');
  });

  it('gives each place away once: work that hung and ended does not make room twice', async () => {
    const { clock, started, start, end } = limited(1);
    for (const name of ['hanging', 'second', 'third']) void start(name);
    await clock.advance(holdMs);
    expect(started).toEqual(['hanging', 'second']);
    await end('hanging');
    expect(started).toEqual(['hanging', 'second']);
    await end('second');
    expect(started).toEqual(['hanging', 'second', 'third']);
  });

  it('counts the time of a place from when it is taken', async () => {
    const { clock, started, start } = limited(1);
    for (const name of ['a', 'b', 'c']) void start(name);
    await clock.advance(holdMs);
    await clock.advance(holdMs - 1);
    expect(started).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('is empty when all is done: nobody sleeps, every place is free', async () => {
    const { clock, started, start, end } = limited(2);
    for (const name of ['a', 'b', 'c']) void start(name);
    await settle();
    for (const name of ['a', 'b', 'c']) await end(name);
    expect(clock.sleepers).toBe(0);
    for (const name of ['d', 'e', 'f']) void start(name);
    await settle();
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
