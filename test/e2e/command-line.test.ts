import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { environmentFileOf } from '../../src/machine/environment-file.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { createTestDatabase, engines } from '../support/database.ts';
import { createPlace, createQuickPlace, type Place } from '../support/cli.ts';
import { isRunning } from '../support/servers/processes.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { startRawHttpServer } from '../support/servers/raw-http.ts';
import { http, result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { createStateFile, type StdioState } from '../support/servers/state-file.ts';
import { legacyStdioServer, rawStdioServer } from '../support/servers/stdio-servers.ts';
import { aTool, chargeInvoiceTool, searchNotesTool } from '../support/servers/tools.ts';

interface CheckDocument {
  readonly schemaVersion: number;
  readonly servers: readonly CheckResult[];
}

const opened: (() => Promise<unknown>)[] = [];

function later<T extends { close(): Promise<unknown> }>(thing: T): T {
  opened.push(() => thing.close());
  return thing;
}

async function makePlace(config: object, env?: Readonly<Record<string, string>>): Promise<Place> {
  const place = await createPlace(config, env);
  opened.push(() => place.remove());
  return place;
}

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** The same, for what needs no process of its own. */
async function makeQuickPlace(config: object): Promise<Place> {
  const place = await createQuickPlace(config);
  opened.push(() => place.remove());
  return place;
}

async function approveAll(place: Place): Promise<void> {
  await place.run('check');
  expect(await place.run('approve', '--first-seen', '--yes')).toMatchObject({ code: 0 });
}

const anything = scriptOf('modern', [result(page('modern', []))]);

const require = createRequire(import.meta.url);

/** Accepts connections and never says a word. Returns its port. */
async function startSilentServer(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port; // a TCP server that listens has one
}

function folderOf(name: string): string {
  return dirname(require.resolve(`${name}/package.json`));
}

describe('check', () => {
  it('names a hint that was relaxed while every other byte stayed the same', async () => {
    const tool = aTool({ annotations: { readOnlyHint: false, destructiveHint: true } });
    const server = later(await startModernHttpServer({ tools: [tool, searchNotesTool] }));
    const place = await makeQuickPlace({ mcpServers: { files: { url: server.url } } });
    await approveAll(place);
    server.setTools([aTool({ annotations: { readOnlyHint: true, destructiveHint: true } }), searchNotesTool]);
    const { code, document } = await place.json<CheckDocument>('check');
    expect(code).toBe(1);
    expect(document.servers[0]).toMatchObject({
      verdict: 'drift',
      findings: [
        {
          name: 'delete_file',
          severity: 'high',
          edits: [{ pointer: '/annotations/readOnlyHint', rule: 'annotation-relaxed', before: false, after: true }],
        },
      ],
    });
  });

  it('stays clean when absent hints are written out as their defaults, and records it as notation', async () => {
    const { annotations: _annotations, ...bare } = aTool();
    const server = later(await startModernHttpServer({ tools: [bare] }));
    const place = await makeQuickPlace({ mcpServers: { files: { url: server.url } } });
    await approveAll(place);
    const defaults = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
    server.setTools([{ ...bare, annotations: defaults }]);
    const { code, document } = await place.json<CheckDocument>('check');
    expect(code).toBe(0);
    expect(document.servers[0]).toMatchObject({ verdict: 'clean', findings: [{ severity: 'info' }] });
    expect(document.servers[0]?.findings[0]?.edits.map((edit) => edit.rule)).toEqual(Array(4).fill('notation'));
  });

  it('finds what a newer release of a real server changed under the same name', async () => {
    const place = await makeQuickPlace({
      mcpServers: { files: { command: process.execPath, args: ['installed/dist/index.js', '.'] } },
    });
    // As a package that is upgraded in place: the launch stays the same.
    const installed = join(place.folder, 'installed');
    await symlink(folderOf('filesystem-server-old'), installed);
    await approveAll(place);
    await rm(installed);
    await symlink(folderOf('@modelcontextprotocol/server-filesystem'), installed);
    const { code, document } = await place.json<CheckDocument>('check');
    expect(code).toBe(1);
    const findings = document.servers[0]?.findings ?? [];
    expect(findings).toHaveLength(14);
    expect(findings[0]?.severity).toBe('high');
    expect(findings.flatMap((finding) => finding.edits.map((edit) => `${edit.pointer} ${edit.rule}`))).toContain(
      '/annotations/openWorldHint annotation-relaxed',
    );
  });

  it('verifies the good servers and says why the others could not be', async () => {
    const good = later(await startModernHttpServer({ tools: [aTool()] }));
    const html = later(
      await startRawHttpServer(anything, {
        intercept: () => http(200, '<html>hello</html>', { 'content-type': 'text/html' }),
      }),
    );
    const locked = later(await startRawHttpServer(anything, { intercept: () => http(401, 'no') }));
    const hanging = await startSilentServer();
    const place = await makeQuickPlace({
      mcpServers: {
        good: { url: good.url },
        nobody: { url: 'http://127.0.0.1:2/mcp' },
        hanging: { url: `http://127.0.0.1:${hanging}/mcp` },
        html: { url: html.url },
        locked: { url: locked.url },
        dead: { command: process.execPath, args: ['-e', 'console.error("no database"); process.exit(7)'] },
        absent: { command: 'no-such-command-here' },
      },
      limits: { readTimeout: '2s', startTimeout: '5s' },
    });
    const { code, document } = await place.json<CheckDocument>('check');
    const byName = new Map(document.servers.map((server) => [server.server, server]));
    expect(byName.get('good')).toMatchObject({ verdict: 'unapproved', outcome: 'listed', items: { tool: 1 } });
    const failed = { verdict: 'unverified', findings: [] };
    expect(byName.get('nobody')).toMatchObject({
      ...failed,
      outcome: 'unreachable',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    expect(byName.get('hanging')).toMatchObject({
      ...failed,
      outcome: 'unreachable',
      reason: expect.stringMatching(/did not answer/),
    });
    expect(byName.get('html')).toMatchObject({ ...failed, outcome: 'invalid' });
    expect(byName.get('locked')).toMatchObject({ ...failed, outcome: 'auth-required' });
    expect(byName.get('dead')).toMatchObject({
      ...failed,
      outcome: 'unreachable',
      reason: expect.stringContaining('no database'),
    });
    expect(byName.get('absent')).toMatchObject({
      ...failed,
      outcome: 'unreachable',
      reason: expect.stringContaining('ENOENT'),
    });
    expect(code).toBe(1);

    await place.run('approve', 'good', '--expect', byName.get('good')?.fingerprint ?? '');
    const second = await place.run('check');
    expect(second).toMatchObject({ code: 3, stderr: '' });
    expect(second.stdout).toMatch(/good +clean/);
    expect((await place.run('check', 'good')).code).toBe(0);
  });

  it('takes as long as the slowest server, not as long as all together', async () => {
    const delayMs = 1_000;
    const slow = { command: process.execPath, args: ['-e', `setTimeout(() => {}, ${delayMs * 60})`] };
    const servers = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, slow]));
    const place = await makeQuickPlace({
      mcpServers: servers,
      watch: { concurrency: 6 },
      limits: { startTimeout: '2s', readTimeout: '2s' },
    });
    const startedAt = performance.now();
    expect((await place.run('check')).code).toBe(3);
    // One after the other would take six times two seconds, twice: probe and retry.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  it('prints nothing but one JSON document with --json', async () => {
    const server = later(await startModernHttpServer({ tools: [aTool()] }));
    const place = await makePlace({ mcpServers: { files: { url: server.url } } });
    for (const args of [['check'], ['status'], ['diff'], ['show', 'files'], ['history']]) {
      const { stdout, stderr } = await place.run(...args, '--json');
      expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1 });
      expect(stderr).toBe('');
    }
  });
});

