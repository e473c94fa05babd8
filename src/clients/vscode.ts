import { fromSwitch } from './approvals.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { braces, envPrefix, folderNames, input } from './syntaxes.ts';
import { inUserData, project, user } from './places.ts';
import { approvedInVscode } from './vscode-approvals.ts';

const programs = ['Code', 'Code - Insiders'];
const servers = under(['servers']);
const portable = { collect: under(['mcpServers']), expansion: [braces] };
const legacy = { collect: under(['mcp', 'servers'], ['mcp.servers']) };
const container = { collect: under(['customizations', 'vscode', 'mcp', 'servers']) };

/** VS Code: its own files, the portable ones that it shares with others, and where it kept servers before. */
export const vscode: Client = {
  id: 'vscode',
  name: 'VS Code',
  places: [
    ...inUserData(programs, 'User/mcp.json'),
    ...inUserData(programs, 'User/profiles/*/mcp.json'),
    ...inUserData(programs, 'User/settings.json', legacy),
    ...['~/.vscode-server/data', '~/.vscode-server-insiders/data', '{VSCODE_PORTABLE}/user-data'].flatMap((folder) => [
      user(`${folder}/User/mcp.json`),
      user(`${folder}/User/profiles/*/mcp.json`),
    ]),
    user('{COPILOT_HOME:-~/.copilot}/mcp-config.json', portable),
    project('.vscode/mcp.json'),
    project('.mcp.json', portable),
    project('.vscode/settings.json', legacy),
    project('*.code-workspace', { collect: under(['settings', 'mcp', 'servers'], ['settings', 'mcp.servers']) }),
    ...['.devcontainer/devcontainer.json', '.devcontainer.json', '.devcontainer/*/devcontainer.json'].map((path) =>
      project(path, container),
    ),
  ],
  settings: [
    ...inUserData(programs, 'User/profiles/*/settings.json'),
    ...['~/.vscode-server/data', '~/.vscode-server-insiders/data'].map((folder) =>
      user(`${folder}/Machine/settings.json`),
    ),
    user('{VSCODE_PORTABLE}/user-data/User/settings.json'),
  ],
  collect: servers,
  rules: {
    // It falls back to the older HTTP+SSE by itself.
    types: { stdio: 'stdio', local: 'stdio', http: 'any', 'streamable-http': 'any', sse: 'sse' },
    untypedUrl: 'any',
    both: 'command',
    expansion: [input, folderNames, envPrefix],
  },
  // Tools of a server in its sandbox run without a question.
  approval: fromSwitch('sandboxEnabled'),
  approvedIn: approvedInVscode,
};
