import { afterEach, describe, expect, it } from 'vitest';
import { createPlace, type Place } from '../support/cli.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { legacyStdioServer } from '../support/servers/stdio-servers.ts';
import { createStateFile } from '../support/servers/state-file.ts';
import { aTool } from '../support/servers/tools.ts';
import { startSmtpReceiver } from '../support/smtp-receiver.ts';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function later<T extends { close(): Promise<unknown> }>(thing: T): T {
  opened.push(() => thing.close());
  return thing;
}

async function aPlace(config: object): Promise<Place> {
  const place = await createPlace(config);
  opened.push(() => place.remove());
  return place;
}

const mcpServers = { files: { command: 'node' } };

describe('alerts test', () => {
  it('says in one line each which channels work, and what is wrong with the others', async () => {
    const mail = later(await startSmtpReceiver({ auth: { user: 'ann', pass: 'right' } }));
    const hook = later(await startHttpReceiver());
    hook.respondWith({ status: 404 });
    const place = await aPlace({
      mcpServers,
      alerts: {
        email: { smtp: mail.url.replace(':right@', ':wrong-s3cr3t@'), from: 'a@example.com', to: ['b@example.com'] },
        slack: { token: 'xoxb-s3cr3t', channel: 'C1', apiUrl: 'http://127.0.0.1:9/api' },
        webhook: { url: `${hook.url}/s3cr3t` },
        desktop: true,
      },
    });
    const all = await place.run('alerts', 'test');
    expect(all.stdout.trim().split('\n')).toEqual([
      'email: not delivered: mail server 127.0.0.1: the user name or password was refused (535). To do: check them in "smtp": in a URL @ : / % are written %40 %3A %2F %25',
      'slack: not delivered: Slack (127.0.0.1:9): the connection was refused. To do: check the port, and whether the other side runs',
      expect.stringMatching(
        /^webhook: not delivered: webhook \(127\.0\.0\.1:\d+\) answered 404: there is no such webhook; was it deleted\? To do: make a new one, and put its URL into the config$/,
      ),
      expect.stringMatching(/^desktop: not delivered: notify-send /),
    ]);
    expect(all.code).toBe(3);
    expect(all.stdout + all.stderr).not.toContain('s3cr3t');
    expect(await place.run('alerts', 'test', 'webhook')).toMatchObject({ code: 0, stdout: 'webhook: delivered\n' });
    const { code, stderr } = await place.run('alerts', 'test', 'pager');
    expect(code).toBe(2);
    expect(stderr).toContain('there is no alert channel "pager" in the config: it has email, slack, webhook, desktop');
  });
});

describe('a channel that fails', () => {
  it('stands in the status with since when and why, until its messages are tried again', async () => {
    const hook = later(await startHttpReceiver());
    const state = createStateFile({ tools: [aTool()] });
    opened.push(async () => state.remove());
    const alerts = { webhook: { url: `${hook.url}/hook` } };
    const place = await aPlace({ mcpServers: { files: legacyStdioServer(state) }, alerts });
    await place.run('check');
    await place.run('approve', '--first-seen', '--yes');
    hook.respondWith({ status: 410 });
    state.set({ tools: [aTool({ description: 'Does something else.' })] });
    await place.run('check');

    const { stdout } = await place.run('status');
    expect(stdout).toMatch(
      /webhook fails since \d{4}-\d\d-\d\d [\d:]+ UTC: webhook \(127\.0\.0\.1:\d+\) answered 410: the webhook is gone for good \(0 waiting, 1 given up\)/,
    );
    expect(stdout).toContain(
      '1 message could not be delivered: see `tooldrift history`, then `tooldrift alerts retry`',
    );
    const { document } = await place.json<{ channels: unknown }>('status');
    expect(document.channels).toEqual([
      {
        ...{ channel: 'webhook', failures: 1, failingSince: expect.any(String), pausedUntil: null, due: 0, failed: 1 },
        reason: expect.stringContaining('410'),
      },
    ]);

    expect((await place.run('history')).stdout).toMatch(/channel-failing webhook \(high\)/);
    expect(await place.run('alerts', 'retry')).toMatchObject({
      code: 0,
      stdout: 'webhook: 1 message tried again, nothing is left\n',
    });
    const [, given, repeated] = hook.requests.map(({ headers }) => headers['x-tooldrift-id']);
    expect(hook.requests).toHaveLength(3);
    expect(repeated).toBe(given);
    const again = await place.json<object>('alerts', 'retry', 'webhook');
    expect(again).toMatchObject({
      code: 0,
      document: { channels: [{ channel: 'webhook', retried: 0, failingSince: null }] },
    });
    expect((await place.run('status')).stdout).not.toContain('fails since');
  });
});