describe.each(engines)('on %s', (engine) => {
  it('lets two processes start at once on a new database', async () => {
    const database = await createTestDatabase(engine);
    opened.push(() => database.drop());
    const server = later(await startModernHttpServer({ tools: [aTool()] }));
    const place = await makePlace({
      database: engine === 'sqlite' ? `sqlite:${database.location}` : database.location,
      mcpServers: { files: { url: server.url } },
    });
    const runs = await Promise.all([place.run('check'), place.run('check'), place.run('migrate')]);
    expect(runs.map((run) => [run.code, run.stderr])).toEqual([
      [1, ''],
      [1, ''],
      [0, ''],
    ]);
    const { document } = await place.json<{ entries: readonly { type: string }[] }>('history');
    expect(document.entries.filter((entry) => entry.type === 'snapshot')).toHaveLength(1);
  });
});

describe('approve', () => {
  it('refuses a fingerprint that was never seen, or is no longer served, and shows what is there', async () => {
    const server = later(await startModernHttpServer({ tools: [aTool(), chargeInvoiceTool] }));
    const place = await makeQuickPlace({ mcpServers: { files: { url: server.url } } });
    const first = await place.json<CheckDocument>('check');
    await approveAll(place);
    const never = await place.run('approve', 'files', '--expect', 'v1:0123456789abcdef');
    expect(never).toMatchObject({ code: 1, stdout: '' });
    expect(never.stderr).toContain('never seen');

    server.setTools([aTool({ description: 'Removes everything.' }), chargeInvoiceTool]);
    await place.run('check');
    const old = await place.run('approve', 'files', '--expect', first.document.servers[0]?.fingerprint ?? '');
    expect(old.code).toBe(1);
    expect(old.stderr).toContain('moved on');
    expect(old.stdout).toContain('{+everything.+}');
    expect((await place.run('check')).code).toBe(1);
  });

  it('approves one definition and leaves the others open', async () => {
    const server = later(await startModernHttpServer({ tools: [aTool(), chargeInvoiceTool] }));
    const place = await makeQuickPlace({ mcpServers: { files: { url: server.url } } });
    await approveAll(place);
    server.setTools([aTool({ title: 'Delete' }), { ...chargeInvoiceTool, title: 'Pay' }]);
    const { document } = await place.json<CheckDocument>('check');
    const finding = document.servers[0]?.findings.find((item) => item.name === 'delete_file');
    const approved = await place.run(
      'approve',
      'files',
      'delete_file',
      '--expect',
      (finding?.fingerprint ?? '').slice(0, 19),
    );
    expect(approved.code).toBe(1);
    expect(approved.stdout).toContain('1 more');
    const after = await place.json<CheckDocument>('check');
    expect(after.document.servers[0]?.findings.map((item) => item.name)).toEqual(['charge_invoice']);
  });

  it('asks for --expect where nobody can be asked', async () => {
    const server = later(await startModernHttpServer({ tools: [aTool()] }));
    const place = await makeQuickPlace({ mcpServers: { files: { url: server.url } } });
    await place.run('check');
    const { code, stderr } = await place.run('approve', 'files');
    expect(code).toBe(2);
    expect(stderr).toContain('--expect');
    expect((await place.run('approve', '--first-seen')).stderr).toContain('or say --yes to approve what was recorded');
  });

  it('says what to do about a fingerprint or a name that was mistyped', async () => {
    const server = later(await startModernHttpServer({ tools: [aTool()] }));
    const place = await makeQuickPlace({ mcpServers: { files: { url: server.url } } });
    await place.run('check');
    const refused = await place.run('approve', 'files', '--expect', 'v1:000000000000');
    expect(refused.stderr).toMatch(/it now shows v1:\w+; look at it with `.* show files`\n$/);
    expect((await place.run('export')).stderr).toMatch(/it is not in the lock: look at it with `.* show files`, and /);
    expect((await place.run('show', 'files', 'delete_fil')).stderr).toContain('did you mean "delete_file"?');
  });

  it('counts a removal after a second reading agrees, and keeps its memory when the tool comes back changed', async () => {
    const server = later(await startModernHttpServer({ tools: [aTool(), chargeInvoiceTool] }));
    const place = await makeQuickPlace({ mcpServers: { files: { url: server.url } } });
    await approveAll(place);
    server.setTools([chargeInvoiceTool]);
    const removed = await place.json<CheckDocument>('check');
    expect(removed.document.servers[0]?.findings).toMatchObject([
      { name: 'delete_file', change: 'removed', severity: 'low', fingerprint: null },
    ]);
    const { fingerprint } = removed.document.servers[0] ?? {};
    expect(await place.run('approve', 'files', 'delete_file', '--expect', fingerprint ?? '')).toMatchObject({
      code: 0,
    });
    server.setTools([aTool({ description: 'Removes one file and its backups.' }), chargeInvoiceTool]);
    const returned = await place.json<CheckDocument>('check');
    expect(returned.document.servers[0]?.findings).toMatchObject([
      { name: 'delete_file', change: 'returned', severity: 'high' },
    ]);
    expect(returned.document.servers[0]?.findings[0]?.edits.map((edit) => edit.rule)).toContain('description-changed');
  });
});

