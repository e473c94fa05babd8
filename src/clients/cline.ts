import { allIf, fromLists, inEach, joinApprovals } from './approvals.ts';
import type { Client, RawEntry, StandardShape } from './client.ts';
import { under } from './collect.ts';
import { envPrefix } from './syntaxes.ts';
import { editors, inUserData, user } from './places.ts';
import { at, isObject } from './values.ts';

const file = 'settings/cline_mcp_settings.json';

export const cline: Client = {
  id: 'cline',
  name: 'Cline',
  places: [
    user('{CLINE_MCP_SETTINGS_PATH}'),
    user(`{CLINE_DATA_DIR}/${file}`),
    user(`{CLINE_DIR:-~/.cline}/data/${file}`),
    ...inUserData(editors, `User/globalStorage/saoudrizwan.claude-dev/${file}`),
  ],
  settings: [user('{CLINE_DATA_DIR}/globalState.json'), user('{CLINE_DIR:-~/.cline}/data/globalState.json')],
  collect: under(['mcpServers']),
  rules: {
    types: { stdio: 'stdio', sse: 'sse', streamableHttp: 'http', http: 'http' },
    untypedUrl: 'sse',
    both: 'command',
    expansion: [envPrefix],
  },
  standardise,
  approval: fromLists('autoApprove'),
  approvedIn: inEach((value) =>
    joinApprovals(['yoloModeToggled', 'autoApproveAllToggled'].map((key) => allIf(at(value, key) === true, key))),
  ),
};

/** How to reach a server may stand in `transport`, and its type under an older name. */
function standardise(raw: RawEntry): StandardShape {
  const inner = isObject(raw['transport']) ? raw['transport'] : {};
  return { ...raw, ...inner, type: inner['type'] ?? raw['type'] ?? raw['transportType'] };
}
