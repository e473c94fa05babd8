import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { InitOptions } from '../../src/commands/init.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { AppError } from '../../src/errors.ts';
import type { Files } from '../clients/machine.ts';
import { aPerson } from './init-person.ts';

const github = { command: 'npx', args: ['-y', 'github-mcp'], env: { GITHUB_TOKEN: 'hunter2hunter2' } };
const files: Files = {
  'home/.claude.json': { mcpServers: { github, wiki: { type: 'http', url: 'https://wiki.example/mcp' } } },
  'home/.cursor/mcp.json': {
    mcpServers: { gh: { ...github, autoApprove: ['x'] }, off: { command: 'off-mcp', disabled: true }, bad: [] },
  },
  'home/.config/Code/User/mcp.json': { servers: { asks: { command: 'asks', env: { T: '${input:acme}' } } } },
  'code/shop/.mcp.json': { mcpServers: { db: { command: './db' } } },
};

const config = `// Written by tooldrift init. Every \${NAME} is an environment variable: secrets stay out of this file.
{
  // What is watched, in the shape that MCP clients use. Change it as you like: init only ever adds to it.
  "mcpServers": {
    // Claude Code (user)
    "wiki": { "type": "http", "url": "https://wiki.example/mcp" },
    // Claude Code, Cursor (user)
    "github": { "command": "npx", "args": ["-y", "github-mcp"], "env": { "GITHUB_TOKEN": "\${GITHUB_TOKEN}" } },
  },
`;

