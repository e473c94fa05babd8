import type { Client } from './client.ts';
import { under, underOrFlat } from './collect.ts';
import { approvedInCursor } from './cursor-approvals.ts';
import { envPrefix, folderNames } from './syntaxes.ts';
import { ancestor, plugin, project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';

const flat = { collect: underOrFlat(['mcpServers']) };

export const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  places: [
    user('~/.cursor/mcp.json'),
    project('.cursor/mcp.json'),
    ...['cache', 'local'].flatMap((folder) => [
      plugin(`~/.cursor/plugins/${folder}/**/mcp.json`, flat),
      plugin(`~/.cursor/plugins/${folder}/**/.mcp.json`, flat),
    ]),
  ],
  settings: [
    user('~/.cursor/permissions.json'),
    project('.cursor/permissions.json'),
    user('~/.cursor/cli-config.json'),
    user('{XDG_CONFIG_HOME}/cursor/cli-config.json', { system: 'linux' }),
    ancestor('.cursor/cli.json'),
  ],
  collect: under(['mcpServers']),
  rules: { ...usualRules, expansion: [envPrefix, folderNames] },
  approvedIn: approvedInCursor,
};
