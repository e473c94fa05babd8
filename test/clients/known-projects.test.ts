import { expect, test } from 'vitest';
import { findKnownProjects } from '../../src/clients/known-projects.ts';
import { aMachine } from './machine.ts';

test('finds the folders that clients were used in and that are there', async () => {
  const storage = 'home/.config/Code/User/workspaceStorage';
  const machine = await aMachine({
    'work/a/x': '',
    'work/b/x': '',
    'work/c d/x': '',
    'home/.claude.json': {
      projects: { '@/work/a': {}, '@/home': {}, '@/work/gone': {}, relative: {}, '//host/share': {} },
    },
    'home/.codex/config.toml': '[projects."@/work/b"]\ntrust_level = "untrusted"\n',
    [`${storage}/1/workspace.json`]: { folder: 'file://@/work/c%20d' },
    [`${storage}/2/workspace.json`]: { folder: 'vscode-remote://ssh-remote%2Bhost/work' },
    [`${storage}/3/workspace.json`]: { folder: 'file:///%2e%2' },
    [`${storage}/4/workspace.json`]: { workspace: 'file://@/work/a' },
    [`${storage}/5/workspace.json`]: '{',
  });
  const found = await findKnownProjects(machine);
  expect(found.map(machine.short)).toEqual(['@/work/a', '@/work/b', '@/work/c d']);
});
