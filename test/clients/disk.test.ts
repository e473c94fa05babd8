import { execFileSync } from 'node:child_process';
import { symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allClients } from '../../src/clients/all-clients.ts';
import { listConfigFiles } from '../../src/clients/config-files.ts';
import { findMatches } from '../../src/clients/find-matches.ts';
import { expandPath } from '../../src/clients/expand-path.ts';
import { user } from '../../src/clients/places.ts';
import { aMachine, find, type TestMachine } from './machine.ts';

const own = 'home/.cursor/mcp.json';
const servers = { mcpServers: { a: { command: 'x' } } };

async function cursorOf(machine: TestMachine) {
  const { entries, problems } = await find(machine, 'cursor');
  return { names: entries.map(({ name }) => name), reasons: problems.map(({ reason }) => reason) };
}

describe('what a file may be', () => {
  test.each<readonly [what: string, make: (path: string, folder: string) => Promise<void> | void, reason: string]>([
    ['a pipe', (path) => void execFileSync('sh', ['-c', 'mkfifo "$0"', path]), 'is no regular file'],
    ['a device behind a link', (path) => symlink('/dev/zero', path), 'is a link to a place outside of its folder'],
    [
      'a link out of the home folder',
      (path, folder) => symlink(join(folder, 'etc/x.json'), path),
      'is a link to a place outside of its folder',
    ],
    ['a link to nothing', (path) => symlink('nowhere', path), 'is a link to nothing'],
    ['a link to itself', (path) => symlink(path, path), 'is a link to nothing'],
    ['a folder', (path) => void execFileSync('mkdir', [path]), 'is no regular file'],
  ])('%s is not read', async (_, make, reason) => {
    const machine = await aMachine({ 'home/.cursor/x': '', 'etc/x.json': servers });
    await make(join(machine.folder, own), machine.folder);
    expect(await cursorOf(machine)).toEqual({ names: [], reasons: [reason] });
  });

  test('a link within the home folder is read', async () => {
    const machine = await aMachine({ 'home/.cursor/x': '', 'home/dotfiles/mcp.json': servers });
    await symlink('../dotfiles/mcp.json', join(machine.folder, own));
    expect(await cursorOf(machine)).toEqual({ names: ['a'], reasons: [] });
  });

  test('a repository cannot show a file of the home folder as its own', async () => {
    const machine = await aMachine({ [own]: servers, 'code/shop/.cursor/x': '' });
    await symlink(join(machine.folder, own), join(machine.folder, 'code/shop/.cursor/mcp.json'));
    const { names, reasons } = await cursorOf(machine);
    expect(names).toEqual(['a']);
    expect(reasons).toEqual(['is a link to a place outside of its folder']);
  });

  test('a file beyond the limit is not read', async () => {
    const machine = await aMachine({ [own]: servers });
    await truncate(join(machine.folder, own), 1_000_001);
    expect(await cursorOf(machine)).toEqual({ names: [], reasons: ['is larger than 1000000 bytes'] });
  });
});

describe('a file that is no config hides no other', () => {
  test.each([
    ['{ "mcpServers": {\n "a": {,}', 'is not valid JSON (line 2)'],
    ['[', 'is not valid JSON (line 1)'],
    ['['.repeat(100_000), /is not valid JSON|is nested too deeply/],
    ['{"mcpServers": 3}', '"mcpServers" is not an object'],
  ])('%#', async (text, reason) => {
    const machine = await aMachine({ [own]: text, 'code/shop/.cursor/mcp.json': servers });
    const found = await cursorOf(machine);
    expect(found.names).toEqual(['a']);
    expect(found.reasons).toEqual([typeof reason === 'string' ? reason : expect.stringMatching(reason)]);
  });

  test.each([
    ['utf16le', 'is not UTF-8 text'],
    ['latin1', 'is not UTF-8 text'],
  ] as const)('one in %s is told', async (encoding, reason) => {
    const machine = await aMachine({ [own]: '' });
    await writeFile(join(machine.folder, own), Buffer.from('\uFEFF{"mcpServers": {"ä": {"command": "x"}}}', encoding));
    expect(await cursorOf(machine)).toEqual({ names: [], reasons: [reason] });
  });

  test.each([
    ['cursor', own, '\uFEFF{\r\n  // mine\r\n  "mcpServers": { "a": { "command": "x" }, },\r\n}\r\n'],
    ['codex', 'home/.codex/config.toml', '\uFEFFmodel = "x"\r\n[mcp_servers.a]\r\ncommand = "x"\r\n'],
    ['goose', 'home/.config/goose/config.yaml', '\uFEFFextensions:\r\n  a:\r\n    type: stdio\r\n    cmd: x\r\n'],
    [
      'claude-code',
      'home/.claude/agents/a.md',
      '\uFEFF---\r\nname: x\r\nmcpServers:\r\n  - a: { command: x }\r\n---\r\nText\r\n',
    ],
  ])('%s reads the ends of lines and the mark of Windows', async (client, path, text) => {
    const { entries, problems } = await find(await aMachine({ [path]: text }), client);
    expect(problems).toEqual([]);
    expect(entries.map(({ name, launch }) => ({ name, launch }))).toEqual([{ name: 'a', launch: { command: 'x' } }]);
  });

  test.each(['', '  \n', '{}', '[]', 'null', '3', '{"mcpServers": null}', '{"other": 1}'])(
    '%j is normal',
    async (text) => {
      const machine = await aMachine({ [own]: text });
      expect(await cursorOf(machine)).toEqual({ names: [], reasons: [] });
    },
  );

  test('a key that would set a prototype is a server like any other', async () => {
    const machine = await aMachine({
      [own]: '{"mcpServers": {"__proto__": {"command": "x"}, "constructor": {"command": "y"}}}',
    });
    expect((await cursorOf(machine)).names).toEqual(['__proto__', 'constructor']);
  });

  test.each([
    ['codex', 'home/.codex/config.toml', 'a = "hunter2\n', 'is not valid TOML (line 1)'],
    ['goose', 'home/.config/goose/config.yaml', 'a: [hunter2\n', 'is not valid YAML (line 2)'],
    [
      'goose',
      'home/.config/goose/config.yaml',
      `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'.replaceAll(/./g, (key) => {
        const last = String.fromCharCode(key.charCodeAt(0) - 1);
        return `${key}: &${key} [${`*${last}, `.repeat(9)}]\n`;
      })}`,
      'has too many YAML aliases',
    ],
  ])('%s: %s', async (client, path, text, reason) => {
    const { problems } = await find(await aMachine({ [path]: text }), client);
    expect(problems.map((problem) => problem.reason)).toEqual([reason]);
  });
});

