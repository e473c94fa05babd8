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
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

/** The package brings its lock, so that what `npm ci` has put into npm's cache is all that is needed: nothing is fetched here. */
describe('the package, installed globally in an empty prefix without network', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let installed: Result;
  const tooldrift = 'tooldrift';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tooldrift-package-'));
    const home = join(folder, 'home');
    await mkdir(home);
    const settings = await run('npm', ['config', 'get', 'cache', 'registry'], repository, process.env);
    const [, cache = ''] = /cache ?= ?"?(.+?)"?$/m.exec(settings.output) ?? [];
    const [, registry = ''] = /registry ?= ?"?(.+?)"?$/m.exec(settings.output) ?? [];
    env = {
      PATH: `${join(folder, 'prefix/bin')}:${process.env['PATH']}`,
      HOME: home,
      npm_config_cache: cache,
      npm_config_registry: registry,
      npm_config_prefix: join(folder, 'prefix'),
      npm_config_offline: 'true',
    };
    const packed = await run('npm', ['pack', '--pack-destination', folder], repository, env);
    expect(packed.output).toMatch(/tooldrift-\d/);
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    installed = await run('npm', ['install', '--global', '--ignore-scripts', join(folder, tarball)], home, env);
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('warns of nothing while it is installed', () => {
    expect(installed).toMatchObject({ code: 0, output: expect.stringMatching(/^\s*added \d+ packages in \d/) });
    expect(installed.output).not.toMatch(/warn|deprecated/i);
  });

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

  it('finds nothing in an empty home, and says where it looked for a config', async () => {
    const home = await mkdtemp(join(folder, 'home-'));
    const dry = await run(tooldrift, ['init', '--dry-run'], home, { ...env, HOME: home });
    expect(dry).toEqual({
      code: 0,
      output: expect.stringMatching(/^found no MCP servers in the files of the clients/),
    });
    const check = await run(tooldrift, ['check'], home, { ...env, HOME: home });
    expect(check).toEqual({ code: 2, output: expect.stringContaining(`\n  ${home}/tooldrift.jsonc\n`) });
    expect(await readdir(home)).toEqual([]);
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

  it('has the versions of the lock', async () => {
    const lock = JSON.parse(await readFile(join(repository, 'npm-shrinkwrap.json'), 'utf8')) as Lock; // npm wrote it
    // A package may lie elsewhere than here, where those for development are beside it.
    const locked = new Set(
      Object.entries(lock.packages).map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
    );
    const { output } = await run('npm', ['ls', '--global', '--all', '--parseable', '--long'], folder, env);
    const brought = [...output.matchAll(/tooldrift\/node_modules\/.*:(\S+@[^:\s]+)/g)].map(([, found = '']) => found);
    expect(brought.length).toBeGreaterThan(50);
    expect(brought.filter((found) => !locked.has(found))).toEqual([]);
  });

  it('holds no sources, tests or configs of this repository', async () => {
    const files = await readdir(join(folder, 'prefix/lib/node_modules/tooldrift'), { recursive: true });
    const own = files.filter((file) => !file.startsWith('node_modules'));
    expect(own.filter((file) => /(^|\/)(src|test|db)(\/|$)/.test(file))).toEqual([]);
    expect(files).toContain('dist/bin/THIRD-PARTY-LICENSES.txt');
    expect(files).toContain('config/tooldrift.schema.json');
    expect(files).not.toContain('config/tooldrift.jsonc');
  });
});
