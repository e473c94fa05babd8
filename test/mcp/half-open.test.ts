import { describe } from 'vitest';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { startTunnel } from '../support/servers/tunnel.ts';
import { aTool } from '../support/servers/tools.ts';
import { ListenLog } from './listen-log.ts';
import { http, it } from './scope.ts';

const times = { stableStreamMs: 100, streamLifeMs: 100, acknowledgeMs: 300, farewellMs: 100 };

describe('a stream whose server vanished without a word', () => {
  it.for([
    ['2026-07-28', startModernHttpServer, 'no acknowledgement'],
    ['2025-11-25', startLegacyHttpServer, 'no answer'],
  ] as const)('is not called honoured beyond the life of a stream (%s)', async ([, start, why], { scope, expect }) => {
    const server = scope.closeAfter(await start({ tools: [aTool()] }), (real) => real.close());
    const tunnel = scope.closeAfter(await startTunnel(Number(new URL(server.url).port)), (each) => each.close());
    const session = await scope.session(scope.source({ times }), http(tunnel.through(server.url)));
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listening', 2); // the watchdog works while all is well, too
    tunnel.freeze();
    const frozenAt = performance.now();
    const told = await log.whenState('refused');
    // A reading gets 10 seconds here: nobody waits for an answer to the farewell.
    expect(performance.now() - frozenAt).toBeLessThan(8_000);
    expect(told).toMatchObject({ detail: `the server did not open the notification stream (${why})` });
    expect(log.states).toEqual(['honoured', 'refused']);
  });
});
