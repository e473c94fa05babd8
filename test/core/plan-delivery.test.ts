import { describe, expect, it } from 'vitest';
import { healthy, type ChannelHealth } from '../../src/core/channel-health.ts';
import { planDelivery, type ChannelQueue, type Waiting } from '../../src/core/plan-delivery.ts';

const now = new Date('2026-12-01T12:00:00.000Z');

function ago(minutes: number): string {
  return new Date(now.getTime() - minutes * 60_000).toISOString();
}

function waiting(count: number, minutes: number, one: Partial<Waiting> = {}): readonly Waiting[] {
  return Array.from({ length: count }, (_, index) => {
    return {
      id: 1 + index + 100 * minutes,
      at: ago(minutes),
      isReady: true,
      isAlone: false,
      isFirstSeen: false,
      ...one,
    };
  });
}

function ids(list: readonly Waiting[]): readonly number[] {
  return list.map(({ id }) => id);
}

function plan(queue: Partial<ChannelQueue>, maxPerHour = 30) {
  return planDelivery({ health: healthy, waiting: [], sentLately: 0, lastSentAt: null, ...queue }, maxPerHour, now);
}

const failing: ChannelHealth = { ...healthy, failures: 3, failingSince: ago(60), reason: 'no' };

describe('planDelivery', () => {
  it.each<[string, Partial<ChannelQueue>, 'wait' | 'send']>([
    ['nothing waits', {}, 'wait'],
    ['nothing is ready yet', { waiting: waiting(3, 0, { isReady: false }) }, 'wait'],
    ['one is ready', { waiting: waiting(1, 0) }, 'send'],
    ['many came at once', { waiting: waiting(25, 0) }, 'send'],
    ['a few are late', { waiting: waiting(5, 60) }, 'send'],
    ['many wait for less than ten minutes', { waiting: waiting(50, 9) }, 'send'],
    [
      'the channel fails: one message finds out whether it still does',
      { health: failing, waiting: waiting(50, 60) },
      'send',
    ],
    ['the channel is left alone', { health: { ...failing, pausedUntil: ago(-1) }, waiting: waiting(50, 60) }, 'wait'],
    ['the pause is over', { health: { ...failing, pausedUntil: ago(0) }, waiting: waiting(1, 60) }, 'send'],
    ['just below the limit', { sentLately: 29, lastSentAt: ago(0), waiting: waiting(3, 0) }, 'send'],
    ['at the limit', { sentLately: 30, lastSentAt: ago(4), waiting: waiting(3, 0) }, 'wait'],
    [
      'at the limit, one waits and its turn has come',
      { sentLately: 30, lastSentAt: ago(5), waiting: waiting(1, 0) },
      'send',
    ],
    ['summaries are late', { waiting: waiting(9, 60, { isAlone: true }) }, 'send'],
  ])('%s', (_name, queue, kind) => {
    expect(plan(queue)).toEqual({ kind });
  });

  const newcomer = { isFirstSeen: true };

  it.each<[string, Partial<ChannelQueue>, number[]]>([
    ['a start with two', { waiting: waiting(2, 1, newcomer) }, [101, 102]],
    [
      'one is ready',
      { waiting: [...waiting(1, 1, newcomer), ...waiting(2, 0, { ...newcomer, isReady: false })] },
      [101, 1, 2],
    ],
    ['beside drift', { waiting: [...waiting(2, 1, newcomer), ...waiting(3, 0)] }, [101, 102]],
    ['at the limit', { sentLately: 30, lastSentAt: ago(1), waiting: waiting(2, 1, newcomer) }, [101, 102]],
    ['a channel that fails', { health: failing, waiting: waiting(2, 1, newcomer) }, [101, 102]],
  ])('tells all new servers in one message: %s', (_name, queue, together) => {
    expect(plan(queue)).toEqual({ kind: 'summarise', ids: together, cause: 'first-seen' });
  });

  it.each<[string, readonly Waiting[], 'wait' | 'send']>([
    ['one alone', waiting(1, 1, newcomer), 'send'],
    ['some that wait for others', waiting(2, 0, { ...newcomer, isReady: false }), 'wait'],
    ['drift while they wait', [...waiting(2, 0, { ...newcomer, isReady: false }), ...waiting(1, 0)], 'send'],
  ])('does not tell new servers together: %s', (_name, queue, kind) => {
    expect(plan({ waiting: queue })).toEqual({ kind });
  });

  it('tells what has piled up in one message, and what is new by itself', () => {
    const late = waiting(6, 10);
    const retried = waiting(2, 20, { isReady: false });
    const all = [...retried, ...late, ...waiting(2, 1), ...waiting(1, 30, { isAlone: true })];
    expect(plan({ waiting: all })).toEqual({ kind: 'summarise', ids: ids([...retried, ...late]), cause: 'late' });
  });

  it('tells what is over the limit in one message every five minutes', () => {
    const rest = waiting(40, 0);
    const over = { sentLately: 31, waiting: rest };
    expect(plan({ ...over, lastSentAt: ago(4.9) })).toEqual({ kind: 'wait' });
    expect(plan({ ...over, lastSentAt: ago(5) })).toEqual({ kind: 'summarise', ids: ids(rest), cause: 'limit' });
  });

  it('heeds the limit also while the channel takes messages in part', () => {
    expect(plan({ health: failing, sentLately: 30, lastSentAt: ago(1), waiting: waiting(9, 1) })).toEqual({
      kind: 'wait',
    });
  });
});
