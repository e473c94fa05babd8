import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { childEnvironment } from '../../src/mcp/environment.ts';
import { isRunning } from '../support/servers/processes.ts';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { rawStdioServer } from '../support/servers/stdio-servers.ts';
import { aTool } from '../support/servers/tools.ts';
import { ListenLog } from './listen-log.ts';
import { complete, toolNames } from './observation.ts';
import { countTraced, it, neverAborted, realStdio, stdio, survivors, watched } from './scope.ts';

const list = result(page('legacy', [JSON.stringify(aTool())]));

describe.concurrent('closing a session', () => {
  it.for(['quiet', 'holds-stdout'] as const)(
    'ends what the child started (%s)',
    async (grandchild, { scope, expect }) => {
      const file = scope.script(scriptOf('legacy', [list], { child: { grandchild } }));
      const session = await scope.session(scope.source(), stdio(rawStdioServer(file)));
      await session.read(neverAborted());
      expect(survivors(file)).toHaveLength(2);
      await session.close();
      expect(survivors(file)).toEqual([]);
    },
  );

  it('ends a child that ignores SIGTERM, and leaves no zombie', async ({ scope, expect }) => {
    const file = scope.script(scriptOf('legacy', [list], { child: { stubborn: true } }));
    const session = await scope.session(scope.source(), stdio(rawStdioServer(file)), 'legacy');
    const startedAt = performance.now();
    await session.close();
    expect(performance.now() - startedAt).toBeLessThan(3_500);
    expect(countTraced(file, 'SIGTERM')).toBe(1);
    const [pid] = new Set(file.trace().map((entry) => entry.pid));
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH'); // a zombie would still be there
  });

  it('can be done twice, and by several at once', async ({ scope, expect }) => {
    const session = await scope.session(scope.source(), realStdio('modern', scope.state({ tools: [] })));
    await Promise.all([session.close(), session.close()]);
    await session.close();
    expect(await session.read(neverAborted())).toMatchObject({ outcome: 'unreachable' });
  });

  it('ends a reading that is on its way', async ({ scope, expect }) => {
    const file = scope.script(scriptOf('legacy', [{ kind: 'silence' }]));
    const session = await scope.session(scope.source(), stdio(rawStdioServer(file)));
    const reading = session.read(neverAborted());
    await file.whenTraced('tools/list');
    await session.close();
    expect((await reading).outcome).toBe('unreachable');
    expect(survivors(file)).toEqual([]);
  });
});

describe('an opening that is given up', () => {
  it('leaves no process behind', async ({ scope }) => {
    const script = scriptOf('legacy', [list], { child: { grandchild: 'quiet', startDelayMs: 60_000 } });
    const file = scope.script(script);
    const stop = new AbortController();
    const opening = scope.source().open(watched(stdio(rawStdioServer(file))), null, stop.signal);
    await file.whenTraced('started');
    stop.abort();
    expect((await opening).kind).toBe('failed');
    expect(countTraced(file, 'grandchild')).toBe(1);
    expect(survivors(file)).toEqual([]);
  });
});

describe('noise on stdout', () => {
  it('does not disturb, and is remarked upon', async ({ scope }) => {
    const noise = 'warming up\n{"jsonrpc":"1.0"}\n[1]\n"text"\n{"half":\n\u0000\u001b[2J\n';
    const file = scope.script(scriptOf('legacy', [list], { child: { noise } }));
    const observation = complete(await scope.read(stdio(rawStdioServer(file))));
    expect(toolNames(observation)).toEqual(['delete_file']);
    // Six lines at the start, and before each of the three answers.
    expect(observation.remarks).toEqual(['stdout held 24 lines that are no messages: other clients may choke on them']);
  });
});

describe('the environment of a child', () => {
  it('is what the system needs and what the config names', async ({ scope }) => {
    const folder = scope.closeAfter(mkdtempSync(join(tmpdir(), 'tooldrift-env-')), (path) => {
      rmSync(path, { recursive: true });
    });
    vi.stubEnv('TOOLDRIFT_TEST_SECRET', 'of the parent');
    vi.stubEnv('BASH_FUNC_x%%', '() { echo; }');
    scope.closeAfter(null, () => void vi.unstubAllEnvs());
    const out = join(folder, 'env');
    const program = `require('node:fs').writeFileSync(process.env.OUT, JSON.stringify(process.env))`;
    await scope.read(
      stdio({ command: process.execPath, args: ['-e', program] }, { OUT: out, NAMED: 'yes', TERM: 'own' }),
    );

    const env = JSON.parse(readFileSync(out, 'utf8')) as Record<string, string>; // as the child wrote it
    const allowed = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LC_MESSAGES'];
    expect([...allowed, 'TZ', 'TMPDIR', 'OUT', 'NAMED', '__CF_USER_TEXT_ENCODING']).toEqual(
      expect.arrayContaining(Object.keys(env)),
    );
    expect(env).toMatchObject({ PATH: process.env['PATH'], NAMED: 'yes', TERM: 'own' });
  });

  it('holds what Windows needs, under any spelling', () => {
    const parent = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows', GITHUB_TOKEN: 'secret', HOME: '() { evil; }' };
    expect(childEnvironment(parent, { A: '1' }, 'win32')).toEqual({
      Path: 'C:\\bin',
      SystemRoot: 'C:\\Windows',
      A: '1',
    });
    expect(childEnvironment(parent, { A: '1' }, 'linux')).toEqual({ A: '1' });
    expect(childEnvironment(parent, { path: 'D:\\own' }, 'win32')).toEqual({
      SystemRoot: 'C:\\Windows',
      path: 'D:\\own',
    });
  });
});

describe('a child that dies', () => {
  it('is told by the next reading', async ({ scope }) => {
    const file = scope.script(scriptOf('legacy', [list]));
    const session = await scope.session(scope.source(), stdio(rawStdioServer(file)), 'legacy');
    const log = new ListenLog();
    session.listen(log);
    const pid = file.trace()[0]?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await log.whenEnded();
    expect(await session.read(neverAborted())).toEqual({
      outcome: 'unreachable',
      reason: "the server's process was ended by SIGKILL before it answered",
    });
    expect(isRunning(pid)).toBe(false);
  });

  it('takes what it started with it, before anybody closes the session', async ({ scope }) => {
    const file = scope.script(scriptOf('legacy', [list], { child: { grandchild: 'holds-stdout' } }));
    const session = await scope.session(scope.source(), stdio(rawStdioServer(file)), 'legacy');
    const log = new ListenLog();
    session.listen(log);
    const trace = await file.whenTraced('started');
    process.kill(trace.find(({ event }) => event === 'started')?.pid ?? 0, 'SIGKILL');
    await log.whenEnded();
    await expect.poll(() => survivors(file)).toEqual([]);
  });
});
