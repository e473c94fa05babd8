import { chmod, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addServers, newConfigText } from '../../src/config/add-servers.ts';
import { readExisting, writeConfigFile } from '../../src/config/config-file.ts';
import { parseDocument } from '../../src/config/document.ts';
import { existingServers } from '../../src/config/existing-servers.ts';
import { aFolder, load } from './config-folder.ts';

const added = [{ name: 'new', launch: { command: 'x', args: ['a', 'b'] }, comments: ['Cursor (user)'] }];
const line = '    // Cursor (user)\n    "new": { "command": "x", "args": ["a", "b"] },\n';

test('a config of its own can be loaded', async () => {
  const long = { url: `https://x.example/${'y'.repeat(100)}`, headers: { Authorization: 'Bearer ${T}' } };
  const hidden = { command: 'x', args: ['a\u2028// b\u202e'] };
  const text = newConfigText(
    [...added, { name: 'long', launch: long, comments: [] }, { name: 'odd', launch: hidden, comments: [] }],
    ['cursor', 'zed'],
  );
  const { servers } = await load(text, { T: 't' });
  expect(servers.map(({ name }) => name)).toEqual(['new', 'long', 'odd']);
  expect(servers[2]?.launch).toMatchObject({ args: ['a\u2028// b\u202e'] });
  const followed = await load(text.replace('// "follow"', '"follow"'), { T: 't' });
  expect(followed.servers.map(({ name }) => name).slice(3)).toEqual(['client:cursor', 'client:zed']);
  expect(text).not.toMatch(/[\u2028\u202e]/);
});

describe('servers are added to', () => {
  test.each([
    [
      'a list with a comma at its end',
      '{\n  "mcpServers": {\n    "a": { "command": "y" },\n  },\n}\n',
      `{\n  "mcpServers": {\n    "a": { "command": "y" },\n${line}  },\n}\n`,
    ],
    [
      'a list without',
      '{\n  "mcpServers": {\n    "a": { "command": "y" } // mine, yes\n  }\n}\n',
      `{\n  "mcpServers": {\n    "a": { "command": "y" }, // mine, yes\n${line}  }\n}\n`,
    ],
    [
      'one line',
      '{ "mcpServers": { "a": { "command": "y" } } }',
      `{ "mcpServers": { "a": { "command": "y" },\n${line}  } }`,
    ],
    ['an empty object', '{ "mcpServers": {} }', `{ "mcpServers": {\n${line}  } }`],
    [
      'a comment alone',
      '{\n  "mcpServers": {\n    // none, yet\n  }\n}',
      `{\n  "mcpServers": {\n    // none, yet\n${line}  }\n}`,
    ],
  ])('%s', async (_, text, expected) => {
    const result = addServers(parseDocument(text, 'x'), added);
    expect(result).toBe(expected);
    expect((await load(result)).servers.at(-1)?.name).toBe('new');
    const before = existingServers(parseDocument(text, 'x'));
    expect(existingServers(parseDocument(result, 'x'))).toEqual({ ...before, new: added[0]?.launch });
  });

  test('nothing that has no servers', () => {
    expect(() => addServers(parseDocument('{}', 'x.jsonc'), added)).toThrow('x.jsonc has no object "mcpServers"');
  });
});

describe('the file', () => {
  const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

  test('is for its owner alone when it is new', async () => {
    const path = join(await aFolder({}), 'tooldrift.jsonc');
    await writeConfigFile(path, 'text', null);
    expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['text', '600']);
  });

  test('keeps its mode, and stays behind its link', async () => {
    const folder = await aFolder({ 'real.jsonc': 'before' });
    const path = join(folder, 'tooldrift.jsonc');
    await chmod(join(folder, 'real.jsonc'), 0o640);
    await symlink('real.jsonc', path);
    await writeConfigFile(path, 'after', 'before');
    expect(await readlink(path)).toBe('real.jsonc');
    expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['after', '640']);
  });

  test('that somebody else made or changed meanwhile stays', async () => {
    const path = join(await aFolder({ 'tooldrift.jsonc': 'theirs' }), 'tooldrift.jsonc');
    for (const before of [null, 'mine'])
      await expect(writeConfigFile(path, 'after', before)).rejects.toThrow('was changed by somebody else meanwhile');
    expect(await readFile(path, 'utf8')).toBe('theirs');
  });

  test('that is none is refused', async () => {
    const folder = await aFolder({ 'a/b': '' });
    await symlink('nowhere', join(folder, 'link'));
    expect(await readExisting(join(folder, 'c'))).toBeNull();
    await expect(readExisting(join(folder, 'a'))).rejects.toThrow('is no regular file');
    await expect(readExisting(join(folder, 'link'))).rejects.toThrow('is no regular file');
    await expect(writeConfigFile(join(folder, 'none/c'), 'text', null)).rejects.toThrow('cannot write');
    await writeFile(join(folder, 'd'), 'text');
    expect(await readExisting(join(folder, 'd'))).toBe('text');
  });
});
