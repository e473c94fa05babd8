import { fromLists } from './approvals.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { envPrefix, folderNames } from './syntaxes.ts';
import { approvedByPermission } from './opencode-approvals.ts';
import { opencodeRules, standardiseOpencode } from './opencode.ts';
import { editors, inUserData, project, user } from './places.ts';
import { usualTypes } from './usual-rules.ts';

const names = ['kilo.json', 'kilo.jsonc'];
const old = { collect: under(['mcpServers']), expansion: [envPrefix, folderNames] };

/** Kilo Code: files in the shape of opencode, and older ones in that of Roo Code. */
export const kilo: Client = {
  id: 'kilo',
  name: 'Kilo Code',
  places: [
    ...names.flatMap((name) => [
      user(`{XDG_CONFIG_HOME:-~/.config}/kilo/${name}`),
      project(name),
      project(`.kilo/${name}`),
    ]),
    project('.kilocode/mcp.json', old),
    user('~/.kilocode/cli/global/settings/mcp_settings.json', old),
    ...inUserData(editors, 'User/globalStorage/kilocode.kilo-code/settings/mcp_settings.json', old),
  ],
  collect: under(['mcp']),
  rules: { ...opencodeRules, types: { ...usualTypes, ...opencodeRules.types } },
  standardise: standardiseOpencode,
  approval: fromLists('alwaysAllow'),
  // What no rule is about is asked for (kilo.ai/docs/getting-started/settings/auto-approving-actions).
  approvedIn: approvedByPermission('ask'),
};
