import { afterEach, describe, expect, it } from 'vitest';
import type { Alert } from '../../src/core/alert.ts';
import type { Finding } from '../../src/core/finding.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { createQuickPlace, type Place } from '../support/cli.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { createNpxFolder } from '../support/npx-folder.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { createStateFile, type StdioState } from '../support/servers/state-file.ts';
import { aTool } from '../support/servers/tools.ts';
import { startSmtpReceiver } from '../support/smtp-receiver.ts';

const opened: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function placeWith(config: object): Promise<Place> {
  const place = await createQuickPlace(config);
  opened.push(() => place.remove());
  return place;
}

interface Document {
  readonly servers: readonly CheckResult[];
}

async function findingsOf(place: Place, command: 'check' | 'diff'): Promise<readonly Finding[]> {
  const { code, document } = await place.json<Document>(command);
  expect(code).toBe(1);
  return document.servers[0]?.findings ?? [];
}

/** As lines are wrapped for a terminal. */
function flat(text: string): string {
  return text.replace(/\s+/g, ' ');
}

describe('silent drift', () => {
  const poisoned = [aTool({ description: 'Deletes all files.' })];

  it('of a server that the daemon listens to is one step more severe, wherever and whenever it is told', async () => {
    const server = await startModernHttpServer({ tools: [aTool()], notify: false });
    const smtp = await startSmtpReceiver();
    const hook = await startHttpReceiver();
    opened.push(
      () => server.close(),
      () => smtp.close(),
      () => hook.close(),
    );
    const place = await placeWith({
      database: 'sqlite:./tooldrift.db',
      mcpServers: { billing: { url: server.url } },
      watch: { minInterval: '100ms', interval: '100ms', maxInterval: '100ms' },
      alerts: {
        email: { smtp: smtp.url, from: 'tooldrift@example.com', to: ['security@example.com'] },
        webhook: { url: hook.url },
      },
    });
    const daemon = place.daemon();
    await daemon.waitFor(/awaiting approval/);
    expect((await place.run('approve', '--first-seen', '--yes')).code).toBe(0);
    await server.whenListening();
    const before = server.requests;
    await expect.poll(() => server.requests, { timeout: 20_000 }).toBeGreaterThan(before + 2);

    server.setTools(poisoned, { notify: false });
    const why = 'the server promised to announce changes and did not';
    const mail = await smtp.waitForMail(({ subject }) => subject?.includes('CRITICAL') ?? false);
    expect(flat(mail.text ?? '')).toContain(`silent drift: ${why}`);
    const { alert } = (await hook.waitForRequest(({ body }) => body.includes('CRITICAL'))).json() as { alert: Alert }; // our own body
    expect(alert).toMatchObject({ severity: 'critical', findings: [{ silent: why, severity: 'critical' }] });

    const [found] = await findingsOf(place, 'diff');
    expect(found).toMatchObject({ silent: why, severity: 'critical', edits: [{ severity: 'high' }] });
    expect(await daemon.stop()).toBe(0);
    const again = place.daemon();
    await again.waitFor(/DRIFT|drift/);
    expect(await findingsOf(place, 'check')).toEqual([found]);
    const told = [
      await place.run('check'),
      await place.run('diff'),
      await place.run('status'),
      await place.run('history'),
    ];
    for (const { stdout } of told) expect(flat(stdout)).toContain(`silent drift: ${why}`);
    expect(await again.stop()).toBe(0);
    expect(smtp.mails).toHaveLength(1);
  });

  it('is found by a check within the time for which the list was to stay valid', async () => {
    const server = await startModernHttpServer({ tools: [aTool()], ttlMs: 3_600_000 });
    opened.push(() => server.close());
    const place = await placeWith({ database: 'sqlite:./tooldrift.db', mcpServers: { billing: { url: server.url } } });
    await place.run('check');
    expect((await place.run('approve', '--first-seen', '--yes')).code).toBe(0);
    server.setTools(poisoned);
    const [found] = await findingsOf(place, 'check');
    expect(found).toMatchObject({ severity: 'critical', silent: expect.stringContaining('stays valid until 20') });
    expect(await findingsOf(place, 'check')).toEqual([found]);
  });
});

describe.runIf(process.platform === 'linux')('drift that comes with another version of its package', () => {
  it('says so, wherever it is told', async () => {
    const folder = createNpxFolder('{"name":"@scope/files","version":"2026.1.14"}');
    const state = createStateFile<StdioState>({ tools: [aTool()] });
    opened.push(
      () => folder.remove(),
      () => state.remove(),
    );
    const place = await placeWith({
      database: 'sqlite:./tooldrift.db',
      mcpServers: { files: { command: folder.npx, args: ['-y', '@scope/files', state.path] } },
    });
    await place.run('check');
    expect((await place.run('approve', '--first-seen', '--yes')).code).toBe(0);
    folder.install('{"name":"@scope/files","version":"2026.7.10"}');
    state.set({ tools: [aTool({ description: 'Deletes all files.' })] });

    const today = new Date().toISOString().slice(0, 10);
    const { document } = await place.json<Document>('check');
    expect(document.servers).toMatchObject([
      { auth: 'none', package: { name: '@scope/files', version: '2026.7.10' }, findings: [{ name: 'delete_file' }] },
    ]);
    const sentence = /^served by @scope\/files 2026\.7\.10 since (\S+), 2026\.1\.14 before$/;
    const [found] = await findingsOf(place, 'diff');
    const [said = ''] = found?.goesWith ?? [];
    expect(sentence.exec(said)?.[1]?.slice(0, 8)).toBe(today.slice(0, 8));
    const told = [
      await place.run('check'),
      await place.run('diff'),
      await place.run('status'),
      await place.run('history'),
    ];
    for (const { stdout } of told) expect(flat(stdout)).toContain(said);
    const history = await place.json<{ entries: readonly object[] }>('history');
    expect(history.document.entries).toContainEqual(
      expect.objectContaining({ type: 'snapshot', package: { name: '@scope/files', version: '2026.1.14' } }),
    );
    expect(history.document.entries).toContainEqual(expect.objectContaining({ type: 'drift', goesWith: [said] }));
    const status = await place.json<{ servers: readonly object[] }>('status');
    expect(status.document.servers).toMatchObject([
      { auth: 'none', package: { version: '2026.7.10' }, drift: [{ goesWith: [said], silent: null }] },
    ]);
  });
});
