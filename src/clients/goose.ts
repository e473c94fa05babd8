import { noApproval, type AutoApproval } from '../core/found-entry.ts';
import { approvalOf } from './approvals.ts';
import type { Client, Collected, RawEntry } from './client.ts';
import { under, underOrFlat } from './collect.ts';
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
  approval,
};

function collectExtensions(value: unknown): Collected {
  const { servers, problems } = under(['extensions'])(value);
  return { servers: servers.filter(({ raw }) => !builtIn.has(at(raw, 'type'))), problems };
}

/** Goose asks nothing unless it is told to. */
function approval(_raw: RawEntry, _name: string, file: unknown): AutoApproval {
  const mode = at(file, 'GOOSE_MODE') ?? 'auto';
  if (mode === 'smart_approve') return { ...noApproval, byHints: true, by: ['GOOSE_MODE'] };
  return approvalOf(mode === 'auto' ? ['*'] : [], 'GOOSE_MODE');
}
