import type { Files } from '../machine.ts';
import { notes, notesToml, opencode, policy, type Row } from './rows.ts';

const claude = (permissions: unknown): Files => ({ 'home/.claude/settings.json': { permissions } });
const shop = '@/code/shop';

export const terminals: readonly Row[] = [
  ['claude-code', 'nothing', {}, ''],
  ['claude-code', 'a tool', claude({ allow: ['mcp__notes__list'] }), 'list by permissions.allow'],
  ['claude-code', 'the server', claude({ allow: ['mcp__notes'] }), '* by permissions.allow'],
  ['claude-code', 'its tools', claude({ allow: ['mcp__notes__*'] }), '* by permissions.allow'],
  ['claude-code', 'a pattern', claude({ allow: ['mcp__notes__get_*'] }), 'get_* by permissions.allow'],
  ['claude-code', 'a star for servers', claude({ allow: ['mcp__*', 'mcp__notes2__x', 'mcp__note'] }), ''],
  [
    'claude-code',
    'a question first',
    claude({ allow: ['mcp__notes__a', 'mcp__notes__b'], ask: ['mcp__notes__b'] }),
    'a by permissions.allow',
  ],
  ['claude-code', 'a server that is denied', claude({ allow: ['mcp__notes__a'], deny: ['mcp__*'] }), ''],
  ['claude-code', 'no questions at all', claude({ defaultMode: 'bypassPermissions' }), '* by permissions.defaultMode'],
  ['claude-code', 'edits alone', claude({ defaultMode: 'acceptEdits' }), ''],
  [
    'claude-code',
    'an administrator forbids the mode',
    {
      ...claude({ defaultMode: 'bypassPermissions' }),
      'etc/claude-code/managed-settings.json': { permissions: { disableBypassPermissionsMode: 'disable' } },
    },
    '',
  ],
  [
    'claude-code',
    'settings of a repository',
    { 'code/shop/.claude/settings.json': { permissions: { allow: ['mcp__notes__list'] } } },
    'list by permissions.allow',
  ],
  [
    'copilot-cli',
    'a tool in a folder',
    {
      'home/.copilot/permissions-config.json': {
        locations: {
          [shop]: { tool_approvals: [{ kind: 'mcp', serverName: 'notes', toolName: 'list' }, { kind: 'write' }] },
        },
      },
    },
    'list by tool_approvals',
  ],
  [
    'copilot-cli',
    'a whole server',
    {
      'home/.copilot/permissions-config.json': {
        locations: { [shop]: { tool_approvals: [{ kind: 'mcp', serverName: 'notes', toolName: null }] } },
      },
    },
    '* by tool_approvals',
  ],
  [
    'codex',
    'never asks, with full access',
    { 'home/.codex/config.toml': `approval_policy = "never"\nsandbox_mode = "danger-full-access"\n${notesToml}` },
    '* by approval_policy',
  ],
  [
    'codex',
    'never asks, in a sandbox',
    { 'home/.codex/config.toml': `approval_policy = "never"\nsandbox_mode = "workspace-write"\n${notesToml}` },
    '',
  ],
  [
    'codex',
    'the profile in use',
    {
      'home/.codex/config.toml': `profile = "x"\napproval_policy = "never"\n${notesToml}[profiles.x]\nsandbox_mode = "danger-full-access"\n`,
    },
    '* by approval_policy',
  ],
  [
    'codex',
    'an administrator forbids it',
    {
      'home/.codex/config.toml': `approval_policy = "never"\nsandbox_mode = "danger-full-access"\n${notesToml}`,
      'etc/codex/requirements.toml': 'allowed_sandbox_modes = ["read-only"]\n',
    },
    '',
  ],
  [
    'codex',
    'a mode of the server',
    { 'home/.codex/config.toml': `${notesToml}default_tools_approval_mode = "approve"\n` },
    '* by default_tools_approval_mode',
  ],
  [
    'codex',
    'a mode that trusts hints',
    { 'home/.codex/config.toml': `${notesToml}default_tools_approval_mode = "writes"\n` },
    'hints by default_tools_approval_mode',
  ],
  [
    'codex',
    'a tool',
    { 'home/.codex/config.toml': `${notesToml}[mcp_servers.notes.tools.list]\napproval_mode = "approve"\n` },
    'list by tools.approval_mode',
  ],
  [
    'gemini-cli',
    'a server that is trusted',
    { 'home/.gemini/settings.json': { mcpServers: { notes: { ...notes, trust: true } } } },
    '* by trust',
  ],
  [
    'gemini-cli',
    'a list of tools',
    {
      'home/.gemini/settings.json': {
        mcpServers: { notes },
        tools: { allowed: ['mcp_notes_list', 'notes__get', 'run_shell_command(git)'] },
      },
    },
    'list get by tools.allowed',
  ],
  [
    'gemini-cli',
    'a rule for a server',
    { 'home/.gemini/policies/a.toml': policy('mcpName = "notes"\ndecision = "allow"') },
    '* by policies',
  ],
  [
    'gemini-cli',
    'rules for tools',
    { 'home/.gemini/policies/a.toml': policy('mcpName = "notes"\ntoolName = ["list", "get"]\ndecision = "allow"') },
    'list get by policies',
  ],
  [
    'gemini-cli',
    'a rule of a repository by its whole name',
    { 'code/shop/.gemini/policies/a.toml': policy('toolName = "mcp_notes_*"\ndecision = "allow"') },
    '* by policies',
  ],
  [
    'gemini-cli',
    'a rule for what calls itself harmless',
    {
      'home/.gemini/policies/a.toml': policy(
        'toolName = "mcp_*"\ntoolAnnotations = { readOnlyHint = true }\ndecision = "allow"',
      ),
    },
    'hints by policies',
  ],
  [
    'gemini-cli',
    'rules for others, for arguments, and that ask',
    {
      'home/.gemini/policies/a.toml':
        policy('mcpName = "other"\ndecision = "allow"') +
        policy('mcpName = "notes"\nargsPattern = "x"\ndecision = "allow"') +
        policy('mcpName = "notes"\ndecision = "ask_user"') +
        policy('modes = ["yolo"]\ndecision = "allow"'),
    },
    '',
  ],
  ['opencode', 'asks nothing by itself', {}, '* by permission is not set'],
  ['opencode', 'all are asked for', { 'home/.config/opencode/opencode.json': { ...opencode, permission: 'ask' } }, ''],
  [
    'opencode',
    'a repository allows more',
    {
      'home/.config/opencode/opencode.json': { ...opencode, permission: { '*': 'ask' } },
      'code/shop/opencode.json': { permission: { notes_list: 'allow' } },
    },
    'list by permission',
  ],
  [
    'crush',
    'tools by name',
    {
      'home/.config/crush/crush.json': {
        mcp: { notes: { type: 'stdio', ...notes } },
        permissions: { allowed_tools: ['view', 'mcp_notes_list'] },
      },
    },
    'list by permissions.allowed_tools',
  ],
  [
    'warp',
    'a profile that always allows',
    {
      'home/.config/warp-terminal/settings.toml':
        '[agents.execution_profiles.default]\nmcp_permissions = "always_allow"\n',
    },
    '* by agents.execution_profiles',
  ],
  [
    'warp',
    'a profile that asks',
    { 'home/.warp/settings.toml': '[agents.execution_profiles.default]\nmcp_permissions = "always_ask"\n' },
    '',
    'darwin',
  ],
];
