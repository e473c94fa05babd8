import type { Files } from '../machine.ts';
import { notes, opencode, zed, vscodeUser, type Row } from './rows.ts';

const cursorCli = (permissions: unknown): Files => ({ 'home/.cursor/cli-config.json': { permissions } });

export const editors: readonly Row[] = [
  [
    'cursor',
    'allow-list of the editor',
    { 'home/.cursor/permissions.json': { mcpAllowlist: ['notes:list', 'other:x', 7] } },
    'list by mcpAllowlist',
  ],
  [
    'cursor',
    'a whole server',
    { 'home/.cursor/permissions.json': '{ "mcpAllowlist": ["notes:*"], /* mine */ }' },
    '* by mcpAllowlist',
  ],
  [
    'cursor',
    'a tool of every server',
    { 'code/shop/.cursor/permissions.json': { mcpAllowlist: ['*:search'] } },
    'search by mcpAllowlist',
  ],
  [
    'cursor',
    'rules of the command line',
    cursorCli({ allow: ['Mcp(notes:list)', 'Mcp(notes, get)', 'Shell(ls)'] }),
    'list get by permissions.allow',
  ],
  ['cursor', 'rules that deny', cursorCli({ allow: ['Mcp(notes:*)'], deny: ['Mcp(*:*)'] }), ''],
  [
    'cursor',
    'rules of a repository',
    { 'code/shop/.cursor/cli.json': { permissions: { allow: ['Mcp(*:*)'] } } },
    '* by permissions.allow',
  ],
  [
    'cursor',
    'no questions at all',
    { 'home/.cursor/cli-config.json': { approvalMode: 'unrestricted' } },
    '* by approvalMode',
  ],
  [
    'vscode',
    'all tools',
    { [`${vscodeUser}/settings.json`]: { 'chat.tools.global.autoApprove': true } },
    '* by chat.tools.global.autoApprove',
  ],
  [
    'vscode',
    'the older switch, in a repository',
    { 'code/shop/.vscode/settings.json': '{ "chat.tools.autoApprove": true, }' },
    '* by chat.tools.autoApprove',
  ],
  [
    'vscode',
    'in objects',
    { [`${vscodeUser}/settings.json`]: { chat: { tools: { global: { autoApprove: true } } } } },
    '* by chat.tools.global.autoApprove',
  ],
  [
    'vscode',
    'a profile',
    { [`${vscodeUser}/profiles/7f/settings.json`]: { 'chat.permissions.default': 'autopilot' } },
    '* by chat.permissions.default',
  ],
  [
    'vscode',
    'a workspace file',
    { 'code/shop/a.code-workspace': { settings: { 'chat.tools.autoApprove': true } } },
    '* by chat.tools.autoApprove',
  ],
  [
    'vscode',
    'the usual level',
    {
      [`${vscodeUser}/settings.json`]: {
        'chat.permissions.default': 'default',
        'chat.tools.global.autoApprove': false,
      },
    },
    '',
  ],
  [
    'vscode',
    'a server in its sandbox',
    { [`${vscodeUser}/mcp.json`]: { servers: { notes: { ...notes, sandboxEnabled: true } } } },
    '* by sandboxEnabled',
  ],
  [
    'windsurf',
    'names in the entry',
    { 'home/.codeium/windsurf/mcp_config.json': { mcpServers: { notes: { ...notes, alwaysAllow: ['list'] } } } },
    'list by alwaysAllow',
  ],
  [
    'windsurf',
    'rules of Devin',
    { 'home/.config/devin/config.json': { permissions: { allow: ['mcp__notes__list'] } } },
    'list by permissions.allow',
  ],
  ['zed', 'the older switch', zed({ always_allow_tool_actions: true }), '* by agent.always_allow_tool_actions'],
  ['zed', 'the older switch beside rules', zed({ always_allow_tool_actions: true, tool_permissions: {} }), ''],
  ['zed', 'all tools', zed({ tool_permissions: { default: 'allow' } }), '* by agent.tool_permissions.default'],
  [
    'zed',
    'tools by name',
    zed({
      tool_permissions: {
        tools: {
          'mcp:notes:list': { default: 'allow' },
          'mcp:notes:drop': { default: 'confirm' },
          terminal: { default: 'allow' },
        },
      },
    }),
    'list by agent.tool_permissions.tools',
  ],
  [
    'cline',
    'names in the entry',
    {
      'home/.cline/data/settings/cline_mcp_settings.json': {
        mcpServers: { notes: { ...notes, autoApprove: ['list'] } },
      },
    },
    'list by autoApprove',
  ],
  [
    'cline',
    'no questions at all',
    { 'home/.cline/data/globalState.json': { yoloModeToggled: true } },
    '* by yoloModeToggled',
  ],
  ['cline', 'a switch that is off', { 'home/.cline/data/globalState.json': { autoApproveAllToggled: false } }, ''],
  [
    'roo',
    'names in the entry',
    { 'code/shop/.roo/mcp.json': { mcpServers: { notes: { ...notes, alwaysAllow: ['*'] } } } },
    '* by alwaysAllow',
  ],
  [
    'kilo',
    'patterns, of which the last counts',
    {
      'home/.config/kilo/kilo.json': {
        ...opencode,
        permission: { '*': 'allow', 'notes_*': 'ask', notes_list: 'allow' },
      },
    },
    'list by permission',
  ],
  [
    'kilo',
    'names in an older file',
    {
      'home/.config/kilo/kilo.json': {},
      'code/shop/.kilocode/mcp.json': { mcpServers: { notes: { ...notes, alwaysAllow: ['list'] } } },
    },
    'list by alwaysAllow',
  ],
  ['kilo', 'asks by itself', {}, ''],
  [
    'continue',
    'tools by name',
    { 'home/.continue/permissions.yaml': 'allow: [list, Read, "get(x)"]\nask: [drop]\nexclude: []\n' },
    'list by permissions.yaml',
  ],
  ['continue', 'all tools', { 'home/.continue/permissions.yaml': 'allow: ["*"]\n' }, '* by permissions.yaml'],
  [
    'jetbrains',
    'a server',
    { 'home/.junie/allowlist.json': { rules: { mcpTools: { rules: [{ prefix: 'notes:', action: 'allow' }] } } } },
    '* by allowlist.json',
  ],
  [
    'jetbrains',
    'patterns, of which the first counts',
    {
      'home/.junie/allowlist.json': {
        rules: {
          mcpTools: {
            rules: [
              { pattern: 'notes:get_*', action: 'allow' },
              { pattern: '**', action: 'ask' },
              { prefix: 'notes:', action: 'allow' },
            ],
          },
        },
      },
    },
    'get_* by allowlist.json',
  ],
  ['jetbrains', 'all actions', { 'home/.junie/allowlist.json': { defaultBehavior: 'allow' } }, '* by allowlist.json'],
  [
    'antigravity',
    'tools by name',
    {
      'home/.gemini/antigravity-cli/settings.json': {
        permissions: { allow: ['mcp(notes/list)', 'mcp(notes/drop)', 'command(ls)'], ask: ['mcp(notes/drop)'] },
      },
    },
    'list by permissions.allow',
  ],
  [
    'antigravity',
    'all servers, in a repository',
    { 'code/shop/.antigravity/settings.json': { permissions: { allow: ['mcp(*)'] } } },
    '* by permissions.allow',
  ],
  [
    'antigravity',
    'no questions at all',
    { 'home/.gemini/antigravity-cli/settings.json': { toolPermission: 'always-proceed' } },
    '* by toolPermission',
  ],
];
