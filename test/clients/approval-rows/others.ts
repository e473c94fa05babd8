import { notes, goose, type Row } from './rows.ts';

export const others: readonly Row[] = [
  ['claude-desktop', 'keeps it to itself', {}, ''],
  ['goose', 'asks nothing by itself', { 'home/.config/goose/config.yaml': goose('') }, '* by GOOSE_MODE is not set'],
  ['goose', 'a mode that asks', {}, ''],
  [
    'goose',
    'a mode that trusts hints',
    { 'home/.config/goose/config.yaml': goose('GOOSE_MODE: smart_approve\n') },
    'hints by GOOSE_MODE',
  ],
  [
    'goose',
    'tools that were approved',
    {
      'home/.config/goose/permission.yaml':
        'user:\n  always_allow: [notes__list, notes__get, other__x]\n  ask_before: [notes__get]\n  never_allow: []\n',
    },
    'list by permission.yaml',
  ],
  [
    'lm-studio',
    'patterns',
    { 'home/.lmstudio/settings.json': { chat: { skipToolConfirmationPatterns: ['mcp/notes:list', 'mcp/other:*'] } } },
    'list by chat.skipToolConfirmationPatterns',
  ],
  [
    'lm-studio',
    'no questions at all',
    { 'home/.lmstudio/settings.json': { chat: { neverAskForToolConfirmation: true } } },
    '* by chat.neverAskForToolConfirmation',
  ],
  [
    'amazon-q',
    'names of servers and tools',
    {
      'home/.aws/amazonq/cli-agents/dev.json': {
        mcpServers: { notes },
        allowedTools: ['@notes/list', '@no*/get_*', '@other', 'fs_read'],
      },
    },
    'list get_* by allowedTools',
  ],
  [
    'amazon-q',
    'all tools',
    { 'home/.aws/amazonq/cli-agents/dev.json': { mcpServers: { notes }, allowedTools: ['*'] } },
    '* by allowedTools',
  ],
  [
    'kiro',
    'names in the entry',
    { 'home/.kiro/settings/mcp.json': { mcpServers: { notes: { ...notes, autoApprove: ['list'] } } } },
    'list by autoApprove',
  ],
  [
    'kiro',
    'an agent',
    {
      'home/.kiro/settings/mcp.json': {},
      'home/.kiro/agents/a.json': { mcpServers: { notes }, allowedTools: ['@notes'] },
    },
    '* by allowedTools',
  ],
  [
    'kiro',
    'rules, of which the strictest counts',
    {
      'home/.kiro/settings/permissions.yaml':
        'rules:\n  - { capability: mcp, effect: allow, match: ["notes/**"], exclude: ["notes/drop"] }\n  - { capability: shell, effect: allow }\n',
    },
    '* by permissions.yaml',
  ],
  [
    'kiro',
    'rules that ask',
    {
      'home/.kiro/settings/permissions.yaml':
        'rules:\n  - { capability: mcp, effect: allow, match: [notes/list, notes/drop] }\n  - { capability: mcp, effect: ask, match: [notes/drop] }\n',
    },
    'list by permissions.yaml',
  ],
  [
    'amp',
    'rules, of which the first counts',
    {
      'home/.config/amp/settings.json': {
        'amp.mcpServers': { notes },
        'amp.permissions': [
          { tool: 'mcp__notes__drop', action: 'ask' },
          { tool: 'mcp__notes__get', action: 'allow', matches: { id: 1 } },
          { tool: 'mcp__notes__list', action: 'allow' },
          { tool: 'Bash', action: 'allow' },
          { tool: 'mcp__*', action: 'ask' },
          { tool: '*', action: 'allow' },
        ],
      },
    },
    'list by amp.permissions',
  ],
  [
    'amp',
    'a rule for all servers',
    { 'code/shop/.amp/settings.json': { 'amp.permissions': [{ tool: 'mcp__*', action: 'allow' }] } },
    '* by amp.permissions',
  ],
  [
    'amp',
    'no questions at all',
    { 'etc/ampcode/managed-settings.json': { 'amp.dangerouslyAllowAll': true } },
    '* by amp.dangerouslyAllowAll',
  ],
  [
    'factory',
    'a high level of autonomy',
    { 'home/.factory/settings.json': { sessionDefaultSettings: { autonomyLevel: 'high' } } },
    '* by autonomyLevel',
  ],
  [
    'factory',
    'tools of low risk',
    {
      'home/.factory/settings.json': {
        autonomyLevel: 'auto-medium',
        mcpAutonomyOverrides: { notes: { tools: { list: 'low', drop: 'high' } } },
      },
    },
    'list by mcpAutonomyOverrides',
  ],
  [
    'factory',
    'a server of low risk',
    {
      'home/.factory/settings.json': { sessionDefaultSettings: { autonomyLevel: 'low' } },
      'code/shop/.factory/settings.json': { mcpAutonomyOverrides: { notes: { defaultLevel: 'low' } } },
    },
    '* by mcpAutonomyOverrides',
  ],
  [
    'factory',
    'no autonomy',
    {
      'home/.factory/settings.json': {
        autonomyLevel: 'normal',
        mcpAutonomyOverrides: { notes: { defaultLevel: 'low' } },
      },
    },
    '',
  ],
];
