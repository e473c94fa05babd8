import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { desktopChannel } from '../../src/notify/desktop.ts';
import { desktopCommand } from '../../src/notify/desktop-command.ts';
import { anAlert } from '../support/alerts.ts';
import { alertWith, hostileTexts } from '../support/hostile-texts.ts';
import { expectFailure, failureOf, noAbort } from './delivery.ts';

/** A folder with a program of this name that writes its arguments and environment down, one a line, and ends with `code`. */
async function aProgram(name: string, code = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-desktop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  const log = join(folder, 'log');
  const script = `#!/bin/sh\nfor each in "$@"; do printf '%s\\n' "$each" >> '${log}'; done\nenv >> '${log}'\nexit ${code}\n`;
  await writeFile(file, script);
  await chmod(file, 0o755);
  return { path: `${folder}:/usr/bin:/bin`, lines: async () => (await readFile(log, 'utf8')).split('\n') };
}

describe('desktopChannel', () => {
  it('shows what changed, and passes nothing of the environment but the session', async () => {
    const { path, lines } = await aProgram('notify-send');
    const env = { PATH: path, DISPLAY: ':0', SMTP_PASSWORD: 's3cr3t' };
    expect(await desktopChannel({ platform: 'linux', env }).send(anAlert(), noAbort())).toBeNull();
    const seen = await lines();
    expect(seen.slice(0, 5)).toEqual([
      '--app-name=tooldrift',
      '--urgency=critical',
      '--',
      '[tooldrift] HIGH: billing: the model reads another description of delete_file',
      'See `tooldrift diff`. billing: 1 definition is not what was approved',
    ]);
    expect(seen).toContain('DISPLAY=:0');
    expect(seen.join('\n')).not.toContain('s3cr3t');
  });

  it.each([
    ['linux', 'notify-send'],
    ['darwin', 'osascript'],
    ['win32', 'powershell.exe'],
  ])('says what is missing: %s', async (platform, file) => {
    const failure = await failureOf(desktopChannel({ platform, env: { PATH: '/nowhere' } }).send(anAlert(), noAbort()));
    expectFailure(failure, false, `${file} is not installed`);
  });

  it('may try again where no desktop is there yet, and not on a system that it does not know', async () => {
    const { path } = await aProgram('notify-send', 1);
    const send = (platform: string) => desktopChannel({ platform, env: { PATH: path } }).send(anAlert(), noAbort());
    expectFailure(await failureOf(send('linux')), true, 'notify-send found no desktop (exit code 1)');
    expectFailure(await failureOf(send('plan9')), false, 'not known for this system (plan9)');
  });

  it.each(Object.entries(hostileTexts))('gives the program plain lines as arguments: %s', async (_name, text) => {
    const { path, lines } = await aProgram('notify-send');
    await desktopChannel({ platform: 'linux', env: { PATH: path } }).send(
      alertWith(text, { server: text.slice(0, 1000) }),
      noAbort(),
    );
    const [title = '', body = ''] = (await lines()).slice(3);
    expect(title.startsWith('[tooldrift] HIGH: ')).toBe(true);
    expect(body.startsWith('See `tooldrift diff`. ')).toBe(true);
    expect(`${title}${body}`).not.toMatch(/\p{C}|[\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u);
    // The body is markup, with escapes.
    expect(body).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)|(?<!\\)(?:\\\\)*\\(?!\\)/);
  });
});

describe('desktopCommand', () => {
  const words = { title: '" & do shell script "id"', body: '$(calc) `id` %PATH%', severity: 'low' } as const;

  it('hands text to AppleScript as arguments, and to PowerShell in the environment, never as program text', () => {
    const mac = desktopCommand('darwin', words);
    expect(mac?.args.slice(-2)).toEqual([words.title, words.body]);
    expect(mac?.args.slice(0, -2).join('\n')).not.toMatch(/do shell script|calc/);
    const windows = desktopCommand('win32', words);
    expect(windows?.env).toEqual({ TOOLDRIFT_TITLE: words.title, TOOLDRIFT_BODY: words.body });
    expect(windows?.args.join('\n')).not.toMatch(/do shell script|calc/);
  });
});
