import { access, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Io } from '../../src/commands/io.ts';
import { serviceInstall, type InstallOptions } from '../../src/commands/service-install.ts';
import { serviceStatus, serviceUninstall } from '../../src/commands/service.ts';
import { aFolder } from '../config/config-folder.ts';

const config = { mcpServers: { a: { command: 'a', env: { KEY: '${API_KEY}' } } }, database: 'sqlite:./data/x.db' };

/** A home, with a `systemctl` that writes down what it is asked and answers `answer`. */
async function aHome(answer: string, uid = 1000) {
  const systemctl = `#!/bin/sh\necho "$*" >> "$HOME/asked"\nprintf '%s\\n' '${answer}'\n`;
  const home = await aFolder({ 'tooldrift.jsonc': JSON.stringify(config), 'bin/systemctl': systemctl });
  await chmod(join(home, 'bin/systemctl'), 0o755);
  const [out, err]: [string[], string[]] = [[], []];
  const io = {
    ...{
      cwd: home,
      script: '/opt/tooldrift/main.js',
      program: 'tooldrift',
      uid,
      color: false,
      signal: new AbortController().signal,
    },
    env: { HOME: home, PATH: `${home}/bin:/usr/bin:/bin`, API_KEY: 'hunter22abc' },
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
  } as unknown as Io; // all that it uses
  await mkdir(join(home, '.config/tooldrift'), { recursive: true });
  const unit = join(home, '.config/systemd/user/tooldrift.service');
  return {
    io,
    unit,
    out: () => out.splice(0).join(''),
    err: () => err.splice(0).join(''),
    setVariable: () => writeFile(join(home, '.config/tooldrift/environment'), 'API_KEY=hunter22abc\n'),
    asked: () => readFile(join(home, 'asked'), 'utf8').catch(() => ''),
    isThere: () => access(unit).then(...[() => true, () => false]),
  };
}

const dry: InstallOptions = { dryRun: true };

describe.runIf(process.platform === 'linux')('tooldrift service', () => {
  it('shows the unit, which variables it needs, and does nothing, with --dry-run', async () => {
    const { io, out, err, asked, isThere } = await aHome('');
    expect(await serviceInstall(dry, io)).toBe(0);
    const text = out();
    expect(text).toContain('"/opt/tooldrift/main.js" "run" "--config"');
    expect(text).toMatch(/^ReadWritePaths="\/.*\/data" "\/.*\/tokens"$/m);
    expect(err()).toMatch(/^\/.*\/tooldrift\/environment has to set API_KEY: .*\n$/);
    expect(text).not.toContain('hunter22abc');
    expect([await asked(), await isThere()]).toEqual(['', false]);
  });

  it('is not installed as root', async () => {
    const { io, isThere } = await aHome('', 0);
    await expect(serviceInstall({}, io)).rejects.toThrow('must not run as root');
    expect(await isThere()).toBe(false);
  });

  it('is not installed before its variables are set, nor where nobody listens', async () => {
    const { io, isThere, setVariable } = await aHome('Failed to connect to bus: No medium found');
    await expect(serviceInstall({}, io)).rejects.toThrow('has to set API_KEY');
    await setVariable();
    await expect(serviceInstall({}, io)).rejects.toThrow('log in as this user itself, not by su or sudo');
    expect(await isThere()).toBe(false);
  });

  it('is installed, started, and taken away again', async () => {
    const { io, asked, isThere, setVariable, err } = await aHome('');
    await setVariable();
    await serviceInstall({}, io);
    expect(err()).toBe('');
    expect(await isThere()).toBe(true);
    await serviceUninstall({}, io);
    expect(await isThere()).toBe(false);
    expect((await asked()).split('\n')).toEqual([
      expect.stringMatching(/^--user show /),
      '--user daemon-reload',
      '--user enable tooldrift.service',
      '--user restart tooldrift.service',
      '--user disable --now tooldrift.service',
      '--user daemon-reload',
      '',
    ]);
  });

  it.each([
    ['ActiveState=active', 0, /^running \(systemd, /],
    ['ActiveState=failed', 3, /^not running \(systemd, .*\)\nActiveState=failed\nwhy: tooldrift service logs\n$/],
  ])('says that it is %s', async (answer, code, text) => {
    const { io, out } = await aHome(answer);
    expect(await serviceStatus({}, io)).toBe(code);
    expect(out()).toMatch(text);
    await serviceStatus({ json: true }, io);
    expect(JSON.parse(out())).toMatchObject({ manager: 'systemd', isRunning: code === 0 });
  });
});
