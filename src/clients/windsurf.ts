import { fromLists } from './approvals.ts';
import { approvedByLists } from './claude-approvals.ts';
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
    user('{XDG_CONFIG_HOME:-~/.config}/devin/config.json'),
    project('.devin/mcp_config.json'),
    project('.devin/mcp_config.local.json'),
    project('.devin/config.json'),
  ],
  collect: under(['mcpServers']),
  rules: { ...usualRules, expansion: [envPrefix, file] },
  standardise: (raw) => ({ ...raw, url: raw['serverUrl'] ?? raw['url'] }),
  approval: fromLists('alwaysAllow'),
  // Devin has the rules of Claude Code (docs.devin.ai/cli/reference/permissions).
  approvedIn: approvedByLists,
};
