import { approvedInClaude } from './claude-approvals.ts';
import { isOnInClaude } from './claude-settings.ts';
import type { Client, Collected } from './client.ts';
import { joinCollected, none, under, underOrFlat } from './collect.ts';
import { braces, pluginFolder, projectFolder } from './syntaxes.ts';
import { managed, plugin, project, user } from './places.ts';
import { at, isObject, list } from './values.ts';

const own = '{CLAUDE_CONFIG_DIR:-~/.claude}';
const pluginFolders = [
  `${own}/plugins/cache`,
  `${own}/plugins/repos`,
  '{CLAUDE_CODE_PLUGIN_CACHE_DIR}',
  '{CLAUDE_CODE_PLUGIN_SEED_DIR}',
];
const inPlugin = { expansion: [pluginFolder('CLAUDE_PLUGIN_ROOT'), projectFolder('CLAUDE_PROJECT_DIR'), braces] };
const websocket = { unsupported: 'is reached over WebSocket, which tooldrift does not speak' };
const untyped = 'has an address and no "type": Claude Code takes that for a program and does not start it';

/** `.claude.json` holds state as well, and grows. */
const stateBytes = 32_000_000;

/** Claude Code: its own file, the file of a repository, plugins, agents, and what an administrator sets. */
export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  places: [
    user('{CLAUDE_CONFIG_DIR:-~}/.claude.json', { collect: collectState, maxBytes: stateBytes }),
    project('.mcp.json'),
    managed('linux', '/etc/claude-code/managed-mcp.json'),
    managed('darwin', '/Library/Application Support/ClaudeCode/managed-mcp.json'),
    managed('win32', '{PROGRAMFILES:-C:/Program Files}/ClaudeCode/managed-mcp.json'),
    ...pluginFolders.flatMap((folder) => [
      plugin(`${folder}/**/.mcp.json`, { ...inPlugin, collect: underOrFlat(['mcpServers']) }),
      plugin(`${folder}/**/.claude-plugin/plugin.json`, { ...inPlugin, collect: collectPlugin }),
    ]),
    user(`${own}/agents/*.md`, { collect: collectAgent }),
    project('.claude/agents/*.md', { collect: collectAgent }),
  ],
  settings: [
    user(`${own}/settings.json`, { collect: none }),
    project('.claude/settings.json', { collect: none }),
    project('.claude/settings.local.json', { collect: none }),
    managed('linux', '/etc/claude-code/managed-settings.json'),
    managed('darwin', '/Library/Application Support/ClaudeCode/managed-settings.json'),
    managed('win32', '{PROGRAMFILES:-C:/Program Files}/ClaudeCode/managed-settings.json'),
  ],
  collect: under(['mcpServers']),
  rules: {
    types: { stdio: 'stdio', http: 'http', 'streamable-http': 'http', sse: 'sse', ws: websocket },
    untypedUrl: { unsupported: untyped },
    both: 'command',
    expansion: [braces],
  },
  standardise: (raw) => ({
    ...raw,
    remarks: raw['headersHelper'] === undefined ? [] : ['runs a command for its headers ("headersHelper")'],
  }),
  approvedIn: approvedInClaude,
  judge: isOnInClaude,
};

/** Servers of the user, and those that are for one project only. */
function collectState(value: unknown): Collected {
  const projects = at(value, 'projects');
  const local = Object.entries(isObject(projects) ? projects : {}).map(([folder, own]) => {
    const { servers, problems } = under(['mcpServers'])(own);
    return { problems, servers: servers.map((server) => ({ ...server, scope: 'local' as const, project: folder })) };
  });
  return joinCollected([under(['mcpServers'])(value), ...local]);
}

/** `mcpServers` of a plugin are an object, the path of a file, or a list of these. */
function collectPlugin(value: unknown): Collected {
  const own = at(value, 'mcpServers');
  const parts = Array.isArray(own) ? list(own) : own === undefined ? [] : [own];
  return joinCollected(
    parts.map((part): Collected => {
      if (typeof part !== 'string') return under(['mcpServers'])({ mcpServers: part });
      const isUsual = /^(?:\.\/)?\.mcp\.json$/.test(part);
      return { servers: [], problems: isUsual ? [] : ['keeps its servers in a file of its own, which is not read'] };
    }),
  );
}

/** Servers of an agent: names of others, or objects with new ones. */
function collectAgent(value: unknown): Collected {
  const own = at(value, 'mcpServers');
  if (!Array.isArray(own)) return under(['mcpServers'])(value);
  return joinCollected(own.filter(isObject).map((part) => under(['mcpServers'])({ mcpServers: part })));
}
