import { expect, test } from 'vitest';
import { findKnownProjects } from '../../src/clients/known-projects.ts';
import { aMachine } from './machine.ts';

test('finds the folders that clients were used in and that are there', async () => {
  const storage = 'home/.config/Code/User/workspaceStorage';
  const machine = await aMachine({
    'code/a/x': '',
    'code/b/x': '',
    'code/c d/x': '',
    'code/e/x': '',
    'code/f/x': '',
    'home/.claude.json': {
      projects: { '@/code/a': {}, '@/home': {}, '@/code/gone': {}, relative: {}, '//host/share': {} },
    },
    'home/.codex/config.toml': '[projects."@/code/b"]\ntrust_level = "untrusted"\n',
    'home/.gemini/trustedFolders.json': { '@/code/e': 'TRUST_FOLDER' },
    'home/.copilot/config.json': { trusted_folders: ['@/code/f', 7] },
    [`${storage}/1/workspace.json`]: { folder: 'file://@/code/c%20d' },
    [`${storage}/2/workspace.json`]: { folder: 'vscode-remote://ssh-remote%2Bhost/code' },
    [`${storage}/3/workspace.json`]: { folder: 'file:///%2e%2' },
    [`${storage}/4/workspace.json`]: { workspace: 'file://@/code/a' },
    [`${storage}/5/workspace.json`]: '{',
  });
  const found = await findKnownProjects(machine);
  expect(found.map(machine.short)).toEqual(['@/code/a', '@/code/b', '@/code/e', '@/code/f', '@/code/c d']);
});
