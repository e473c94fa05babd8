import { afterEach, describe, expect, it } from 'vitest';
import { startRawHttpServer } from '../support/servers/raw-http.ts';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { limits, openCheckStage } from './check-stage.ts';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

describe.each(['modern', 'legacy'] as const)('a %s server whose list grows beyond a limit', (era) => {
  const pageOf = (index: number, pages: number) =>
    result(page(era, [`{"name":"t${index}"}`], index + 1 < pages ? `,"nextCursor":"${index}"` : ''));
  const listOf = (pages: number) =>
    scriptOf(era, [pageOf(0, pages), ...Array.from({ length: pages - 1 }, (_, index) => pageOf(index + 1, pages))]);

  it('is incomplete, and nothing of it is removed; lasts that, people are told which limit it is', async () => {
    const server = await startRawHttpServer(listOf(2));
    opened.push(() => server.close());
    const stage = await openCheckStage(server.url, era);
    opened.push(() => stage.close());
    await stage.check();
    await stage.approveAll();
    expect(await stage.check()).toMatchObject({ verdict: 'clean' });
    const goodAt = stage.clock.now().toISOString();
    server.setScript(listOf(limits.maxPages + 1));
    const reason = `the list goes beyond limits.maxPages (${limits.maxPages})`;
    for (let hours = 0; hours < 24; hours += 1) {
      expect(await stage.check()).toMatchObject({ verdict: 'unverified', outcome: 'incomplete', reason, findings: [] });
      await stage.clock.advance(3_600_000);
    }
    expect(await stage.alerts()).toEqual([]);
    await stage.check();
    await stage.check();
    const now = stage.clock.now().toISOString();
    const [delivery, ...others] = await stage.store.claimDeliveries(now, now, ['email'], 10);
    expect(delivery?.alert).toMatchObject({
      reason: 'server-blind',
      severity: 'high',
      cause: reason,
      lastGoodAt: goodAt,
    });
    expect(others).toEqual([]);
    expect(await stage.record()).toMatchObject({ unverifiedSince: goodAt, blindAlertedAt: now, failures: 26 });
  });
});
