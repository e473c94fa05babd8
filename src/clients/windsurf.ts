import { fromLists } from './approvals.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { curlyFile, envPrefix } from './syntaxes.ts';
import { project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';

const file = { ...curlyFile, pattern: String.raw`\$\{file:[^}]*\}` };

/** Windsurf, and Devin as it is called since. */
export const windsurf: Client = {
  id: 'windsurf',
  name: 'Windsurf / Devin',
  places: [
    user('~/.codeium/windsurf/mcp_config.json'),
    user('~/.codeium/mcp_config.json'),
    user('{XDG_CONFIG_HOME:-~/.config}/devin/mcp_config.json'),
    project('.devin/mcp_config.json'),
    project('.devin/mcp_config.local.json'),
  ],
  collect: under(['mcpServers']),
  rules: { ...usualRules, expansion: [envPrefix, file] },
  standardise: (raw) => ({ ...raw, url: raw['serverUrl'] ?? raw['url'] }),
  approval: fromLists('alwaysAllow'),
};
