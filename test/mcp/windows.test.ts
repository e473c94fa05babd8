import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, vi } from 'vitest';
import {
  killGroup,
  killGroups,
  rememberGroup,
  forgetGroup,
  signalGroup,
  whenGroupEmpty,
} from '../../src/mcp/process-group.ts';
import { it, type Scope } from './scope.ts';

const asWindows = fileURLToPath(new URL('../support/as-windows.mjs', import.meta.url));

function folder(scope: Scope): string {
  return scope.closeAfter(mkdtempSync(join(tmpdir(), 'tooldrift windows ')), (path) =>
    rmSync(path, { recursive: true }),
  );
}

function takeForWindows(scope: Scope, systemRoot: string): void {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  vi.stubEnv('SystemRoot', systemRoot);
  scope.closeAfter(null, () => {
    Object.defineProperty(process, 'platform', { value: platform });
    vi.unstubAllEnvs();
  });
}

/** A number that no process has here. */
const nobody = 2 ** 22 + 1;

describe('processes on Windows', () => {
  it('are killed as a tree, by the program of the system', async ({ scope }) => {
    const root = folder(scope);
    mkdirSync(join(root, 'System32'));
    const taskkill = join(root, 'System32', 'taskkill.exe');
    writeFileSync(taskkill, '#!/bin/sh\necho "$@" > "$0.new" && mv "$0.new" "$0.asked"\n');
    chmodSync(taskkill, 0o755);
    takeForWindows(scope, root);
    killGroup(nobody, false);
    await expect.poll(() => existsSync(`${taskkill}.asked`)).toBe(true);
    expect(readFileSync(`${taskkill}.asked`, 'utf8')).toBe(`/pid ${nobody} /t /f\n`);
    rmSync(`${taskkill}.asked`);
    rememberGroup(nobody);
    killGroups();
    forgetGroup(nobody);
    await expect.poll(() => existsSync(`${taskkill}.asked`)).toBe(true);
  });

  it('are left alone once they ended: their number may be that of another', async ({ scope }) => {
    takeForWindows(scope, '/nowhere');
    killGroup(process.pid, true);
    expect(signalGroup(process.pid, 'SIGKILL')).toBe(false);
    await whenGroupEmpty(process.pid); // at once
  });

  it('may have no taskkill: that ends nobody', async ({ scope }) => {
    takeForWindows(scope, '/nowhere');
    killGroup(nobody, false);
    await new Promise((resolve) => setImmediate(resolve)); // an error that nobody hears would end this process
  });
});

describe('a command on Windows', () => {
  const parsed = (scope: Scope, command: string, args: readonly string[]): Parsed => {
    const bin = folder(scope);
    writeFileSync(join(bin, 'npx.cmd'), '@node "%~dp0\\npx-cli.js" %*\r\n');
    // `which` asks the system whether a file may be run; there everything may that has one of these endings.
    chmodSync(join(bin, 'npx.cmd'), 0o755);
    const program = `
      const { createRequire } = require('node:module');
      const parse = createRequire(${JSON.stringify(import.meta.url)})('cross-spawn')._parse;
      const { command, args, options } = parse(${JSON.stringify(command)}, ${JSON.stringify(args)}, { env: process.env });
      console.log(JSON.stringify({ command, args, options: { windowsVerbatimArguments: options.windowsVerbatimArguments } }));`;
    const env = { PATH: bin, PATHEXT: '.COM;.EXE;.CMD', comspec: 'cmd.exe' };
    const written = execFileSync(process.execPath, ['--import', asWindows, '-e', program], { env, encoding: 'utf8' });
    return JSON.parse(written) as Parsed; // as the program above writes it
  };

  it('may be `npx`, which is `npx.cmd` there, with arguments that hold spaces and signs', ({ scope }) => {
    const { command, args, options } = parsed(scope, 'npx', ['-y', 'server@1.2.3', 'C:\\A B\\x', 'a&b', '%PATH%']);
    expect(command).toBe('cmd.exe');
    expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(args[3]).toBe(String.raw`"npx ^"-y^" ^"server@1.2.3^" ^"C:\A^ B\x^" ^"a^&b^" ^"^%PATH^%^""`);
    expect(options.windowsVerbatimArguments).toBe(true);
  });

  it('may have spaces in its own path', ({ scope }) => {
    const { args } = parsed(scope, 'C:\\Program Files\\tools\\serve.cmd', []);
    expect(args[3]).toBe(String.raw`"C:\Program^ Files\tools\serve.cmd"`);
  });
});

interface Parsed {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: { readonly windowsVerbatimArguments: boolean };
}
