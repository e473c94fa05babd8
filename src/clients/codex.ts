import { noApproval, type AutoApproval } from '../core/found-entry.ts';
import { approvalOf, joinApprovals } from './approvals.ts';
import type { Client, RawEntry, StandardShape } from './client.ts';
import { approvedInCodex, isOnInCodex } from './codex-settings.ts';
import { under, underOrFlat } from './collect.ts';
import { ancestor, managed, plugin, user } from './places.ts';
import { usualRules } from './usual-rules.ts';
import { at, isObject, list } from './values.ts';

const own = '{CODEX_HOME:-~/.codex}';

export const codex: Client = {
  id: 'codex',
  name: 'Codex',
  places: [
    user(`${own}/config.toml`),
    user(`${own}/*.config.toml`),
    managed('linux', '/etc/codex/config.toml'),
    managed('darwin', '/etc/codex/config.toml'),
    managed('win32', '{PROGRAMDATA:-C:/ProgramData}/OpenAI/Codex/config.toml'),
    managed('linux', '/etc/codex/managed_config.toml'),
    managed('darwin', '/etc/codex/managed_config.toml'),
    managed('win32', `${own}/managed_config.toml`),
    ancestor('.codex/config.toml'),
    plugin(`${own}/plugins/**/.mcp.json`, { collect: underOrFlat(['mcpServers'], ['mcp_servers']) }),
  ],
  settings: [
    managed('linux', '/etc/codex/requirements.toml'),
    managed('darwin', '/etc/codex/requirements.toml'),
    managed('win32', '{PROGRAMDATA:-C:/ProgramData}/OpenAI/Codex/requirements.toml'),
  ],
  collect: under(['mcp_servers']),
  rules: { ...usualRules, untypedUrl: 'http', both: 'broken' },
  standardise,
  approval,
  approvedIn: approvedInCodex,
  judge: isOnInCodex,
};

/** Variables are named, never written into texts. */
function standardise(raw: RawEntry): StandardShape {
  const { command, args, env, cwd, url } = raw;
  if (raw['bearer_token'] !== undefined) return { refusal: 'has a "bearer_token", which Codex refuses' };
  const passed = list(raw['env_vars']).map((item) => at(item, 'name') ?? item);
  return {
    ...{ command, args, env, cwd, url },
    passedVariables: passed,
    headers: raw['http_headers'],
    headerVariables: raw['env_http_headers'],
    bearerVariable: raw['bearer_token_env_var'],
    remarks: raw['headers'] === undefined ? [] : ['has "headers", which Codex ignores; it reads "http_headers"'],
  };
}

/** `auto` and `writes` ask by the hints of a tool, `approve` never. */
function approval(raw: RawEntry): AutoApproval {
  const mode = raw['default_tools_approval_mode'];
  const tools = isObject(raw['tools']) ? raw['tools'] : {};
  const approved = Object.keys(tools).filter((tool) => at(tools, tool, 'approval_mode') === 'approve');
  const byHints = mode === 'auto' || mode === 'writes';
  return joinApprovals([
    approvalOf(mode === 'approve' ? ['*'] : [], 'default_tools_approval_mode'),
    approvalOf(
      approved.filter((tool) => tool !== '*'),
      'tools.approval_mode',
    ),
    byHints ? { ...noApproval, byHints, by: ['default_tools_approval_mode'] } : noApproval,
  ]);
}
