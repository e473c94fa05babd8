import { describe, expect, it } from 'vitest';
import { describeSince, describeWatch, isOverdue } from '../../src/commands/describe-watch.ts';
import type { ServerRecord } from '../../src/monitor/ports-record.ts';
import type { Launch, WatchedServer } from '../../src/monitor/ports-watched.ts';

const now = new Date('2026-12-01T10:00:00.000Z');
const soon = '2026-12-01T10:05:00.000Z';

const aRecord = (parts: Partial<ServerRecord> = {}): ServerRecord => ({
  name: 'files',
  revision: 1,
  verdict: 'clean',
  outcome: 'listed',
  reason: null,
  era: 'modern',
  protocolVersion: '2026-07-28',
  ttlMs: null,
  remarks: [],
  listen: null,
  listenDetail: null,
  items: {},
  fingerprint: null,
  approvedFingerprint: null,
  digest: null,
  lastReadingAt: null,
  lastCompleteAt: null,
  lastGoodAt: null,
  verifiedSince: '2026-11-30T09:00:00.000Z',
  unverifiedSince: null,
  failures: 0,
  firstSeenAlertedAt: null,
  snoozedUntil: null,
  spokeAt: null,
  thread: null,
  nextReadingAt: soon,
  blindAlertedAt: null,
  loginAlertedAt: null,
  auth: null,
  package: null,
  ...parts,
});

const http: Launch = { kind: 'http', url: 'http://127.0.0.1/', headers: {} };
const stdio: Launch = { kind: 'stdio', command: 'a', args: [], env: {}, cwd: '/' };

const aServer = (launch: Launch, intervalMs = 300_000, keepAlive = false): WatchedServer => ({
  name: 'files',
  launch,
  launchDefinition: {},
  policy: { intervalMs, minIntervalMs: 60_000, maxIntervalMs: 900_000, keepAlive, resources: 'info' },
  identity: null,
});

describe('how a server is watched', () => {
  it.each([
    ['listens, and reads about every 15 min', aServer(http), { listen: 'honoured' }],
    [
      'listens, and reads about every 15 min; it stutters',
      aServer(http),
      { listen: 'honoured', listenDetail: 'it stutters' },
    ],
    ['listens, and reads about every 2 min', aServer(http), { listen: 'honoured', ttlMs: 120_000 }],
    ['reads about every 5 min', aServer(http), {}],
    ['reads about every 5 min; the server refused to notify', aServer(http), { listen: 'refused' }],
    ['reads about every 5 min; it said 503', aServer(http), { listen: 'refused', listenDetail: 'it said 503' }],
    ['reads about every 5 min; the server grants no notifications', aServer(http), { listen: 'empty' }],
    [
      'reads about every 90 s; its notification streams keep breaking off',
      aServer(http, 90_000),
      { listen: 'flapping' },
    ],
    ['reads about every 1 h; the server does not notify', aServer(http, 3_600_000), { listen: 'unsupported' }],
    ['starts it and reads about every 30 min', aServer(stdio, 1_800_000), {}],
    ['listens, and reads about every 15 min', aServer(stdio, 1_800_000, true), { listen: 'honoured' }],
    ['tried again after growing pauses, 15 min at most', aServer(http), { failures: 1, listen: 'honoured' }],
    ['read again soon', aServer(http), { failures: 3, outcome: 'warming-up' }],
    ['read by `tooldrift check` only', aServer(http), { nextReadingAt: null }],
  ] as const)('is told as "%s"', (text, server, parts) => {
    expect(describeWatch(server, aRecord(parts), now)).toBe(text);
  });

  it('is told to be not at all once a reading does not come', () => {
    const late = (nextReadingAt: string) => aRecord({ nextReadingAt, listen: 'honoured' });
    expect(isOverdue(late('2026-12-01T09:55:00.000Z'), now)).toBe(false);
    expect(isOverdue(late('2026-12-01T09:54:59.000Z'), now)).toBe(true);
    expect(isOverdue(aRecord({ nextReadingAt: null }), now)).toBe(false);
    expect(describeWatch(aServer(http), late('2026-12-01T09:50:00.000Z'), now)).toBe(
      'not watched now: the reading planned for 2026-12-01 09:50:00 UTC did not come; is `tooldrift run` running?',
    );
  });
});

describe('since when a server is verified', () => {
  it.each([
    ['verified since 2026-11-30 09:00:00 UTC over 2026-07-28', {}],
    ['verified since 2026-11-30 09:00:00 UTC', { protocolVersion: null }],
    [
      'not verified since 2026-12-01 08:00:00 UTC',
      { unverifiedSince: '2026-12-01T08:00:00.000Z', verifiedSince: null },
    ],
    ['not verified since 2026-12-01 08:00:00 UTC', { unverifiedSince: '2026-12-01T08:00:00.000Z' }],
    ['not verified yet', { verifiedSince: null }],
  ])('is told as "%s"', (text, parts) => {
    expect(describeSince(aRecord(parts))).toBe(text);
  });
});