describe('a launch', () => {
  it('that was changed under an approved name is not run before it is approved', async () => {
    const state = createStateFile<StdioState>({ tools: [aTool()] });
    const other = createStateFile<StdioState>({ tools: [aTool()] });
    opened.push(async () => {
      state.remove();
      other.remove();
    });
    const database = 'sqlite:./tooldrift.db';
    const place = await makeQuickPlace({ database, mcpServers: { files: legacyStdioServer(state) } });
    await approveAll(place);
    await place.configure({ database, mcpServers: { files: legacyStdioServer(other) } });
    const held = await place.json<CheckDocument>('check');
    expect(held.code).toBe(1);
    expect(held.document.servers[0]).toMatchObject({
      outcome: 'refused',
      findings: [{ kind: 'launch', name: '', severity: 'critical', edits: [{ rule: 'launch-changed' }] }],
    });
    expect(other.trace()).toEqual([]);
    const approved = await place.run(
      'approve',
      'files',
      'launch',
      '--expect',
      held.document.servers[0]?.findings[0]?.fingerprint ?? '',
    );
    expect(approved).toMatchObject({ code: 0, stderr: '' });
    expect((await place.run('check')).code).toBe(0);
    expect(other.trace().map((entry) => entry.event)).toContain('started');
  });

  it('is kept without the secrets that are written out in it', async () => {
    const server = later(await startModernHttpServer({ tools: [aTool()] }));
    const place = await makeQuickPlace({
      mcpServers: { files: { url: `${server.url}?key=hunter2`, headers: { 'X-Key': 'hunter3' } } },
    });
    await approveAll(place);
    const { stdout } = await place.run('show', 'files', 'launch');
    expect(stdout).toContain('x-key');
    expect(stdout).not.toMatch(/hunter/);
    expect((await readFile(join(place.folder, 'tooldrift.db'))).includes('hunter')).toBe(false);
  });
});