describe('tooldrift init', () => {
  test('takes what needs no question, and shows the rest', async () => {
    const person = await aPerson(files);
    const { code, out } = await person.run([], { yes: true });
    expect(code).toBe(0);
    expect(await person.written()).toContain(config);
    expect(out.replaceAll(/(?<=\S) {2,}/g, '  ')).toBe(`SERVER  STATE  LAUNCH  VARIABLES  FOUND IN
wiki  new  https://wiki.example/mcp  -  Claude Code (user)
github  new  npx -y github-mcp  GITHUB_TOKEN  Claude Code, Cursor (user)
shop.db  new  ./db (in @/code/shop)  -  Claude Code, VS Code, GitHub Copilot CLI (project @/code/shop)
off  new  off-mcp  -  Cursor (user)
asks  new  asks  ACME  VS Code (user)

Taken only if you name it:
  shop.db comes with a repository
  off is switched off in Cursor
  asks takes a value that the client asks for and keeps to itself

Cannot be watched:
  bad, Cursor (user): is not an object

wrote 2 servers to tooldrift.jsonc, for you alone to read
set these environment variables first:
  GITHUB_TOKEN  for github: what stands in its place in ~/.claude.json
next: tooldrift check
`);
  });

  test('writes a config that loads, for its owner alone, and leaves nothing else', async () => {
    const person = await aPerson(files);
    await person.run([], { yes: true });
    const { servers } = await loadConfig({ cwd: person.cwd, env: { GITHUB_TOKEN: 't' } });
    expect(servers.map(({ name }) => name)).toEqual(['wiki', 'github']);
    expect((await stat(person.path)).mode & 0o777).toBe(0o600);
    expect(await readdir(person.cwd)).toEqual(['.git', '.mcp.json', 'tooldrift.jsonc']);
  });

  test('changes nothing the second time', async () => {
    const person = await aPerson(files);
    await person.run([], { yes: true });
    const before = await stat(person.path);
    const { code, out } = await person.run([], { yes: true });
    expect(code).toBe(0);
    expect(out).toContain('nothing to add to tooldrift.jsonc, which stays as it is');
    const after = await stat(person.path);
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
  });

  test('says what a client starts in another way than the config, and leaves both alone', async () => {
    const person = await aPerson(files);
    await person.run([], { yes: true });
    const before = await person.written();
    await writeFile(
      join(person.machine.home, '.claude.json'),
      JSON.stringify({ mcpServers: { wiki: { type: 'http', url: 'https://other.example/mcp' } } }),
    );
    const { out } = await person.run([], { yes: true });
    expect(out).toMatch(/^wiki +differs +https:\/\/other\.example\/mcp/m);
    expect(out).toContain(
      'another launch under this name, which stays: change it there if the client is right:\n  wiki, ',
    );
    expect(await person.written()).toBe(before);
  });

  test('adds what a person names to what is there', async () => {
    const person = await aPerson(files);
    await person.run([], { yes: true });
    const first = await person.written();
    const { out } = await person.run(['shop.db', 'asks']);
    expect(out).toContain(
      'added 2 servers to tooldrift.jsonc\nset these environment variables first:\n  ACME  for asks\n',
    );
    const added = `    // Claude Code, VS Code, GitHub Copilot CLI (project @/code/shop)
    "shop.db": { "command": "./db", "cwd": "@/code/shop" },
    // VS Code (user)
    // Look at this first: it takes a value that the client asks for and keeps to itself.
    "asks": { "command": "asks", "env": { "T": "\${ACME}" } },
`;
    expect(await person.written()).toBe(first?.replace('  },\n  // To be', `${added}  },\n  // To be`));
  });

  test('asks for each server on a terminal, and says what to look at', async () => {
    const person = await aPerson(files, /wiki|shop\.db/);
    const { questions } = await person.run([]);
    expect(questions.map(person.machine.short)).toEqual([
      'Watch wiki?\n  https://wiki.example/mcp\n ',
      'Watch github?\n  npx -y github-mcp\n ',
      'Watch shop.db?\n  ./db (in @/code/shop)\n  Look at it first: it comes with a repository.\n ',
      'Watch off?\n  off-mcp\n  Look at it first: it is switched off in Cursor.\n ',
      'Watch asks?\n  asks\n  Look at it first: it takes a value that the client asks for and keeps to itself.\n ',
    ]);
    const { servers } = await loadConfig({ cwd: person.cwd, env: {} });
    expect(servers.map(({ name }) => name)).toEqual(['wiki', 'shop.db']);
  });

  test('asks for many that need no look at once', async () => {
    const one = (name: string) => ({ command: name });
    const servers = { a: one('a'), b: one('b'), c: one('c'), off: { command: 'off', disabled: true } };
    const person = await aPerson({ 'home/.cursor/mcp.json': { mcpServers: servers } }, /these 3|off/);
    const { questions } = await person.run([]);
    expect(questions).toEqual([
      'Watch these 3: a, b, c?\n ',
      'Watch off?\n  off\n  Look at it first: it is switched off in Cursor.\n ',
    ]);
    const { servers: watched } = await loadConfig({ cwd: person.cwd, env: {} });
    expect(watched.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'off']);
    const other = await aPerson({ 'home/.cursor/mcp.json': { mcpServers: servers } }, /Watch b/);
    const single = await other.run([]);
    expect(single.questions).toHaveLength(5);
    expect(await other.written()).toContain('"b": { "command": "b" },\n  },');
  });

  test('has lines in place of a table that a terminal is too narrow for', async () => {
    const person = await aPerson(files);
    const terminal = { isOutTty: true, width: 160 };
    const { out } = await person.run([], { yes: true }, terminal);
    expect(out.split('\n\n')[0]).toBe(`wiki     https://wiki.example/mcp
         Claude Code (user)
github   npx -y github-mcp
         needs GITHUB_TOKEN
         Claude Code, Cursor (user)
shop.db  ./db (in @/code/shop)
         Claude Code, VS Code, GitHub Copilot CLI (project @/code/shop)
off      off-mcp
         Cursor (user)
asks     asks
         needs ACME
         VS Code (user)`);
    const again = await person.run([], { yes: true }, terminal);
    expect(again.out).toContain('github   npx -y github-mcp  (watched)\n');
  });

  test('says what clients run without asking', async () => {
    const person = await aPerson({
      ...files,
      'home/.config/Code/User/settings.json': { 'chat.tools.global.autoApprove': true },
      'home/.claude/settings.json': { permissions: { allow: ['mcp__github__list'] } },
    });
    const { out } = await person.run([], { dryRun: true });
    expect(out).toContain(`Runs without asking you:
  Claude Code: list of github (permissions.allow)
  VS Code: all tools of shop.db, asks (chat.tools.global.autoApprove)
`);
  });

  test('writes nothing where nobody can be asked', async () => {
    const person = await aPerson(files);
    const { code, err } = await person.run([]);
    expect([code, await person.written()]).toEqual([2, null]);
    expect(err).toBe(
      'nothing was written, as nobody can be asked here: name servers, or take what needs no question with --yes\n',
    );
  });

  test('shows what it would write', async () => {
    const person = await aPerson(files);
    const { code, out } = await person.run([], { dryRun: true });
    expect([code, await person.written()]).toEqual([0, null]);
    expect(out).toContain(`would write 2 servers to tooldrift.jsonc:\n\n${config}`);
  });

  test('prints one JSON document', async () => {
    const person = await aPerson(files);
    const { code, out } = await person.run([], { yes: true, json: true });
    const document = JSON.parse(out) as { servers: Record<string, unknown>[] }; // what this asked for
    expect(code).toBe(0);
    expect(document).toMatchObject({
      schemaVersion: 1,
      file: '@/code/shop/tooldrift.jsonc',
      existed: false,
      written: true,
      problems: [],
    });
    expect(
      document.servers.map(({ name, state, taken }) => `${String(name)} ${String(state)} ${String(taken)}`),
    ).toEqual([
      ...[
        'wiki new true',
        'github new true',
        'shop.db new false',
        'off new false',
        'bad unusable false',
        'asks new false',
      ],
    ]);
    expect(document.servers[1]).toEqual({
      ...{ name: 'github', state: 'new', reason: null, consent: null, taken: true },
      launch: { command: 'npx', args: ['-y', 'github-mcp'], env: { GITHUB_TOKEN: '${GITHUB_TOKEN}' } },
      ...{ variables: ['GITHUB_TOKEN'], secrets: ['GITHUB_TOKEN'] },
      found: [
        {
          ...{ client: 'claude-code', scope: 'user', path: '@/home/.claude.json', project: null, name: 'github' },
          ...{ expansion: 'none', enabled: true, autoApproved: { all: false, byHints: false, tools: [], by: [] } },
        },
        expect.objectContaining({ client: 'cursor', name: 'gh' }),
      ],
    });
  });

  test('adds to the config that other commands use here', async () => {
    const person = await aPerson({ ...files, 'code/shop/config/tooldrift.jsonc': { mcpServers: {} } });
    const { out } = await person.run(['wiki']);
    expect(out).toContain('added 1 server to config/tooldrift.jsonc\nnext: tooldrift check\n');
    expect(await person.written()).toBeNull();
  });

  test('looks only at the clients and projects that it is told', async () => {
    const person = await aPerson({
      ...files,
      'code/other/.cursor/mcp.json': { mcpServers: { here: { command: 'x' } } },
    });
    const { out } = await person.run([], { yes: true, client: ['cursor'], project: ['../other'] });
    expect(
      out
        .split('\n')
        .slice(1, 4)
        .map((row) => row.split(' ')[0]),
    ).toEqual(['gh', 'off', 'other.here']);
  });

  test('looks at the projects that clients were used in', async () => {
    const person = await aPerson({
      'code/other/.cursor/mcp.json': { mcpServers: { here: { command: 'x' } } },
      'home/.claude.json': { projects: { '@/code/other': {}, '/nowhere': {} } },
    });
    const { out } = await person.run([], { dryRun: true });
    expect(out).toContain('other.here  new');
  });

  test('takes no file of the home folder for one of a repository', async () => {
    const { machine, run } = await aPerson({ 'home/.cursor/mcp.json': { mcpServers: { a: { command: 'x' } } } });
    const { out } = await run([], { dryRun: true, project: [machine.home] });
    expect(out).toContain('"a": { "command": "x" }');
    expect(out).not.toContain('project');
  });

  test('says that there is nothing', async () => {
    const { code, out } = await (await aPerson({})).run([]);
    expect(code).toBe(0);
    expect(out).toMatch(/^found no MCP servers .*\nwrite a tooldrift\.jsonc .*\n$/);
  });

  test.each<readonly [readonly string[], InitOptions, string]>([
    [['githup'], {}, 'no server "githup" was found; did you mean "github"?'],
    [['bad'], {}, '"bad" cannot be watched: is not an object'],
    [['wiki'], { output: 'theirs.jsonc' }, 'the config has another "wiki"; rename it there, or change it by hand'],
    [[], { client: ['curser'] }, 'there is no client "curser"; did you mean "cursor"?'],
    [[], { output: 'broken.jsonc' }, 'broken.jsonc:1:2: expected'],
    [[], { output: '.' }, 'is no regular file; name another one with --output'],
  ])('%j %j is an error', async (names, options, message) => {
    const person = await aPerson({
      ...files,
      'code/shop/theirs.jsonc': { mcpServers: { wiki: { command: 'own' } } },
      'code/shop/broken.jsonc': '{',
    });
    await expect(person.run(names, options)).rejects.toThrow(message);
    await expect(person.run(names, options)).rejects.toBeInstanceOf(AppError);
  });
});

