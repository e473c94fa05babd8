import { afterEach, describe, expect, it } from 'vitest';
import { subjectOf } from '../../src/core/headline.ts';
import { sendDigest } from '../../src/monitor/send-digest.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { engines } from '../support/database.ts';
import { files, openLivingStage, type LivingStage } from './living-stage.ts';

const opened: LivingStage[] = [];

afterEach(async () => {
  for (const stage of opened.splice(0)) await stage.close();
});

const watched = ['files', 'billing-eu', 'billing-us'].map((name) => ({ ...files, name }));
const channels = ['email', 'slack', 'webhook', 'desktop'];
const filters = {
  slack: { minSeverity: null, servers: ['billing-*'] },
  webhook: { minSeverity: 'critical', servers: null },
} as const;

/** What waits on each channel: the subject, and the servers that are named. */
async function digests(store: Store, now: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const claimed = await store.claimDeliveries(now, '2027-01-01T00:00:00.000Z', channels, 100);
  const told = claimed
    .filter(({ alert }) => alert.reason === 'digest')
    .map(({ channel, alert }) => {
      const { open = [], unapproved = [], unverified = [], quiet = [] } = alert.digest ?? {};
      const names = [...open, ...unverified, ...quiet].map(({ server }) => server);
      return [channel, [subjectOf(alert), `of ${alert.digest?.servers}`, ...names, ...unapproved]] as const;
    });
  expect(new Set(told.map(([channel]) => channel)).size).toBe(told.length);
  return Object.fromEntries(told);
}

describe.each(engines)('a digest on %s', (engine) => {
  it('tells each channel of what it wants to hear', async () => {
    const stage = await openLivingStage(engine, { channels, filters });
    opened.push(stage);
    await stage.read({ search: 'Finds notes.' });
    await stage.approve();
    await stage.read({ search: 'Finds any note.' });
    await stage.read({ search: 'Finds notes.' }, { ...files, name: 'billing-eu' });
    await stage.at('09:00:00');
    const deps = { ...stage.deps, isWatched: (name: string) => watched.some((server) => server.name === name) };
    // Two daemons on one database.
    await Promise.all([sendDigest(watched, deps), sendDigest(watched, deps)]);
    const all = [
      '[tooldrift] DIGEST: 1 server with open drift, 1 server not verified, 1 server awaiting approval',
      ...['of 3', 'files', 'billing-us', 'billing-eu'],
    ];
    expect(await digests(stage.store, '2026-12-01T09:00:00.000Z')).toEqual({
      email: all,
      desktop: all,
      slack: [
        '[tooldrift] DIGEST: 1 server not verified, 1 server awaiting approval',
        'of 2',
        'billing-us',
        'billing-eu',
      ],
      webhook: [
        '[tooldrift] DIGEST: 1 server with less severe drift, 1 server not verified, 1 server awaiting approval',
        ...['of 3', 'billing-us', 'billing-eu'],
      ],
    });
  });
});
