import { collectExtension, completeExtension, extensionExpansion } from './claude-extensions.ts';
import type { Client, Place } from './client.ts';
import { under } from './collect.ts';
import { inUserData, user } from './places.ts';
import { usualRules } from './usual-rules.ts';

const remote = { unsupported: 'has an address: Claude Desktop only starts programs from this file' };
const extension = { collect: collectExtension, expansion: extensionExpansion };

/** Claude Desktop, and its extensions. On Windows the packaged app has files of its own, and those of an older install may be left over. */
export const claudeDesktop: Client = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  places: [
    ...inItsData('claude_desktop_config.json'),
    ...inItsData('Claude Extensions/*/manifest.json').map((place) => ({
      ...place,
      ...extension,
      scope: 'plugin' as const,
    })),
  ],
  settings: inItsData('Claude Extensions Settings/*.json'),
  collect: under(['mcpServers']),
  rules: { ...usualRules, types: { stdio: 'stdio', http: remote, sse: remote }, untypedUrl: remote },
  complete: completeExtension,
};

function inItsData(path: string): readonly Place[] {
  const packaged = '{LOCALAPPDATA:-~/AppData/Local}/Packages/Claude_*/LocalCache/Roaming/Claude';
  return [user(`${packaged}/${path}`, { system: 'win32' }), ...inUserData(['Claude'], path)];
}
