import { allIf, inEach } from './approvals.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { ancestor, project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';
import { at, isObject } from './values.ts';

export const warp: Client = {
  id: 'warp',
  name: 'Warp',
  places: [user('~/.warp/.mcp.json'), ancestor('.warp/.mcp.json'), project('.agents/.mcp.json')],
  settings: [
    user('{XDG_CONFIG_HOME:-~/.config}/warp-terminal/settings.toml', { system: 'linux' }),
    user('~/.warp/settings.toml', { system: 'darwin' }),
    user('{LOCALAPPDATA:-~/AppData/Local}/warp/Warp/config/settings.toml', { system: 'win32' }),
  ],
  collect: under(['mcpServers']),
  rules: usualRules,
  standardise: (raw) => ({ ...raw, cwd: raw['working_directory'] ?? raw['cwd'] }),
  // Its lists of single servers hold ids that no file explains (warpdotdev/warp, app/src/ai/execution_profiles/config.rs).
  approvedIn: inEach((value) => {
    const profiles = at(value, 'agents', 'execution_profiles');
    const own = Object.values(isObject(profiles) ? profiles : {});
    const isOpen = own.some((profile) => at(profile, 'mcp_permissions') === 'always_allow');
    return allIf(isOpen, 'agents.execution_profiles');
  }),
};
