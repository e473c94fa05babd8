import type { Client } from './client.ts';
import { under } from './collect.ts';
import { braces } from './syntaxes.ts';
import { ancestor, user } from './places.ts';
import { usualRules } from './usual-rules.ts';

export const copilotCli: Client = {
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  places: [
    user('{COPILOT_HOME:-~/.copilot}/mcp-config.json'),
    ancestor('.mcp.json', { expansion: [braces] }),
    ancestor('.github/mcp.json', { expansion: [braces] }),
  ],
  collect: under(['mcpServers']),
  rules: { ...usualRules, untypedUrl: 'http' },
};
