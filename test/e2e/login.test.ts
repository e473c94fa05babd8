import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Closers } from '../../src/closers.ts';
import { createPlace, type Place } from '../support/cli.ts';
import { startHttpReceiver, type HttpReceiver } from '../support/http-receiver.ts';
import { startAuthorizationServer, type AuthorizationServer } from '../support/oauth/authorization-server.ts';
import { startGuard, type Guard } from '../support/oauth/guard.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { chargeInvoiceTool } from '../support/servers/tools.ts';

const main = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));
const closers = new Closers();
afterEach(() => closers.close());

function closeAfter<T extends { close(): Promise<void> }>(opened: T): T {
  closers.push(() => opened.close());
  return opened;
}

interface World {
  readonly place: Place;
  readonly as: AuthorizationServer;
  readonly guard: Guard;
  readonly receiver: HttpReceiver;
  /** Where tokens are kept by default. */
  readonly tokens: string;
  /** A program named `xdg-open` that follows an address as a browser does. */
  readonly bin: string;
}

async function createWorld(options: { readonly beforeRefusal?: () => Promise<void> } = {}): Promise<World> {
  const target = closeAfter(await startModernHttpServer({ tools: [chargeInvoiceTool] }));
  const as = closeAfter(await startAuthorizationServer());
  const guard = closeAfter(await startGuard(target, { authorizationServer: as, ...options }));
  const receiver = closeAfter(await startHttpReceiver());
  const place = await createPlace({
    mcpServers: { billing: { url: guard.url }, files: { command: 'true' } },
    watch: { minInterval: '1s', interval: '1s', maxInterval: '1s' },
    alerts: { webhook: { url: `${receiver.url}/hook` } },
  });
  closers.push(() => place.remove());
  const bin = join(place.folder, 'bin');
  await mkdir(bin);
  const browser = `#!${process.execPath}\nfetch(process.argv[2]).then((answer) => answer.text());\n`;
  await writeFile(join(bin, 'xdg-open'), browser);
  await chmod(join(bin, 'xdg-open'), 0o755);
  return { place, as, guard, receiver, tokens: join(place.folder, '.local/share/tooldrift/tokens'), bin };
}

/** Starts the program with a standard input that stays open. */
function start({ place }: World, args: readonly string[], path = ''): ChildProcess {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: place.folder,
    env: { PATH: path, HOME: place.folder },
    stdio: 'pipe',
  });
  closers.push(async () => void child.kill('SIGKILL'));
  return child;
}

async function collect(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += String(chunk);
  return text;
}

