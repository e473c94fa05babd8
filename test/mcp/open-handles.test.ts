import { describe, expect } from 'vitest';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { aTool } from '../support/servers/tools.ts';
import { ListenLog } from './listen-log.ts';
import { http, it, neverAborted, realStdio } from './scope.ts';

/** What keeps this process alive, by kind. Alone in its file: nothing else may be on its way out. */
function handles(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /TCP|Pipe|Process|Timeout|TLS|FSEvent/.test(name))
    .sort();
}

describe('all that was opened', () => {
  it('is closed at the end: sockets, pipes, processes and timers', async ({ scope }) => {
    const before = handles();
    const inner = scope.inner();
    const tools = [aTool()];
    const legacy = inner.closeAfter(await startLegacyHttpServer({ tools }), (real) => real.close());
    const modern = inner.closeAfter(await startModernHttpServer({ tools }), (real) => real.close());
    const source = inner.source();
    const launches = [
      http(legacy.url),
      http(modern.url),
      realStdio('legacy', inner.state({ tools })),
      realStdio('modern', inner.state({ tools })),
    ];
    for (const launch of launches) {
      const session = await inner.session(source, launch);
      const log = new ListenLog();
      session.listen(log);
      await log.whenState('honoured');
      await session.read(neverAborted());
    }
    expect(handles().length).toBeGreaterThan(before.length + 8);
    await inner.close();
    await expect.poll(handles).toEqual(before);
  });
});
