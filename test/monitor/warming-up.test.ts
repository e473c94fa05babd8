import { afterEach, describe, expect, it } from 'vitest';
import { nextReadingAt } from '../../src/core/schedule.ts';
import { Settling } from '../../src/core/settling.ts';
import type { CheckDeps } from '../../src/monitor/check-result.ts';
import type { Era } from '../../src/monitor/ports-reading.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import { startRawHttpServer } from '../support/servers/raw-http.ts';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { openCheckStage, policy } from './check-stage.ts';

const hour = 3_600_000;
const none = 'warming up: it lists no tools yet, and may still be starting';
const few = 'warming up: it does not list all that was approved yet, and may still be starting';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Lists of tools by their letters, one for each reading, the last one for ever. A capital is another description. */
function scriptFor(era: Era, lists: readonly string[]) {
  const replies = lists.map((letters) => {
    const tools = letters.split('').map((name) => JSON.stringify({ name: name.toLowerCase(), description: name }));
    return result(page(era, tools));
  });
  const last = replies.at(-1) ?? result(page(era, []));
  return scriptOf(era, [last], { answers: { 'tools/list': { once: replies.slice(0, -1), replies: [last] } } });
}

/** `warmUpMs: null`: checks that know nothing of each other, as on the command line. */
async function stage(
  era: Era,
  warmUpMs: number | null,
  changes: (clock: FakeClock) => Partial<CheckDeps> = () => ({}),
) {
  const server = await startRawHttpServer(scriptFor(era, []));
  opened.push(() => server.close());
  const settling = warmUpMs === null ? null : new Settling(warmUpMs);
  const checks = await openCheckStage(server.url, era, (clock) => ({ settling, ...changes(clock) }));
  opened.push(() => checks.close());
  const check = (...lists: readonly string[]) => {
    if (lists.length > 0) server.setScript(scriptFor(era, lists));
    return checks.check();
  };
  return { ...checks, check };
}

const eras = ['modern', 'legacy'] as const;

describe.each(eras)('a one-shot check of a %s server', (era) => {
  it('believes a list that fills within the check', async () => {
    const { check, approveAll, alerts, record } = await stage(era, null);
    await check('abcd');
    await approveAll();
    const { verifiedSince } = (await record()) ?? {};
    expect(await check('', '', 'abcd')).toMatchObject({
      verdict: 'clean',
      outcome: 'listed',
      reason: null,
      findings: [],
    });
    expect(await check('a', 'abcd')).toMatchObject({ verdict: 'clean', outcome: 'listed', findings: [] });
    expect(await record()).toMatchObject({ failures: 0, verifiedSince, unverifiedSince: null, reason: null });
    expect(await alerts()).toEqual([]);
  });

  it('takes what stays empty for what it is', async () => {
    const { check, approveAll } = await stage(era, null);
    await check('abcd');
    await approveAll();
    const { verdict, outcome, findings } = await check('');
    expect([verdict, outcome, findings.map(({ change }) => change)]).toEqual([
      'drift',
      'listed',
      ['removed', 'removed', 'removed', 'removed'],
    ]);
  });

  it('says so when it ends while the list still fills', async () => {
    const { check, approveAll, alerts, record } = await stage(era, null);
    await check('abcdefgh');
    await approveAll();
    expect(await check('', 'a', 'abcdef', 'abcdefgh')).toMatchObject({
      verdict: 'unverified',
      outcome: 'warming-up',
      reason: few,
      fingerprint: null,
      findings: [],
    });
    expect(await record()).toMatchObject({ verdict: 'unverified', outcome: 'warming-up', reason: few });
    expect(await check()).toMatchObject({ verdict: 'clean', outcome: 'listed' });
    expect(await alerts()).toEqual([]);
  });

  it('waits for the first list of a server that it does not know, also where that is to be trusted', async () => {
    const asked = await stage(era, null);
    expect(await asked.check('', '', 'ab')).toMatchObject({ verdict: 'unapproved', items: { tool: 2 } });
    expect(await (await stage(era, null)).check('')).toMatchObject({ verdict: 'unapproved', outcome: 'listed' });
    const pinned = await stage(era, null, () => ({ firstSeen: 'pin' }));
    expect(await pinned.check('', 'ab')).toMatchObject({ verdict: 'clean', items: { tool: 2 } });
    expect(await pinned.alerts()).toEqual([]);
  });
});

describe.each(eras)('the daemon, watching a %s server', (era) => {
  it('has patience with one that is empty for a while, and comes back soon', async () => {
    const daemon = await stage(era, 60_000, (clock) => ({
      planNext: (ttlMs, failures) =>
        new Date(nextReadingAt({ now: clock.now().getTime(), ttlMs, policy, isListening: true, failures, random: 1 })),
    }));
    await daemon.check('abcd');
    await daemon.approveAll();
    await daemon.check('abcd');
    const since = (await daemon.record())?.verifiedSince;
    await daemon.clock.advance(hour);
    const began = daemon.clock.now();
    expect(await daemon.check('')).toMatchObject({ verdict: 'unverified', outcome: 'warming-up', reason: none });
    const { nextReadingAt: next, ...record } = (await daemon.record()) ?? { nextReadingAt: null };
    expect(Date.parse(next ?? '') - began.getTime()).toBeLessThanOrEqual(20_000);
    expect(record).toMatchObject({
      verdict: 'unverified',
      outcome: 'warming-up',
      verifiedSince: since,
      unverifiedSince: began.toISOString(),
      lastGoodAt: '2026-12-01T10:00:00.000Z',
    });
    await daemon.clock.advance(50_000);
    expect(await daemon.check()).toMatchObject({ outcome: 'warming-up', findings: [] });
    expect(await daemon.check('abcd')).toMatchObject({ verdict: 'clean', outcome: 'listed' });
    expect(await daemon.record()).toMatchObject({ verifiedSince: since, unverifiedSince: null, failures: 0 });
    expect(await daemon.alerts()).toEqual([]);
  });

  it('tells the removal of all tools once that lasts', async () => {
    const { check, clock, approveAll, alerts } = await stage(era, 60_000);
    await check('ab');
    await approveAll();
    await check('');
    await clock.advance(60_000);
    expect(await check()).toMatchObject({ verdict: 'drift', outcome: 'listed' });
    expect(await alerts()).toEqual(['first-drift']);
    await check('ab');
    expect(await alerts()).toEqual(['first-drift', 'reverted']);
  });

  it('tells at once what changed in the little that is there, and keeps drift open that is not', async () => {
    const { check, approveAll, alerts, store } = await stage(era, 60_000);
    await check('abcd');
    await approveAll();
    expect(await check('A')).toMatchObject({ verdict: 'drift', outcome: 'warming-up', findings: [{ name: 'a' }] });
    expect(await alerts()).toEqual(['first-drift']);
    expect(await check('')).toMatchObject({ verdict: 'drift', outcome: 'warming-up', reason: none });
    expect((await store.state('watched')).drift).toMatchObject([{ name: 'a', state: 'open' }]);
    expect(await alerts()).toEqual(['first-drift']);
  });

  it('says that it is blind where a server warms up for ever', async () => {
    const { check, clock, approveAll, alerts } = await stage(era, 60_000);
    await check('abcd');
    await approveAll();
    for (let hours = 0; hours < 26; hours += 1) {
      expect((await check('', 'a', 'ab')).outcome).toBe('warming-up');
      await clock.advance(hour);
    }
    expect(await alerts()).toEqual(['server-blind']);
    await check('abcd');
    expect(await alerts()).toEqual(['server-blind', 'server-back']);
  });
});
