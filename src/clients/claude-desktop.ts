import type { Client } from './client.ts';
import { under } from './collect.ts';
import { inUserData, user } from './places.ts';
import { usualRules } from './usual-rules.ts';

const remote = { unsupported: 'has an address: Claude Desktop only starts programs from this file' };

/** Claude Desktop. On Windows the packaged app has a file of its own, and the one of an older install may be left over. */
export const claudeDesktop: Client = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  places: [
    user('{LOCALAPPDATA:-~/AppData/Local}/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json', {
      system: 'win32',
    }),
    ...inUserData(['Claude'], 'claude_desktop_config.json'),
  ],
  collect: under(['mcpServers']),
  rules: { ...usualRules, types: { stdio: 'stdio', http: remote, sse: remote }, untypedUrl: remote },
};
