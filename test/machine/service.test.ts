import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { serviceOf } from '../../src/machine/service-of.ts';
import type { ServiceSite } from '../../src/machine/service.ts';
import { aFolder } from '../config/config-folder.ts';

const templates = fileURLToPath(new URL('../../config/service/', import.meta.url));
const systemUnit = join(templates, 'tooldrift.service');
const hasAnalyze = spawnSync('systemd-analyze', ['--version']).error === undefined;

function aSite(site: Partial<ServiceSite> = {}): ServiceSite {
  return {
    ...{ platform: 'linux', home: '/home/ann', uid: 1000, configHome: null, path: '/usr/local/bin:/usr/bin' },
    ...{ program: ['/usr/bin/node', '/usr/lib/tooldrift/main.js'], config: '/home/ann/tooldrift.jsonc' },
    writable: ['/home/ann', '/home/ann/.local/share/tooldrift/tokens'],
    ...site,
  };
}

async function textOf(site: ServiceSite): Promise<string> {
  const service = serviceOf(site);
  return service.text(await readFile(join(templates, service.template), 'utf8'));
}

describe('the unit of a user', () => {
  it('starts the daemon with its config, and may write only what it needs', async () => {
    const lines = (await textOf(aSite())).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'ExecStart="/usr/bin/node" "/usr/lib/tooldrift/main.js" "run" "--config" "/home/ann/tooldrift.jsonc"',
        'Environment="PATH=/usr/local/bin:/usr/bin"',
        'EnvironmentFile=-/home/ann/.config/tooldrift/environment',
        'NoNewPrivileges=yes',
        'ProtectSystem=strict',
        'ReadWritePaths="/home/ann" "/home/ann/.local/share/tooldrift/tokens"',
        'ProtectHome=read-only',
        expect.stringMatching(/^ReadWritePaths="-\/home\/ann\/\.npm" "-\/home\/ann\/\.cache" /),
        'Restart=on-failure',
      ]),
    );
  });

  it('takes paths by the letter', async () => {
    const text = await textOf(aSite({ config: '/home/ann/50% "off" $HOME \\ x.jsonc', configHome: '/home/ann/100%' }));
    expect(text).toContain('"/home/ann/50%% \\"off\\" $$HOME \\\\ x.jsonc"\n');
    expect(text).toContain('EnvironmentFile=-/home/ann/100%%/tooldrift/environment\n');
  });

  it('is refused where a path would begin a setting of its own', () => {
    expect(() => serviceOf(aSite({ config: '/a\nExecStartPre=/bin/evil' }))).toThrow('control character');
  });

  it.runIf(hasAnalyze)('is one that systemd reads without a complaint (needs systemd-analyze)', async () => {
    const program = [process.execPath, fileURLToPath(import.meta.url)] as const;
    const folder = await aFolder({ 'tooldrift.service': await textOf(aSite({ program })) });
    // Without a user's session, it says that it cannot read the units of one.
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', '--recursive-errors=no', join(folder, 'tooldrift.service')],
      { encoding: 'utf8' },
    );
    expect({ status, complaints: stderr.split('\n').filter((line) => line.includes('tooldrift')) }).toEqual({
      status: 0,
      complaints: [],
    });
  });
});

test.runIf(hasAnalyze)('the unit of a system leaves hardly anything exposed (needs systemd-analyze)', () => {
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=yes', systemUnit], {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_COLORS: '0', SYSTEMD_EMOJI: '0' },
  });
  const [, exposure] = /Overall exposure level for tooldrift\.service: ([\d.]+)/.exec(stdout) ?? [];
  expect({ stderr, isLow: Number(exposure) < 2.5 }, stdout).toEqual({ stderr: '', isLow: true });
});

test('the unit of a system drops every capability and every right to gain one', async () => {
  const lines = (await readFile(systemUnit, 'utf8')).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'CapabilityBoundingSet=',
      'NoNewPrivileges=yes',
      'DynamicUser=yes',
      'ProtectSystem=strict',
    ]),
  );
});

describe('the agent of launchd', () => {
  const site = aSite({ platform: 'darwin', home: '/Users/ann', config: '/Users/ann/R&D <1>.jsonc' });

  it('starts the daemon with the variables of a file', async () => {
    const text = await textOf(site);
    expect(text).toMatch(
      /<string>\/Users\/ann\/Library\/Application Support\/tooldrift\/environment<\/string>\s*<string>\/usr\/bin\/node</,
    );
    expect(text).toContain('<string>/Users/ann/R&amp;D &lt;1&gt;.jsonc</string>');
    expect(text).not.toMatch(/@[A-Z]+@/);
  });

  it('is asked for by the number of the user', () => {
    const { install, status } = serviceOf(site);
    expect(install.map(({ args }) => args)).toEqual([
      ['bootstrap', 'gui/1000', '/Users/ann/Library/LaunchAgents/dev.tooldrift.plist'],
    ]);
    expect(status.args).toEqual(['print', 'gui/1000/dev.tooldrift']);
  });

  it('has a shell line that reads the file, if it is there, and becomes the program', async () => {
    const [, script = ''] = /<string>(set -a;.*)<\/string>/.exec(await textOf(site)) ?? [];
    const folder = await aFolder({ environment: 'TOKEN="a b"' });
    const shown = (file: string) =>
      spawnSync('/bin/sh', ['-c', script, 'sh', file, '/bin/sh', '-c', 'echo "$TOKEN,$1"', 'x', 'one two'], {
        encoding: 'utf8',
        env: {},
      }).stdout;
    expect(shown(join(folder, 'environment'))).toBe('a b,one two\n');
    expect(shown(join(folder, 'none'))).toBe(',one two\n');
  });
});

test('Windows is told what to do instead', () => {
  expect(() => serviceOf(aSite({ platform: 'win32' }))).toThrow(
    'let the Task Scheduler run "/usr/bin/node" "/usr/lib/tooldrift/main.js" run --config "/home/ann/tooldrift.jsonc"',
  );
});
