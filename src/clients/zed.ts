import { allIf, approvalOf, inEach, joinApprovals } from './approvals.ts';
import type { Client, RawEntry, StandardShape } from './client.ts';
import { under } from './collect.ts';
import { project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';
import { at, isObject } from './values.ts';

export const zed: Client = {
  id: 'zed',
  name: 'Zed',
  places: [
    user('{XDG_CONFIG_HOME:-~/.config}/zed/settings.json', { system: 'linux' }),
    user('~/.config/zed/settings.json', { system: 'darwin' }),
    user('{APPDATA:-~/AppData/Roaming}/Zed/settings.json', { system: 'win32' }),
    project('.zed/settings.json'),
  ],
  collect: under(['context_servers']),
  rules: { ...usualRules, untypedUrl: 'http' },
  standardise,
  approvedIn: inEach(approvedBy),
};

/** The command was an object before; a server of an extension has none in the file. */
function standardise(raw: RawEntry): StandardShape {
  const { command, url, settings } = raw;
  if (isObject(command)) return { ...raw, command: command['path'], args: command['args'], env: command['env'] };
  const isExtension = command === undefined && url === undefined && settings !== undefined;
  return isExtension ? { refusal: 'belongs to an extension of the editor, which brings the command' } : raw;
}

/** Before 0.224 one switch, since then a default and an answer for each tool by its whole name (zed.dev/docs/ai/tool-permissions). */
function approvedBy(value: unknown, name: string) {
  const permissions = at(value, 'agent', 'tool_permissions');
  const before = permissions === undefined && at(value, 'agent', 'always_allow_tool_actions') === true;
  const own = at(permissions, 'tools');
  const begin = `mcp:${name}:`;
  const tools = Object.keys(isObject(own) ? own : {}).filter(
    (tool) => tool.startsWith(begin) && at(own, tool, 'default') === 'allow',
  );
  return joinApprovals([
    allIf(before, 'agent.always_allow_tool_actions'),
    allIf(at(permissions, 'default') === 'allow', 'agent.tool_permissions.default'),
    approvalOf(
      tools.map((tool) => tool.slice(begin.length)),
      'agent.tool_permissions.tools',
    ),
  ]);
}
