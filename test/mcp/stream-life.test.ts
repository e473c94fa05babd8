import { describe, expect } from 'vitest';
import type { Era } from '../../src/monitor/ports-reading.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { aTool } from '../support/servers/tools.ts';
import { ListenLog } from './listen-log.ts';
import { http, it, type Scope } from './scope.ts';

/** No jitter: pauses begin at half a first step, and a stream is kept for 80 % of its life. */
const random = (): number => 0;
const firstPauseMs = 500;

const servers: readonly (readonly [Era, typeof startModernHttpServer])[] = [
  ['modern', startModernHttpServer],
  ['legacy', startLegacyHttpServer],
];

async function listenTo(scope: Scope, start: typeof startModernHttpServer) {
  const server = scope.closeAfter(await start({ tools: [aTool()] }), (real) => real.close());
  const clock = new FakeClock();
  const source = scope.source({ clock, random });
  const session = await scope.session(source, http(server.url));
  const log = new ListenLog();
  session.listen(log);
  let streams = 0;
  /** Lets `ms` pass, has the stream cut from outside, and waits for the next one. */
  const cutAfter = async (ms: number): Promise<void> => {
    streams += 1;
    await log.whenCounted('listening', streams);
    await server.whenListening();
    await clock.advance(ms);
    await server.cutStreams();
    await expect.poll(() => clock.nextWakeAt).toBe(clock.now().getTime() + firstPauseMs);
    await clock.advance(firstPauseMs);
  };
  return { server, source, clock, log, cutAfter };
}

describe.each(servers)('a host that cuts every stream at the same age (%s)', (_era, start) => {
  it('is got ahead of, and not called flapping', async ({ scope }) => {
    const { server, clock, log, cutAfter } = await listenTo(scope, start);
    for (const ms of [59_000, 59_400, 59_200]) await cutAfter(ms);
    await log.whenCounted('listening', 4);
    expect(log.entries.filter((entry) => entry.kind === 'listen')).toEqual([
      { kind: 'listen', state: 'honoured', detail: null },
      {
        kind: 'listen',
        state: 'honoured',
        detail: 'streams of this host end after about 59 s; opened again before that',
      },
    ]);
    for (const streams of [5, 6]) {
      await server.whenListening();
      await clock.advance(47_199);
      expect(log.count('listening')).toBe(streams - 1);
      await clock.advance(1);
      await log.whenCounted('listening', streams); // no pause: the clock stands still
    }
    expect(log.states).toEqual(['honoured', 'honoured']);
    server.setTools([aTool({ title: 'New' })], { notify: true });
    await log.whenCounted('changed');
  });

  it('is flapping where the ages differ', async ({ scope }) => {
    const { log, cutAfter } = await listenTo(scope, start);
    for (const ms of [10_000, 59_000, 31_000]) await cutAfter(ms);
    await log.whenCounted('listening', 4);
    expect(log.states).toEqual(['honoured', 'flapping']);
  });
});

describe('what is learned of a host', () => {
  it('holds for all of its servers', async ({ scope }) => {
    const { server, source, log, cutAfter } = await listenTo(scope, startModernHttpServer);
    for (let cuts = 0; cuts < 3; cuts += 1) await cutAfter(59_000);
    await log.whenCounted('listening', 4);
    const other = await scope.session(source, http(`${server.url}?another=1`));
    const otherLog = new ListenLog();
    other.listen(otherLog);
    await otherLog.whenCounted('listening');
    expect(otherLog.entries[0]).toMatchObject({ state: 'honoured', detail: expect.stringContaining('about 59 s') });
  });
});
