import type { Client } from './client.ts';
import { under } from './collect.ts';
import { braces } from './syntaxes.ts';
import { ancestor, project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';

// Clients that differ from the usual in little more than their files.

const mcpServers = under(['mcpServers']);

export const lmStudio: Client = {
  id: 'lm-studio',
  name: 'LM Studio',
  places: [user('~/.lmstudio/mcp.json')],
  collect: mcpServers,
  rules: usualRules,
};

export const jetbrains: Client = {
  id: 'jetbrains',
  name: 'JetBrains / Junie',
  places: [user('~/.junie/mcp/mcp.json'), project('.junie/mcp/mcp.json'), project('.ai/mcp/mcp.json')],
  collect: mcpServers,
  rules: usualRules,
};

export const warp: Client = {
  id: 'warp',
  name: 'Warp',
  places: [user('~/.warp/.mcp.json'), ancestor('.warp/.mcp.json'), project('.agents/.mcp.json')],
  collect: mcpServers,
  rules: usualRules,
  standardise: (raw) => ({ ...raw, cwd: raw['working_directory'] ?? raw['cwd'] }),
};

const ampFiles = ['settings.json', 'settings.jsonc'];

export const amp: Client = {
  id: 'amp',
  name: 'Amp',
  places: ampFiles.flatMap((name) => [
    user(`{XDG_CONFIG_HOME:-~/.config}/amp/${name}`),
    user(`{APPDATA:-~/AppData/Roaming}/amp/${name}`, { system: 'win32' }),
    project(`.amp/${name}`),
  ]),
  // One key with a dot in it.
  collect: under(['amp.mcpServers']),
  rules: usualRules,
};

export const antigravity: Client = {
  id: 'antigravity',
  name: 'Antigravity',
  places: [
    user('~/.gemini/config/mcp_config.json'),
    user('~/.gemini/antigravity/mcp_config.json'),
    project('.agents/mcp_config.json'),
  ],
  collect: mcpServers,
  rules: usualRules,
  standardise: (raw) => ({ ...raw, url: raw['serverUrl'] ?? raw['url'] }),
};

export const factory: Client = {
  id: 'factory',
  name: 'Factory',
  places: [user('~/.factory/mcp.json'), ancestor('.factory/mcp.json')],
  collect: mcpServers,
  rules: { ...usualRules, expansion: [braces] },
};