async function finish(child: ChildProcess) {
  const [stdout, stderr] = await Promise.all([collect(child.stdout), collect(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  return { code: child.exitCode, stdout, stderr };
}

/** Waits until the program has shown where to log in. `text` is all of its standard output so far. */
async function readPlace(child: ChildProcess): Promise<{ text(): string }> {
  const stdout = child.stdout ?? child;
  let text = '';
  stdout.on('data', (chunk) => (text += String(chunk)));
  while (!text.includes('press Enter.')) await once(stdout, 'data');
  return { text: () => text };
}

/** Where the authorization server sends a browser that follows the address in `shown`. */
async function redirectOf(shown: string): Promise<string> {
  const url = /\n {2}(http\S+)\n/.exec(shown)?.[1] ?? '';
  return (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
}

interface Checked {
  readonly servers: readonly { readonly outcome: string; readonly verdict: string; readonly reason: string | null }[];
}

// env-paths has other folders elsewhere, and the browser is asked for in another way.
describe.runIf(process.platform === 'linux')('tooldrift login', () => {
  test('opens a browser, keeps the tokens for this user alone, and every reading uses them', async () => {
    const world = await createWorld();
    const { place, tokens, as, bin } = world;
    const before = await place.json<Checked>('check', 'billing');
    expect(before.code).toBe(3);
    expect(before.document.servers[0]).toMatchObject({
      outcome: 'auth-required',
      reason: expect.stringContaining('tooldrift login billing'),
    });
    const { code, stdout, stderr } = await finish(start(world, ['login', 'billing', '--json'], bin));
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      server: 'billing',
      loggedIn: true,
      issuer: as.issuer,
      scope: null,
      expiresAt: expect.stringMatching(/Z$/),
      renewable: true,
      reason: null,
    });
    expect(code).toBe(0);
    expect(stderr).toContain(`Log in to billing at ${as.issuer}, which this server names.`);
    const [name = ''] = await readdir(tokens);
    expect((await stat(join(tokens, name))).mode & 0o777).toBe(0o600);
    expect((await stat(tokens)).mode & 0o777).toBe(0o700);
    const after = await place.json<Checked>('check', 'billing');
    expect(after.document.servers[0]).toMatchObject({ outcome: 'listed', verdict: 'unapproved' });
    const logout = await place.json('logout', 'billing');
    expect(logout).toEqual({ code: 0, document: { schemaVersion: 1, server: 'billing', loggedOut: true } });
    expect(await readdir(tokens)).toEqual([]);
    expect((await place.json<Checked>('check', 'billing')).document.servers[0]?.outcome).toBe('auth-required');
  });

  test('takes what is pasted where no browser can be opened, and ends with standard input still open', async () => {
    const world = await createWorld();
    const child = start(world, ['login', 'billing']);
    const shown = await readPlace(child);
    const redirect = await redirectOf(shown.text());
    child.stdin?.write(`nonsense of mine\n${redirect}\n`);
    const { code } = await finish(child);
    expect(shown.text()).toContain(
      'that is not the address that the browser was sent to after this login; paste all of it',
    );
    expect(shown.text()).toContain('logged in to billing; try it:');
    expect(code).toBe(0);
  });

  test('opens no browser when the server has changed to another authorization server, and says so', async () => {
    const world = await createWorld();
    const { guard, as, bin } = world;
    expect((await finish(start(world, ['login', 'billing'], bin))).code).toBe(0);
    const other = closeAfter(await startAuthorizationServer());
    guard.options.metadata = { authorization_servers: [other.issuer] };
    const child = start(world, ['login', 'billing'], bin);
    const shown = await readPlace(child);
    expect(shown.text()).toContain(`Careful: the login before this one was at ${as.issuer}.`);
    child.stdin?.write(`${await redirectOf(shown.text())}\n`);
    expect((await finish(child)).code).toBe(0);
    expect(other.requests.filter(({ path }) => path === '/authorize')).toHaveLength(1);
  });

  test('says what it cannot log in to', async () => {
    const { place } = await createWorld();
    expect(await place.run('login', 'files')).toMatchObject({
      code: 2,
      stderr: 'tooldrift: there is nothing to log in to: files is started here; it gets its credentials in "env"\n',
    });
    expect((await place.run('login', 'nobody')).code).toBe(2);
  });

  test('ends when it is interrupted', async () => {
    const world = await createWorld();
    const child = start(world, ['login', 'billing', '--no-browser']);
    await once(child.stdout ?? child, 'data');
    child.kill('SIGINT');
    expect((await finish(child)).code).toBe(130);
  });

  test('is told as needed once, and as done', async () => {
    const world = await createWorld();
    const { place, receiver, bin } = world;
    const daemon = place.daemon();
    const reasons = () =>
      receiver.requests.map((request) => (request.json() as { alert: { reason: string; server: string } }).alert);
    const isAbout = (reason: string) => (): boolean =>
      reasons().some((alert) => alert.server === 'billing' && alert.reason === reason);
    await receiver.waitForRequest(isAbout('needs-login'));
    expect((await finish(start(world, ['login', 'billing'], bin))).code).toBe(0);
    await receiver.waitForRequest(isAbout('server-back'));
    expect(await daemon.stop()).toBe(0);
    const about = reasons().filter(({ server, reason }) => server === 'billing' && reason !== 'first-seen');
    expect(about.map(({ reason }) => reason)).toEqual(['needs-login', 'server-back']);
    const history = await place.run('history', 'billing');
    for (const text of [daemon.output(), history.stdout, receiver.requests.map(({ body }) => body).join('\n')])
      expect(text).not.toMatch(/access-|refresh-/);
    const database = await readFile(join(place.folder, 'tooldrift.db'), 'latin1');
    expect(database).not.toMatch(/access-[0-9a-f]|refresh-[0-9a-f]/);
  });

  test('is renewed once when two programs find at the same moment that its token has ended', async () => {
    let waiting: (() => void)[] = [];
    let isTogether = false;
    const world = await createWorld({
      beforeRefusal: async () => {
        if (!isTogether) return;
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length < 2) return;
          isTogether = false;
          for (const go of waiting) go();
          waiting = [];
        });
      },
    });
    const { place, tokens, as, bin } = world;
    expect((await finish(start(world, ['login', 'billing'], bin))).code).toBe(0);
    const [name = ''] = await readdir(tokens);
    const stored = await readFile(join(tokens, name), 'utf8');
    await writeFile(join(tokens, name), stored.replace(/"obtainedAt": "\d{4}/, '"obtainedAt": "2020'));
    as.expireAccess();
    isTogether = true;
    const runs = await Promise.all([place.json<Checked>('check', 'billing'), place.json<Checked>('check', 'billing')]);
    for (const { document } of runs) expect(document.servers[0]?.outcome).toBe('listed');
    expect(as.grants).toEqual(['authorization_code', 'refresh_token']);
  });
});
