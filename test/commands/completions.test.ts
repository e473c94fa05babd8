import { spawnSync } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { completions } from '../../src/commands/completions.ts';
import type { Io } from '../../src/commands/io.ts';
import { createProgram } from '../../src/commands/program.ts';
import { aFolder } from '../config/config-folder.ts';

const captureZsh = fileURLToPath(new URL('../support/capture-completion.zsh', import.meta.url));

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

/** A folder with the script of `shell`, and a `tooldrift` that knows two servers. */
async function aShellFolder(shell: string): Promise<string> {
  const folder = await aFolder({ script: await print(shell), tooldrift: '#!/bin/sh\necho files; echo billing\n' });
  await chmod(join(folder, 'tooldrift'), 0o755);
  return folder;
}

/** Words that a shell prints, a line each. */
async function wordsOf(folder: string, shell: string, ...args: readonly string[]): Promise<readonly string[]> {
  const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder };
  const { stdout } = spawnSync(shell, args, { encoding: 'utf8', env, cwd: folder, timeout: 20_000 });
  const text = await readFile(join(folder, 'offered'), 'utf8').catch(() => stdout);
  return text
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter(Boolean)
    .toSorted();
}

/** What each shell offers for `line`, whose last word is to be completed. */
const offered: Readonly<Record<string, (line: string) => Promise<readonly string[]>>> = {
  async bash(line) {
    const words = line.split(' ');
    const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
    const show = `printf '%s\n' "\${COMPREPLY[@]}"`;
    return wordsOf(await aShellFolder('bash'), 'bash', '-c', `source ./script; ${set}; _tooldrift; ${show}`);
  },
  async zsh(line) {
    return wordsOf(await aShellFolder('zsh'), 'zsh', '-f', captureZsh, './script', line, 'offered');
  },
  async fish(line) {
    return wordsOf(await aShellFolder('fish'), 'fish', '--no-config', '-c', `source ./script; complete -C '${line}'`);
  },
};

describe.each(Object.entries(offered))('%s completes', (shell, offer) => {
  it.runIf(has(shell)).each([
    ['tooldrift vo', ['volatile']],
    ['tooldrift volatile ', ['add', 'list', 'remove']],
    ['tooldrift volatile add --pa', ['--pattern']],
    ['tooldrift check b', ['billing']],
    ['tooldrift volatile add f', ['files']],
    ['tooldrift --no-color check --j', ['--json', '--junit']],
    ['tooldrift lint --fail-on c', ['critical']],
    // Of `lint` it takes no value, of `check` it does.
    ['tooldrift lint --sarif b', ['billing']],
    ['tooldrift check --sarif b', []],
    ['tooldrift completions z', ['zsh']],
    ['tooldrift run --config zz', []],
  ])(`"%s" (needs ${shell})`, async (line, words) => {
    expect(await offer(line)).toEqual(words);
  });
});

// Of bash, readline completes them.
describe.each(['zsh', 'fish'])('%s completes', (shell) => {
  it.runIf(has(shell))(`names of files (needs ${shell})`, async () => {
    expect(await offered[shell]?.('tooldrift check --sarif sc')).toEqual(['script']);
  });
});

test('the servers are those of the config; without a good one there are none', async () => {
  const config = {
    mcpServers: { files: { command: 'x', env: { TOKEN: '${NOT_SET_HERE}' } }, 'a.b': { url: 'https://x.example' } },
  };
  expect(await print('servers', await aFolder({ 'tooldrift.jsonc': JSON.stringify(config) }))).toBe('files\na.b\n');
  expect(await print('servers', await aFolder({ 'tooldrift.jsonc': '{' }))).toBe('');
});
