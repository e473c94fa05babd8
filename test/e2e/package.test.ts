import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { aTool } from '../support/servers/tools.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

interface Result {
  readonly code: number | null;
  readonly output: string;
}

async function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Result> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  return { code: child.exitCode, output };
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** A project that depends on the tarball, with our own lock for all that it brings: the versions that are in the cache. */
async function writeLock(folder: string, tarball: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8')) as Lock; // npm wrote it
  const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as Record<string, unknown>;
  const root = { name: 'elsewhere', version: '1.0.0', private: true, dependencies: { tooldrift: `file:${tarball}` } };
  const { version, dependencies, bin, engines } = manifest;
  const packages = {
    '': root,
    'node_modules/tooldrift': { version, resolved: `file:${tarball}`, dependencies, bin, engines },
    ...Object.fromEntries(Object.entries(lock.packages).filter(([path, entry]) => path !== '' && entry.dev !== true)),
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(root));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages }),
  );
}

/** What `npm ci` has put into npm's cache is all that an installation elsewhere may need: nothing is fetched here. */
describe('the package, installed elsewhere without network', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let tooldrift: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tooldrift-package-'));
    const home = join(folder, 'home');
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(home);
    await mkdir(elsewhere);
    const settings = await run('npm', ['config', 'get', 'cache', 'registry'], repository, process.env);
    const [, cache = ''] = /cache ?= ?"?(.+?)"?$/m.exec(settings.output) ?? [];
    const [, registry = ''] = /registry ?= ?"?(.+?)"?$/m.exec(settings.output) ?? [];
    env = {
      PATH: process.env['PATH'],
      HOME: home,
      npm_config_cache: cache,
      npm_config_registry: registry,
      npm_config_offline: 'true',
    };
    const packed = await run('npm', ['pack', '--pack-destination', folder], repository, env);
    expect(packed.output).toMatch(/tooldrift-\d/);
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    await writeLock(elsewhere, join(folder, tarball));
    const installed = await run('npm', ['ci', '--ignore-scripts', '--omit=dev', '--no-audit'], elsewhere, env);
    expect(installed).toMatchObject({ code: 0 });
    tooldrift = join(elsewhere, 'node_modules/.bin/tooldrift');
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('says its version and its help', async () => {
    expect(await run(tooldrift, ['--version'], folder, env)).toMatchObject({ code: 0, output: '0.1.0\n' });
    expect((await run(tooldrift, ['--help'], folder, env)).output).toContain('Exit codes');
  });

  it('shows a rug pull, and the unit of a service, out of what it brings', async () => {
    const demo = await run(tooldrift, ['demo'], folder, env);
    expect(demo).toMatchObject({ code: 0, output: expect.stringContaining('no longer ask before delete_note') });
    const place = await mkdtemp(join(folder, 'place-'));
    await writeFile(join(place, 'tooldrift.jsonc'), JSON.stringify({ mcpServers: { a: { command: 'a' } } }));
    const { code, output } = await run(tooldrift, ['service', 'install', '--dry-run'], place, env);
    expect(code).toBe(0);
    expect(output).toContain(`${place}/tooldrift.jsonc`);
  });

  it('finds the servers of clients whose files are JSON, TOML and YAML', async () => {
    const home = await mkdtemp(join(folder, 'home-'));
    await mkdir(join(home, '.config/goose'), { recursive: true });
    await mkdir(join(home, '.codex'));
    await writeFile(join(home, '.claude.json'), JSON.stringify({ mcpServers: { json: { command: 'a' } } }));
    await writeFile(join(home, '.codex/config.toml'), '[mcp_servers.toml]\ncommand = "b"\n');
    await writeFile(join(home, '.config/goose/config.yaml'), 'extensions:\n  yaml: { type: stdio, cmd: c }\n');
    const { code, output } = await run(tooldrift, ['init', '--yes'], home, { ...env, HOME: home });
    expect(code).toBe(0);
    expect(output).toContain('wrote 3 servers to tooldrift.jsonc, for you alone to read\nnext: tooldrift check\n');
  });

  it('checks, approves and finds the server clean', async () => {
    const server = await startModernHttpServer({ tools: [aTool()] });
    const place = await mkdtemp(join(folder, 'place-'));
    await writeFile(join(place, 'tooldrift.jsonc'), JSON.stringify({ mcpServers: { files: { url: server.url } } }));
    expect(await run(tooldrift, ['check'], place, env)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/tooldrift approve files --expect/),
    });
    expect(await run(tooldrift, ['approve', '--first-seen', '--yes'], place, env)).toMatchObject({ code: 0 });
    expect(await run(tooldrift, ['check'], place, env)).toMatchObject({ code: 0 });
    await server.close();
  });

  it('holds no sources, tests or configs of this repository', async () => {
    const files = await readdir(join(folder, 'elsewhere/node_modules/tooldrift'), { recursive: true });
    expect(files.filter((file) => /(^|\/)(src|test|db|node_modules)(\/|$)/.test(file))).toEqual([]);
    expect(files).toContain('dist/bin/THIRD-PARTY-LICENSES.txt');
    expect(files).toContain('config/tooldrift.schema.json');
    expect(files).not.toContain('config/tooldrift.jsonc');
  });
});
