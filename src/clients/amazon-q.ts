import { approvalOfAgents } from './agents.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';

export const amazonQ: Client = {
  id: 'amazon-q',
  name: 'Amazon Q',
  places: [
    user('~/.aws/amazonq/mcp.json'),
    user('~/.aws/amazonq/cli-agents/*.json'),
    user('~/.aws/amazonq/agents/default.json'),
    project('.amazonq/mcp.json'),
    project('.amazonq/cli-agents/*.json'),
  ],
  collect: under(['mcpServers']),
  rules: usualRules,
  approval: approvalOfAgents,
};
