import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Launch } from '../../src/monitor/ports-watched.ts';
import { isRunning } from '../support/servers/processes.ts';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { rawStdioServer, type StdioCommand } from '../support/servers/stdio-servers.ts';
import { failed, toolNames } from './observation.ts';
import { it, neverAborted, stdio, survivors, type Scope } from './scope.ts';

/** Writes its arguments, its environment and a pid of its own beside itself, then becomes what it was asked to start. */
const wrapper = `#!/bin/sh
for one in "$@"; do printf '%s\\n' "$one" >> "$0.args"; done
env > "$0.env"
sleep 600 &
echo $! > "$0.pid"
test "$1" = "--marker" && shift
exec "$@"
`;

interface Wrapped {
  readonly launch: Launch;
  read(name: 'args' | 'env' | 'pid'): string;
}

function folderOf(scope: Scope): string {
  return scope.closeAfter(mkdtempSync(join(tmpdir(), 'tooldrift-sandbox-')), (path) => {
    rmSync(path, { recursive: true });
  });
}

/** The launch of a config that puts the wrapper before `server`. */
async function wrap(scope: Scope, server: StdioCommand): Promise<Wrapped> {
  const folder = folderOf(scope);
  const script = join(folder, 'wrapper.sh');
  writeFileSync(script, wrapper, { mode: 0o755 });
  const launch = await launchIn(folder, [script, '--marker'], server);
  return { launch, read: (name) => readFileSync(`${script}.${name}`, 'utf8') };
}

/** What a config makes of `server` in `sandbox`. */
async function launchIn(folder: string, sandbox: readonly string[], server: StdioCommand): Promise<Launch> {
  const mcpServers = { a: { ...server, env: { NAMED: 'yes' } } };
  const watch = { servers: { a: { sandbox } } };
  writeFileSync(join(folder, 'tooldrift.jsonc'), JSON.stringify({ mcpServers, watch }));
  const config = await loadConfig({ cwd: folder, env: {} });
  const launch = config.servers[0]?.launch;
  if (launch === undefined) throw new Error('the config names no server');
  return launch;
}

/** A sandbox of Linux without a network, where this user may make one. */
const unshare = ['unshare', '--user', '--map-root-user', '--net', '--'];
const hasUnshare = spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'true']).status === 0;

describe.concurrent('a server in a sandbox', () => {
  const list = result(page('legacy', ['{"name":"a"}']));

  it('is started by it, with the environment of a server', async ({ scope, expect }) => {
    const server = rawStdioServer(scope.script(scriptOf('legacy', [list])));
    const wrapped = await wrap(scope, server);
    expect(toolNames(await scope.read(wrapped.launch, {}, 'legacy'))).toEqual(['a']);
    expect(wrapped.read('args').trimEnd().split('\n')).toEqual(['--marker', server.command, ...server.args]);
    const names = wrapped.read('env').split('\n');
    expect(names).toContain('NAMED=yes');
    expect(names.some((line) => line.startsWith('VITEST'))).toBe(false);
  });

  it('ends with all that the sandbox started', async ({ scope, expect }) => {
    const file = scope.script(scriptOf('legacy', [list], { child: { grandchild: 'quiet', stubborn: true } }));
    const wrapped = await wrap(scope, rawStdioServer(file));
    const session = await scope.session(scope.source(), wrapped.launch, 'legacy');
    await session.read(neverAborted());
    expect(survivors(file)).toHaveLength(2);
    await session.close();
    expect(survivors(file)).toEqual([]);
    expect(isRunning(Number(wrapped.read('pid')))).toBe(false);
  });

  it.runIf(hasUnshare)('may be a real one: it has no network, and ends as a whole', async ({ scope, expect }) => {
    const file = scope.script(scriptOf('legacy', [list], { child: { grandchild: 'holds-stdout', stubborn: true } }));
    const launch = await launchIn(folderOf(scope), unshare, rawStdioServer(file));
    const session = await scope.session(scope.source(), launch, 'legacy');
    expect(toolNames(await session.read(neverAborted()))).toEqual(['a']);
    const inside = survivors(file);
    expect(inside).toHaveLength(2);
    const networks = inside.map((pid) => readlinkSync(`/proc/${pid}/ns/net`));
    expect(networks).not.toContain(readlinkSync('/proc/self/ns/net'));
    await session.close();
    expect(survivors(file)).toEqual([]);
  });

  it('that is not there fails the reading with a reason', async ({ scope, expect }) => {
    const observation = await scope.read(stdio({ command: '/nowhere/bwrap', args: ['--', 'node'] }));
    expect(failed(observation).reason).toMatch(/^the command was not found/);
  });
});