test('lists the files that are there, with those of settings, and opens none', async () => {
  const machine = await aMachine({
    'home/.claude.json': 'x',
    'home/.claude/settings.json': 'x',
    'code/shop/.mcp.json': 'x',
  });
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(machine.folder, 'home/.claude/agents.md')]);
  const files = await listConfigFiles(
    allClients.filter(({ id }) => id === 'claude-code'),
    machine,
    machine.projects,
  );
  expect(files.map(({ path, hasServers }) => `${machine.short(path)} ${hasServers}`)).toEqual([
    '@/home/.claude.json true',
    '@/code/shop/.mcp.json true',
    '@/home/.claude/settings.json false',
  ]);
});

test('looks for patterns without walking through links or packages', async () => {
  const machine = await aMachine({
    'home/a/x.json': '',
    'home/a/b/x.json': '',
    'home/a/node_modules/x.json': '',
    'home/a/y.jsonx': '',
  });
  await symlink('..', join(machine.home, 'a/up'));
  const matches = async (pattern: string) => (await findMatches(`${machine.home}/${pattern}`)).map(machine.short);
  expect(await matches('a/**/x.json')).toEqual(['@/home/a/x.json', '@/home/a/b/x.json']);
  expect(await matches('*/*.json')).toEqual(['@/home/a/x.json']);
});

test.each([
  ['~/.x/y.json', ['C:\\Users\\ann/.x/y.json']],
  ['{APPDATA:-~/AppData/Roaming}/Claude/c.json', ['C:\\Users\\ann/AppData/Roaming/Claude/c.json']],
  ['{LOCALAPPDATA:-~/AppData/Local}/Packages/Claude_*/c.json', ['D:/Local/Packages/Claude_*/c.json']],
  ['{PROGRAMFILES:-C:/Program Files}/ClaudeCode/c.json', ['C:/Program Files/ClaudeCode/c.json']],
  ['{UNSET}/c.json', []],
])('on Windows %s is %j', (path, expected) => {
  const machine = {
    system: 'win32',
    home: 'C:\\Users\\ann',
    env: { LOCALAPPDATA: 'D:\\Local' },
    root: '',
  } as const;
  expect(expandPath(user(path), machine, [], () => []).map(({ pattern }) => pattern)).toEqual(expected);
});

test('a folder whose name holds a reference is not written into a launch', async () => {
  const machine = await aMachine({ 'code/${HOME}/.cursor/mcp.json': servers });
  const { entries } = await find({ ...machine, projects: [join(machine.folder, 'code/${HOME}')] }, 'cursor');
  expect(entries.map(({ launch, reason }) => [launch, reason])).toEqual([
    [{ command: 'x' }, 'is for a folder whose name holds "${"'],
  ]);
});

test('an entry that is nested without end hides no other', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const text = `{"mcpServers": {"a": ${deep}, "b": {"command": "x", "args": ${deep}}, "c": {"command": "x"}}}`;
  const { entries } = await find(await aMachine({ [own]: text }), 'cursor');
  expect(entries.map(({ name, launch }) => [name, launch === null])).toEqual([
    ['a', true],
    ['b', true],
    ['c', false],
  ]);
});