describe('a variable that only the service was given', () => {
  it('is known to the commands, and what the terminal sets goes before', async () => {
    const config = { mcpServers: { files: { command: 'x' } }, database: 'sqlite:./${NAME}.db' };
    const place = await makePlace(config);
    expect((await place.run('migrate')).code).toBe(2);
    const file = environmentFileOf(process.platform, place.folder, null);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, 'NAME=given\n', { mode: 0o600 });
    expect((await place.run('migrate')).code).toBe(0);
    const other = await makePlace(config, { HOME: place.folder, NAME: 'own' });
    expect((await other.run('migrate')).code).toBe(0);
    const names = [...(await readdir(place.folder)), ...(await readdir(other.folder))];
    expect(names.filter((name) => name.endsWith('.db'))).toEqual(['given.db', 'own.db']);
  });
});

describe('run', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s within 10 s and leaves no child behind', async (signal) => {
    const state = createStateFile<StdioState>({ tools: [aTool()] });
    opened.push(async () => state.remove());
    const place = await makePlace({
      mcpServers: { files: legacyStdioServer(state) },
      watch: { servers: { files: { keepAlive: true } } },
    });
    const daemon = place.daemon();
    await daemon.waitFor(/awaiting approval/);
    const pids = state
      .trace()
      .filter((entry) => entry.event === 'started')
      .map((entry) => entry.pid);
    expect(pids.length).toBeGreaterThan(0);
    const ended = new Promise((resolve) => daemon.process.once('exit', resolve));
    daemon.process.kill(signal);
    expect(await ended).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
    expect((await place.run('status')).code).toBe(1);
  });

  it('leaves no child behind when it is asked to stop twice, and a child that does not want to end', async () => {
    const list = result(page('legacy', [JSON.stringify(aTool())]));
    const state = createStateFile(scriptOf('legacy', [list], { child: { stubborn: true, grandchild: 'quiet' } }));
    opened.push(async () => state.remove());
    const place = await makePlace({
      mcpServers: { files: rawStdioServer(state) },
      watch: { servers: { files: { keepAlive: true } } },
    });
    const daemon = place.daemon();
    await daemon.waitFor(/awaiting approval/);
    const pids = state
      .trace()
      .filter(({ event }) => event === 'started' || event === 'grandchild')
      .map(({ pid }) => pid);
    const ended = new Promise((resolve) => daemon.process.once('exit', resolve));
    daemon.process.kill('SIGINT');
    await state.whenTraced('SIGTERM');
    daemon.process.kill('SIGINT');
    expect(await ended).toBe(130);
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });

  it('says within one run which servers it reads, how many tools they have, and the command that approves them', async () => {
    const server = later(await startModernHttpServer({ tools: [aTool(), searchNotesTool] }));
    const place = await makePlace({ mcpServers: { files: { url: server.url } } });
    const daemon = place.daemon();
    await daemon.waitFor(/watching/);
    await daemon.stop();
    const said = daemon
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown); // each line is JSON
    expect(said).toMatchObject([
      { level: 30, servers: ['files'], msg: expect.stringMatching(/^tooldrift .* watches 1 server: files$/) },
      { level: 40, msg: expect.stringContaining('no alert channel is configured') },
      {
        ...{ level: 30, server: 'files', verdict: 'unapproved', items: { tool: 2 } },
        approve: expect.stringMatching(/approve files --expect v1:[0-9a-f]{16}$/),
        msg: 'files  awaiting approval  2 tools',
      },
      { level: 30, unapproved: 1, msg: 'all servers were read; watching' },
      { level: 30, msg: 'stopped' },
    ]);
  });

  it('reads its config again on SIGHUP, and keeps the old one when the new one is wrong', async () => {
    const server = later(await startModernHttpServer({ tools: [aTool()] }));
    const place = await makePlace({ mcpServers: { files: { url: server.url } } });
    const daemon = place.daemon();
    await daemon.waitFor(/watching/);
    await place.configure({ mcpServers: {} });
    daemon.process.kill('SIGHUP');
    await daemon.waitFor(/the config was not reloaded/);
    await place.configure({ mcpServers: { files: { url: server.url }, more: { url: server.url } } });
    daemon.process.kill('SIGHUP');
    await daemon.waitFor(/watches 2 servers: files, more/);
    expect(await daemon.stop()).toBe(0);
  });
});

