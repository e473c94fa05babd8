import type { Client, Collected } from './client.ts';
import { under, underOrFlat } from './collect.ts';
import { approvedInGoose } from './goose-approvals.ts';
import { plugin, user } from './places.ts';
import { at } from './values.ts';

/** Parts of Goose itself stand beside servers. */
const builtIn = new Set<unknown>(['builtin', 'platform', 'frontend', 'inline_python']);
const sse = { unsupported: 'is of type "sse", which Goose no longer starts' };

export const goose: Client = {
  id: 'goose',
  name: 'Goose',
  places: [
    user('{XDG_CONFIG_HOME:-~/.config}/goose/config.yaml', { system: 'linux' }),
    user('~/.config/goose/config.yaml', { system: 'darwin' }),
    user('{APPDATA:-~/AppData/Roaming}/Block/goose/config/config.yaml', { system: 'win32' }),
    user('~/AppData/Block/goose/config/config.yaml', { system: 'win32' }),
    plugin('~/.agents/plugins/*/.mcp.json', { collect: underOrFlat(['mcpServers']) }),
  ],
  settings: [
    user('{XDG_CONFIG_HOME:-~/.config}/goose/permission.yaml', { system: 'linux' }),
    user('~/.config/goose/permission.yaml', { system: 'darwin' }),
    user('{APPDATA:-~/AppData/Roaming}/Block/goose/config/permission.yaml', { system: 'win32' }),
  ],
  collect: collectExtensions,
  rules: {
    types: { stdio: 'stdio', streamable_http: 'http', sse },
    untypedUrl: 'http',
    both: 'command',
    expansion: [],
  },
  standardise: (raw) => ({
    ...raw,
    command: raw['cmd'] ?? raw['command'],
    env: raw['envs'] ?? raw['env'],
    keptElsewhere: raw['env_keys'],
    url: raw['uri'] ?? raw['url'],
  }),
  approvedIn: approvedInGoose,
};

function collectExtensions(value: unknown): Collected {
  const { servers, problems } = under(['extensions'])(value);
  return { servers: servers.filter(({ raw }) => !builtIn.has(at(raw, 'type'))), problems };
}
