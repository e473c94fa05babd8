import { approvalOfAgents } from './agents.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { plainBraces } from './syntaxes.ts';
import { plugin, project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';

export const kiro: Client = {
  id: 'kiro',
  name: 'Kiro',
  places: [
    user('~/.kiro/settings/mcp.json'),
    user('~/.kiro/agents/*.json'),
    project('.kiro/settings/mcp.json'),
    project('.kiro/agents/*.json'),
    plugin('~/.kiro/powers/installed/*/mcp.json'),
  ],
  collect: under(['mcpServers'], ['powers', 'mcpServers']),
  rules: { ...usualRules, expansion: [plainBraces] },
  approval: approvalOfAgents,
};
