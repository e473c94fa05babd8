import { fromLists } from './approvals.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { envPrefix, folderNames } from './syntaxes.ts';
import { editors, inUserData, project } from './places.ts';

export const roo: Client = {
  id: 'roo',
  name: 'Roo Code',
  places: [
    ...inUserData(editors, 'User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
    project('.roo/mcp.json'),
  ],
  collect: under(['mcpServers']),
  rules: {
    types: { stdio: 'stdio', sse: 'sse', 'streamable-http': 'http' },
    untypedUrl: { unsupported: 'has an address and no "type", which Roo Code refuses' },
    both: 'command',
    expansion: [envPrefix, folderNames],
  },
  approval: fromLists('alwaysAllow'),
};
