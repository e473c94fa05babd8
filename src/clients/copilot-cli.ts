import type { AutoApproval } from '../core/found-entry.ts';
import type { Client, ClientFile, JudgedServer } from './client.ts';
import { under, underOrFlat } from './collect.ts';
import { isNear } from './near-files.ts';
import { braces } from './syntaxes.ts';
import { ancestor, plugin, user } from './places.ts';
import { firstCounts } from './tool-rules.ts';
import { usualRules } from './usual-rules.ts';
import { at, isObject, list } from './values.ts';

const own = '{COPILOT_HOME:-~/.copilot}';

export const copilotCli: Client = {
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  places: [
    user(`${own}/mcp-config.json`),
    ancestor('.mcp.json', { expansion: [braces] }),
    ancestor('.github/mcp.json', { expansion: [braces] }),
    plugin(`${own}/installed-plugins/**/.mcp.json`, { expansion: [braces], collect: underOrFlat(['mcpServers']) }),
  ],
  settings: [user(`${own}/permissions-config.json`)],
  collect: under(['mcpServers']),
  rules: { ...usualRules, untypedUrl: 'http' },
  approvedIn,
};

/** What a person approved for good, by folder; `toolName` is null for all tools of a server (docs.github.com, cli-config-dir-reference). */
function approvedIn({ name, project }: JudgedServer, files: readonly ClientFile[]): AutoApproval {
  const kept = files.flatMap(({ value }) => {
    const locations = at(value, 'locations');
    return isObject(locations) ? Object.entries(locations) : [];
  });
  const tools = kept
    .filter(([folder]) => isNear(folder, project))
    .flatMap(([, location]) => list(at(location, 'tool_approvals')))
    .filter((one) => at(one, 'kind') === 'mcp' && at(one, 'serverName') === name)
    .map((one) => at(one, 'toolName') ?? '*')
    .filter((tool) => typeof tool === 'string');
  return firstCounts(
    tools.map((tool) => ({ tool, isAllowed: true })),
    'tool_approvals',
  );
}
