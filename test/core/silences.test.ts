import { describe, expect, it } from 'vitest';
import { silencesOf, type Heard, type Reference } from '../../src/core/silences.ts';

const start = Date.UTC(2026, 11, 1, 10);
const minute = 60_000;
const promise = 'the server promised to announce changes and did not';
const inTime = 'changed while the server said that the list stays valid until 2026-12-01 10:15:00 UTC';

interface Case {
  readonly ttlMs?: number | null;
  readonly announced?: Heard['announcedSince'];
  readonly notified?: Heard['notifiedAt'];
  readonly missed?: number;
  readonly endedAt?: number;
}

/** Of a reading five minutes after the reference, by default. */
function silences({ ttlMs = null, announced, notified, missed = -Infinity, endedAt = start + 5 * minute }: Case) {
  const reference: Reference = { digest: 'x', startedAt: start, ttlMs };
  const heard: Heard = {
    announcedSince: announced ?? new Map(),
    notifiedAt: notified ?? new Map(),
    nothingMissedSince: missed,
  };
  return silencesOf(reference, heard, endedAt);
}

describe('a change is silent', () => {
  it('where changes of its list were announced since before the last reading, and this one was not', () => {
    expect(silences({ announced: new Map([['tools', start]]) })).toEqual({ tool: promise });
    const all = silences({
      announced: new Map(['tools', 'prompts', 'resources'].map((list) => [list, start - 1])) as Heard['announcedSince'],
    });
    expect(all).toEqual({ tool: promise, prompt: promise, resource: promise });
  });

  it('where the list was to stay valid, of all that is listed', () => {
    const all = { tool: inTime, prompt: inTime, resource: inTime, 'resource-template': inTime };
    expect(silences({ ttlMs: 15 * minute })).toEqual(all);
  });

  it('where another list was announced to have changed', () => {
    const told = silences({ ttlMs: 15 * minute, notified: new Map([['prompts', start + minute]]) });
    expect(told).toEqual({ tool: inTime, resource: inTime, 'resource-template': inTime });
  });

  it('though it was announced before the last reading', () => {
    const announced = new Map([['tools', start - minute]] as const);
    expect(silences({ announced, notified: new Map([['tools', start - 1]]) })).toEqual({ tool: promise });
  });

  it.each([1e12, Number.MAX_SAFE_INTEGER, 1e300])('within a time that has no end: %d', (ttlMs) => {
    expect(silences({ ttlMs }).tool).toMatch(/until (2058|9999)-/);
  });
});

describe('a change is not silent', () => {
  const announced = new Map([['tools', start - minute]] as const);
  it.each<[string, Case]>([
    ['that was announced since the last reading began', { announced, notified: new Map([['tools', start]]) }],
    ['where nothing was promised', {}],
    ['where the stream opened after the last reading', { announced: new Map([['tools', start + 1]]) }],
    ['where the list was stale', { ttlMs: 5 * minute }],
    ['where the list was stale at once', { ttlMs: 0 }],
    ['where an announcement may have been missed', { ttlMs: 15 * minute, missed: start + 1 }],
  ])('%s', (_claim, given) => {
    expect(silences(given)).toEqual({});
  });

  it('that is of a template, where only the resources are announced', () => {
    expect(silences({ announced: new Map([['resources', start]]) })).toEqual({ resource: promise });
  });
});
