import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { examineMode, examineTokens, judgeMode, type Privacy } from '../../src/machine/examine-modes.ts';
import { examineNode } from '../../src/machine/examine-node.ts';
import { examineSpace, judgeSpace } from '../../src/machine/examine-space.ts';
import { aFolder } from '../config/config-folder.ts';

test.each([
  ['v20.19.0', 'ok'],
  ['v22.0.0', 'ok'],
  ['v20.18.9', 'problem'],
  ['v18.20.0', 'problem'],
])('Node.js %s: %s', (version, state) => {
  expect(examineNode(version)).toMatchObject({ state });
});

const open: Privacy = { kind: 'config', secrets: [] };
const secret: Privacy = { kind: 'config', secrets: ['database'] };

test.each<[string, number, Privacy, boolean, string | null]>([
  ['a config without secrets that all read', 0o644, open, false, null],
  ['a config that all write', 0o646, open, false, 'chmod o-w /f'],
  ['a config with secrets that all read', 0o644, secret, false, 'chmod 600 /f'],
  ['a config with secrets for a group', 0o640, secret, false, null],
  ['a database of its owner', 0o600, { kind: 'database' }, false, null],
  ['a database that all read', 0o604, { kind: 'database' }, false, 'chmod 600 /f'],
  ['tokens of their owner', 0o600, { kind: 'tokens' }, false, null],
  ['variables of their owner', 0o600, { kind: 'environment' }, false, null],
  ['variables that all read', 0o644, { kind: 'environment' }, false, 'chmod 600 /f'],
  ['variables for a group', 0o640, { kind: 'environment' }, false, 'chmod 600 /f'],
  ['tokens for a group', 0o640, { kind: 'tokens' }, false, 'chmod 600 /f'],
  ['a folder of tokens that all see', 0o755, { kind: 'tokens' }, true, 'chmod 700 /f'],
])('%s', (_, mode, privacy, isFolder, remedy) => {
  const state = remedy === null ? 'ok' : 'problem';
  expect(judgeMode('/f', { mode, isFolder }, privacy)).toMatchObject({ name: '/f', state, remedy });
});

describe('files on disk', () => {
  it('names each token file that others may use, and the folder', async () => {
    const folder = await aFolder({ 'a.json': '{}', 'b.json': '{}', 'a.lock': '' });
    await Promise.all([
      chmod(folder, 0o700),
      chmod(join(folder, 'a.json'), 0o644),
      chmod(join(folder, 'b.json'), 0o600),
    ]);
    const found = await examineTokens(folder, 'linux');
    expect(found).toMatchObject([
      { name: folder, state: 'ok' },
      { name: join(folder, 'a.json'), state: 'problem' },
    ]);
  });

  it('says nothing of what is not there, and nothing of modes on Windows', async () => {
    const folder = await aFolder({ config: '' });
    expect(await examineTokens(join(folder, 'none'), 'linux')).toEqual([]);
    expect(await examineMode(join(folder, 'config'), secret, 'win32')).toMatchObject([{ state: 'note' }]);
  });
});

test('free space', async () => {
  expect(judgeSpace('/d', 99e6)).toMatchObject({ state: 'problem', message: 'only 99 MB free' });
  expect(judgeSpace('/d', 12e9)).toMatchObject({ state: 'ok', message: '12 GB free' });
  const folder = await aFolder({});
  expect((await examineSpace(folder)).message).toMatch(/ [MG]B free$/);
  expect(await examineSpace(join(folder, 'none'))).toMatchObject({ state: 'note' });
});
