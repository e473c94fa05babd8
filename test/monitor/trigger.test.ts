import { describe, expect, it } from 'vitest';
import { Trigger } from '../../src/monitor/trigger.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

/** A loop that counts its turns. `work` runs in each of them. */
function loop(everyMs: number, work: () => Promise<void> = async () => {}) {
  const clock = new FakeClock();
  const trigger = new Trigger();
  const stop = new AbortController();
  const start = clock.now().getTime();
  const turns: number[] = [];
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      turns.push(clock.now().getTime() - start);
      await work();
      await trigger.wait(clock.now().getTime() + everyMs, clock, stop.signal);
    }
  };
  return { clock, trigger, stop, start, turns, done: run() };
}

describe('a trigger', () => {
  it('wakes at the time, not before', async () => {
    const { clock, turns } = loop(1_000);
    await clock.advance(999);
    expect(turns).toEqual([0]);
    await clock.advance(1);
    expect(turns).toEqual([0, 1_000]);
    await clock.advance(5_000);
    expect(turns).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000]);
  });

  it('wakes at once when somebody asks', async () => {
    const { clock, trigger, turns } = loop(1_000);
    await clock.advance(300);
    trigger.ask();
    await settle();
    expect(turns).toEqual([0, 300]);
    await clock.advance(1_000);
    expect(turns).toEqual([0, 300, 1_300]);
  });

  it('remembers one request while the loop works, however many there were', async () => {
    let finish = (): void => {};
    const { clock, trigger, turns } = loop(1_000, () => new Promise((resolve) => (finish = resolve)));
    await settle();
    for (let count = 0; count < 200; count++) trigger.ask();
    finish();
    await settle();
    expect(turns).toHaveLength(2);
    finish();
    await clock.advance(999);
    expect(turns).toHaveLength(2);
  });

  it('does not wait at all when it was asked before', async () => {
    const clock = new FakeClock();
    const trigger = new Trigger();
    trigger.ask();
    await trigger.wait(Infinity, clock, new AbortController().signal);
    expect(clock.sleepers).toBe(0);
  });

  it('does not wait for a time that has passed', async () => {
    const clock = new FakeClock();
    await new Trigger().wait(clock.now().getTime() - 1, clock, new AbortController().signal);
    expect(clock.sleepers).toBe(0);
  });

  it('can be hastened while it waits, and never put off', async () => {
    const { clock, trigger, start, turns } = loop(1_000);
    await settle();
    trigger.hasten(start + 400);
    trigger.hasten(start + 700);
    await clock.advance(399);
    expect(turns).toEqual([0]);
    await clock.advance(1);
    expect(turns).toEqual([0, 400]);
    // Once: the next turn is again at its own time.
    await clock.advance(1_000);
    expect(turns).toEqual([0, 400, 1_400]);
  });

  it('can be hastened before it waits', async () => {
    const clock = new FakeClock();
    const trigger = new Trigger();
    const start = clock.now().getTime();
    trigger.hasten(start + 10);
    let isOver = false;
    void trigger.wait(start + 1_000, clock, new AbortController().signal).then(() => (isOver = true));
    await clock.advance(9);
    expect(isOver).toBe(false);
    await clock.advance(1);
    expect(isOver).toBe(true);
  });

  it('ends at once when it is told to stop, and leaves no sleeper behind', async () => {
    const { clock, stop, turns, done } = loop(1_000);
    await settle();
    expect(clock.sleepers).toBe(1);
    stop.abort();
    await done;
    expect(turns).toEqual([0]);
    expect(clock.sleepers).toBe(0);
  });

  it('waits longer than a timer of Node can, and for ever', async () => {
    const days = 24 * 60 * 60 * 1_000;
    const { clock, turns } = loop(60 * days);
    await clock.advance(59 * days);
    expect(turns).toEqual([0]);
    await clock.advance(1 * days);
    expect(turns).toEqual([0, 60 * days]);

    const forever = loop(Infinity);
    await forever.clock.advance(365 * days);
    expect(forever.turns).toEqual([0]);
    forever.trigger.ask();
    await settle();
    expect(forever.turns).toHaveLength(2);
  });

  it('leaves no sleeper behind when it is asked or hastened many times', async () => {
    const { clock, trigger, start, turns } = loop(1_000_000);
    for (let count = 0; count < 50; count++) {
      trigger.hasten(start + 900_000 - count);
      trigger.ask();
      await settle();
    }
    expect(turns).toHaveLength(51);
    expect(clock.sleepers).toBe(1);
  });
});
