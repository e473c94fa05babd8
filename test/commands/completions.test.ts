import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { completions } from '../../src/commands/completions.ts';
import type { Io } from '../../src/commands/io.ts';
import { createProgram } from '../../src/commands/program.ts';
import { aFolder } from '../config/config-folder.ts';

async function print(kind: string, cwd = '/'): Promise<string> {
  let out = '';
  const io = { cwd, env: {}, out: (text: string) => void (out += text) } as unknown as Io; // all that it uses
  const program = createProgram(io, '1', () => undefined);
  expect(await completions(kind, program, {}, io)).toBe(0);
  return out;
}

function has(shell: string): boolean {
  return spawnSync(shell, ['--version']).error === undefined;
}

describe.each(['bash', 'zsh', 'fish'])('the completion of %s', (shell) => {
  it('knows every command, its options and what they say', async () => {
    const text = await print(shell);
    for (const word of ['init', 'check', 'volatile', 'doctor', 'sarif', 'first-seen', 'pattern', ' volatile add'])
      expect(text).toContain(word);
    expect(text).toContain('critical');
    // oxlint-disable-next-line no-control-regex -- that there is none is the point
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F]/);
  });

  it.runIf(has(shell))(`is a script that the shell reads (needs ${shell})`, async () => {
    const folder = await aFolder({ script: await print(shell) });
    const { status, stderr } = spawnSync(shell, ['-n', join(folder, 'script')], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

/** What bash offers for `line`, whose last word is to be completed. */
async function offered(line: string): Promise<readonly string[]> {
  const folder = await aFolder({ script: await print('bash') });
  const words = line.split(' ');
  const call = [
    `tooldrift() { echo files; echo billing; }`,
    `source ${folder}/script`,
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`,
    `_tooldrift; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ];
  await writeFile(join(folder, 'call'), call.join('\n'));
  return execFileSync('bash', [join(folder, 'call')], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
}

describe.runIf(has('bash'))('bash completes', () => {
  test.each([
    ['tooldrift vo', ['volatile']],
    ['tooldrift volatile ', ['add', 'list', 'remove']],
    ['tooldrift volatile add --pa', ['--pattern']],
    ['tooldrift check b', ['billing']],
    ['tooldrift --no-color check --j', ['--json', '--junit']],
    ['tooldrift lint --fail-on c', ['critical']],
    ['tooldrift completions z', ['zsh']],
    ['tooldrift run --config f', []],
  ])('"%s"', async (line, words) => {
    expect(await offered(line)).toEqual(words);
  });
});

test('the servers are those of the config; without a good one there are none', async () => {
  const config = {
    mcpServers: { files: { command: 'x', env: { TOKEN: '${NOT_SET_HERE}' } }, 'a.b': { url: 'https://x.example' } },
  };
  expect(await print('servers', await aFolder({ 'tooldrift.jsonc': JSON.stringify(config) }))).toBe('files\na.b\n');
  expect(await print('servers', await aFolder({ 'tooldrift.jsonc': '{' }))).toBe('');
});
