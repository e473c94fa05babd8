import { noApproval, type AutoApproval } from '../core/found-entry.ts';
import { approvalOf, joinApprovals } from './approvals.ts';
import type { Client, ClientFile, JudgedServer, RawEntry, StandardShape, Verdict } from './client.ts';
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
    ancestor('.codex/config.toml'),
    plugin(`${own}/plugins/**/.mcp.json`, { collect: underOrFlat(['mcpServers'], ['mcp_servers']) }),
  ],
  collect: under(['mcp_servers']),
  rules: { ...usualRules, untypedUrl: 'http', both: 'broken' },
  standardise,
  approval,
  judge,
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

/** The file of a repository counts only where the person trusts its folder. */
function judge({ scope, project }: JudgedServer, files: readonly ClientFile[]): Verdict {
  if (scope !== 'project') return {};
  const own = files.filter((file) => file.scope === 'user');
  const folders = own.flatMap(({ value }) => {
    const projects = at(value, 'projects');
    return isObject(projects)
      ? Object.keys(projects).filter((folder) => at(projects, folder, 'trust_level') === 'trusted')
      : [];
  });
  return { enabled: folders.some((folder) => project === folder || project?.startsWith(`${folder}/`) === true) };
}