test("text of a client's file steers no terminal", async () => {
  const odd = 'a\u001b[2J\u202eb\n\u2028c';
  const person = await aPerson({
    'home/.cursor/mcp.json': { mcpServers: { [odd]: { command: odd, args: [odd] }, x: 1, [`${odd}2`]: 1 } },
    [`code/shop/.cursor/mcp.json`]: { mcpServers: { [odd]: { command: 'x', cwd: odd } } },
  });
  for (const options of [{ yes: true }, { dryRun: true }, { json: true, dryRun: true }]) {
    const { out } = await person.run([], options);
    // oxlint-disable-next-line no-control-regex -- what may not be there
    expect(out).not.toMatch(/[\u001b\u202e\u2028]/);
    expect(out).not.toMatch(/^c/m);
  }
});

test('nothing that is found is started', async () => {
  const person = await aPerson({
    'home/.cursor/mcp.json': { mcpServers: { a: { command: 'touch', args: ['@/home/ran'] } } },
    'home/.config/crush/crushrc': 'touch @/home/ran',
    'code/shop/.mcp.json': {
      mcpServers: { b: { command: 'touch', args: ['@/home/ran'], headersHelper: 'touch @/home/ran' } },
    },
  });
  await mkdir(join(person.machine.home, 'empty'));
  await person.run([], { yes: true });
  expect(await readdir(person.machine.home)).toEqual(['.config', '.cursor', 'empty']);
});