it('warns of nothing, however many servers there are', async () => {
  const servers = Array.from({ length: 12 }, (_, index) => [`s${index}`, { url: 'http://127.0.0.1:2/mcp' }] as const);
  const place = await makePlace({ mcpServers: Object.fromEntries(servers), watch: { concurrency: 12 } });
  expect(await place.run('check')).toMatchObject({ code: 3, stderr: '' });
  const daemon = place.daemon();
  await daemon.waitFor(/watching/);
  expect(await daemon.stop()).toBe(0);
  for (const line of daemon.output().trim().split('\n')) expect(line).toMatch(/^\{.*\}$/);
});

describe('a wrong start', () => {
  it.each([
    [{ mcpServers: {} }, /mcpServers/],
    [{ mcpServers: { a: { command: 'x' } }, wach: {} }, /wach.*watch/],
    [
      { mcpServers: { a: { url: 'http://127.0.0.1/', headers: { Authorization: 'Bearer ${NO_SUCH_VARIABLE}' } } } },
      /NO_SUCH_VARIABLE/,
    ],
    [{ mcpServers: { a: { command: 'x' } }, watch: { interval: 'often' } }, /interval/],
  ])('says in one sentence what is wrong with the config %j', async (config, sentence) => {
    const place = await makePlace(config);
    for (const command of ['check', 'status', 'run']) {
      const { code, stdout, stderr } = await place.run(command);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(sentence);
      expect(stderr).toMatch(/tooldrift\.jsonc:\d+/);
      expect(stderr).not.toMatch(/\n +at /);
    }
  });

  it('names a command or a server that does not exist', async () => {
    const place = await makePlace({ mcpServers: { files: { command: 'x' } } });
    expect(await place.run('chekc')).toMatchObject({ code: 2, stderr: expect.stringContaining('check') });
    expect(await place.run('check', 'fils')).toMatchObject({ code: 2, stderr: expect.stringContaining('files') });
  });

  it('writes out what would not show in what an error quotes', async () => {
    const place = await makePlace({ mcpServers: { notes: { command: 'node' } }, ['\u202Eyek\u009B']: 1 });
    const { code, stderr } = await place.run('status');
    expect(code).toBe(2);
    expect(stderr).toContain('unknown key "<U+202E>yek<U+009B>"');
  });

  it('gives a CI system no commands', async () => {
    const place = await makePlace({ mcpServers: {}, '##[add-mask]DRIFT': 1 }, { GITHUB_ACTIONS: 'true' });
    expect((await place.run('status')).stderr).toContain('unknown key "##<U+005B>add-mask]DRIFT"');
  });

  it('refuses a database that is not ours and leaves it as it was', async () => {
    const place = await makePlace({ database: 'sqlite:./other.db', mcpServers: { files: { command: 'x' } } });
    const path = join(place.folder, 'other.db');
    await writeFile(
      path,
      'this is a letter, not a database, and it is longer than one page header of SQLite would be'.repeat(40),
    );
    const before = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    const { code, stderr } = await place.run('status');
    expect(code).toBe(2);
    expect(stderr).toContain('other.db');
    expect(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ).toBe(before);
  });
});
