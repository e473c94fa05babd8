import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentFileOf, parseEnvironment, readEnvironment } from '../../src/machine/environment-file.ts';
import { aFolder } from '../config/config-folder.ts';

const text = [
  '# comment',
  '; no=comment',
  'PLAIN=hunter22#abc=',
  '  SPACED= two words ',
  "SINGLE='a $b \\ c'",
  'DOUBLE="say \\"a\\" for \\$5 \\n"',
  'ESCAPED=a\\ b\\\\c',
  'EMPTY=',
  'not a line',
].join('\n');

test('variables are read as systemd reads them', () => {
  expect(parseEnvironment(text)).toEqual({
    PLAIN: 'hunter22#abc=',
    SPACED: 'two words',
    SINGLE: 'a $b \\ c',
    DOUBLE: 'say "a" for $5 \\n',
    ESCAPED: 'a b\\c',
    EMPTY: '',
  });
});

test('a shell, which reads them on macOS, takes them for the same', async () => {
  const lines = text.split('\n').filter((line) => /^(?:PLAIN|SINGLE|DOUBLE|ESCAPED|EMPTY)/.test(line));
  const folder = await aFolder({ environment: lines.join('\n') });
  const { stdout } = spawnSync('/bin/sh', ['-c', 'set -a; . ./environment; env'], {
    cwd: folder,
    encoding: 'utf8',
    env: {},
  });
  for (const [name, value] of Object.entries(parseEnvironment(lines.join('\n'))))
    expect(stdout).toContain(`${name}=${value}\n`);
});

test('a file that is not there sets nothing', async () => {
  expect(readEnvironment(join(await aFolder({}), 'none'))).toEqual({});
});

test.each([
  ['linux', null, '/h/.config/tooldrift/environment'],
  ['linux', '/x', '/x/tooldrift/environment'],
  ['darwin', '/x', '/h/Library/Application Support/tooldrift/environment'],
])('on %s, with configs in %s, it is %s', (platform, configHome, file) => {
  expect(environmentFileOf(platform, '/h', configHome)).toBe(file);
});
