import { beforeEach, describe, expect, it } from 'vitest';
import { Announcements } from '../../src/monitor/announcements.ts';
import { FakeClock } from '../support/fake-clock.ts';

const never = new AbortController().signal;
const minute = 60_000;
const promise = { tool: 'the server promised to announce changes and did not' };
const untimely = 'changed while the server said that the list stays valid until 2026-12-01 10:15:00 UTC';

let clock: FakeClock;
let heard: Announcements;

beforeEach(() => {
  clock = new FakeClock();
  heard = new Announcements(clock);
});

/** A reading that takes no time and is recorded. */
async function record(digest: string, ttlMs: number | null = null): Promise<void> {
  await heard.judge(digest, clock.now().getTime(), ttlMs, never);
  heard.settle();
}

function judge(digest: string, ttlMs: number | null = null): Promise<object> {
  return heard.judge(digest, clock.now().getTime(), ttlMs, never);
}

describe('a change that shows in a reading', () => {
  beforeEach(async () => {
    heard.announces(['tools']);
    await record('before');
    await clock.advance(minute);
  });

  it('is silent once no announcement came for a second', async () => {
    const silent = judge('after');
    await clock.advance(999);
    heard.changed('prompts');
    expect(clock.sleepers).toBe(1);
    await clock.advance(1);
    expect(await silent).toEqual(promise);
  });

  it('is not silent when it is announced within that second, and nobody waits for the rest of it', async () => {
    const silent = judge('after');
    await clock.advance(500);
    heard.changed('tools');
    expect(await silent).toEqual({});
    expect(clock.now().toISOString()).toBe('2026-12-01T10:01:00.500Z');
    expect(clock.sleepers).toBe(0);
  });

  it.each([
    ['its stream ends', () => heard.announces([])],
    ['the connection is lost', () => heard.broke()],
  ])('is not silent when %s within that second', async (_what, happen) => {
    const silent = judge('after');
    await clock.advance(500);
    happen();
    expect(await silent).toEqual({});
  });

  it('does not make a reading wait that is to stop', async () => {
    const stop = new AbortController();
    const silent = heard.judge('after', clock.now().getTime(), null, stop.signal);
    await clock.advance(100);
    stop.abort();
    await silent;
    expect(clock.now().toISOString()).toBe('2026-12-01T10:01:00.100Z');
  });

  it('is judged by the last reading that was recorded, not by one that has yet to settle', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const silent = judge('after');
      await clock.advance(1_000);
      expect(await silent).toEqual(promise);
    }
    heard.settle();
    expect(await judge('after')).toEqual({});
  });

  it('is not waited for where there is none', async () => {
    expect(await judge('before')).toEqual({});
    expect(clock.sleepers).toBe(0);
  });
});

it('knows nothing of the time before its first reading', async () => {
  heard.announces(['tools']);
  expect(await judge('any', minute)).toEqual({});
});

describe('a list that was to stay valid', () => {
  const quarter = 15 * minute;

  it('may not change while we connect anew', async () => {
    heard.announces(['tools']);
    await record('before', quarter);
    await clock.advance(minute);
    heard.closed();
    heard.announces(['tools']);
    const silent = judge('after', quarter);
    await clock.advance(1_000);
    expect(await silent).toMatchObject({ tool: untimely });
  });

  it.each([
    [
      'the stream that had ended opens again',
      () => {
        heard.announces([]);
        heard.announces(['tools']);
      },
    ],
    ['a stream opens for the first time', () => heard.announces(['tools'])],
    [
      'the connection was lost and made anew',
      () => {
        heard.broke();
        heard.announces(['tools']);
      },
    ],
  ])('may have been announced to change before %s', async (_what, happen) => {
    await record('before', quarter);
    await clock.advance(minute);
    happen();
    const silent = judge('after', quarter);
    await clock.advance(1_000);
    expect(await silent).toEqual({});
  });

  it('may have been announced to change when a stream opens late after we connected anew', async () => {
    heard.closed();
    await record('before', quarter);
    await clock.advance(minute);
    heard.announces(['tools']);
    const silent = judge('after', quarter);
    await clock.advance(1_000);
    expect(await silent).toEqual({});
  });
});
