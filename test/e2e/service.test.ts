import { describe, expect, it, onTestFinished } from 'vitest';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { aTool } from '../support/servers/tools.ts';
import { hasUserSystemd, home, program, startUserSystemd } from '../support/user-systemd.ts';

/** What a person may write with `systemctl --user edit`: the same, in less time. */
const quick = '[Service]\nRestartSec=100ms\nWatchdogSec=2s\n';

/** A user with a config that names a variable, and two servers: one tries to leave something in his home. */
async function aUser() {
  const [server, systemd] = await Promise.all([startModernHttpServer({ tools: [aTool()] }), startUserSystemd()]);
  onTestFinished(() => Promise.all([server.close(), systemd.close()]).then(() => undefined));
  const mcpServers = {
    remote: { url: server.url, headers: { Authorization: 'Bearer ${REMOTE_TOKEN}' } },
    local: { command: 'sh', args: ['-c', `touch ~/escaped ~/.npm/kept; exec node ${program} demo --serve`] },
  };
  systemd.write('.config/tooldrift/tooldrift.jsonc', JSON.stringify({ mcpServers }));
  systemd.write('.config/tooldrift/face', 'honest');
  const service = (...words: readonly string[]) => systemd.run('node', program, 'service', ...words);
  return {
    ...systemd,
    service,
    setVariable: () => systemd.write('.config/tooldrift/environment', 'REMOTE_TOKEN=hunter22abc\n'),
    show: (property: string): string =>
      systemd.run('systemctl', '--user', 'show', 'tooldrift', '--value', '--property', property).output.trim(),
    logs: (): string => service('logs').output,
  };
}

describe.runIf(hasUserSystemd())('the service under the systemd of a user', () => {
  it('is installed, ready when that is said, closed in, and taken away again (needs systemd-user)', async () => {
    const { service, setVariable, show, logs, run } = await aUser();
    expect(service('install')).toMatchObject({
      code: 2,
      output: expect.stringContaining(`${home}/.config/tooldrift/environment has to set REMOTE_TOKEN`),
    });
    expect(show('LoadState')).toBe('not-found');
    setVariable();
    expect(service('install')).toMatchObject({ code: 0, output: expect.stringContaining('\nstarted; ') });
    expect(service('status')).toMatchObject({ code: 0, output: expect.stringMatching(/^running /) });
    await expect.poll(logs, { timeout: 20_000 }).toContain('all servers were read; watching');
    for (const name of ['local', 'remote']) expect(logs()).toContain(`"server":"${name}","verdict":"unapproved"`);
    expect(logs()).not.toContain('hunter22abc');
    // The commands know the variables of the service.
    expect(run('node', program, 'status')).toMatchObject({ code: 1, output: expect.stringContaining('remote') });
    // Where npx keeps what it fetches, and nowhere else.
    expect(run('find', '.', '-name', 'kept', '-o', '-name', 'escaped').output).toBe('./.npm/kept\n');
    expect(service('uninstall')).toMatchObject({ code: 0 });
    expect(service('status')).toMatchObject({ code: 3, output: expect.stringMatching(/^not running /) });
    expect(run('ls', '.config/tooldrift').output).toMatch(/^environment\n[^]*tooldrift\.db\n/m);
  });

  it('is started again after kill -9 and when it hangs, and reads its config again (needs systemd-user)', async () => {
    const { service, setVariable, show, logs, run, signal, write } = await aUser();
    setVariable();
    write('.config/systemd/user/tooldrift.service.d/quick.conf', quick);
    expect(service('install')).toMatchObject({ code: 0 });
    for (const [name, restarts] of [
      ['KILL', 1],
      ['STOP', 2],
    ] as const) {
      signal(name, show('MainPID'));
      const isBack = (): boolean => Number(show('NRestarts')) >= restarts && show('ActiveState') === 'active';
      await expect.poll(isBack, { timeout: 20_000 }).toBe(true);
    }
    await expect.poll(logs, { timeout: 20_000 }).toContain('Watchdog timeout');
    expect(run('systemctl', '--user', 'reload', 'tooldrift')).toMatchObject({ code: 0 });
    await expect.poll(logs, { timeout: 20_000 }).toContain('the config was reloaded');
  });

  it('says why it does not start (needs systemd-user)', async () => {
    const { service, setVariable, logs, write } = await aUser();
    setVariable();
    write('.config/tooldrift/tooldrift.db', 'this is no database');
    const { code, output } = service('install');
    expect(code).toBe(2);
    expect(output).toMatch(/restart tooldrift\.service` failed with 1: .*service logs\n$/);
    // The journal may take a moment.
    await expect.poll(logs, { timeout: 20_000 }).toMatch(/^\{"level":50,.*tooldrift\.db.*\}$/m);
  });
});
