import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allClients } from '../../src/clients/all-clients.ts';
import type { Client, ClientFile, JudgedServer, Machine } from '../../src/clients/client.ts';

const machine: Machine = { system: 'linux', home: '/home/ann', env: {}, root: '' };

/** Keys that some client reads of its settings, and what they hold. */
const keys = [
  ...['permissions', 'allow', 'ask', 'deny', 'defaultMode', 'mcpAllowlist', 'approvalMode', 'chat', 'settings'],
  ...['chat.tools.autoApprove', 'locations', '/code', 'tool_approvals', 'kind', 'serverName', 'toolName', 'agent'],
  ...['tool_permissions', 'tools', 'default', 'mcp:notes:x', 'approval_policy', 'sandbox_mode', 'profile', 'profiles'],
  ...[
    'mcp_servers',
    'notes',
    'identity',
    'command',
    'executable',
    'rule',
    'decision',
    'mcpName',
    'modes',
    'permission',
  ],
  ...['user', 'always_allow', 'GOOSE_MODE', 'rules', 'mcpTools', 'prefix', 'pattern', 'action', 'capability', 'match'],
  ...['exclude', 'effect', 'agents', 'execution_profiles', 'amp.permissions', 'amp.mcpPermissions', 'matches', 'tool'],
  ...['mcpAutonomyOverrides', 'autonomyLevel', 'mcp', 'allowed', 'server', 'mcp_config', 'args', 'env', 'user_config'],
  ...['userConfig', 'required', 'platform_overrides', 'linux', '__proto__', 'constructor', 'length'],
];
const words = [
  '*',
  '**',
  'notes',
  'mcp__notes__x',
  'mcp__*',
  'Mcp(notes:x)',
  'mcp(notes/x)',
  'notes/*',
  '@notes',
  'allow',
];
const { value: anySettings } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom(...words, true, 'never', '${user_config.notes}', '${__dirname}'),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 5 }),
  ),
}));

test('whatever stands in the settings of a client, they are read', () => {
  const path = fc.constantFrom('/f/settings.json', '/f/requirements.toml', '/f/Claude Extensions/x/manifest.json');
  const project = fc.constantFrom(null, '/code', '/code/shop');
  const anyFile = fc.record({
    path,
    scope: fc.constantFrom('user', 'project', 'managed'),
    project,
    value: anySettings,
  });
  const anyServer = fc.record({ name: fc.constantFrom('notes', '', '__proto__', '*'), raw: anySettings, project });
  fc.assert(
    fc.property(fc.array(anyFile, { minLength: 1, maxLength: 3 }), anyServer, (files, server) => {
      for (const client of allClients) read(files, { ...server, scope: 'user' }, client);
    }),
    { numRuns: 500 },
  );
});

function read(files: readonly ClientFile[], server: JudgedServer, { approvedIn, judge, complete }: Client): void {
  const approval = approvedIn?.(server, files);
  if (approval !== undefined) {
    expect(approval.tools.every((tool) => typeof tool === 'string' && tool !== '*')).toBe(true);
    expect(approval.by.length > 0).toBe(approval.all || approval.byHints || approval.tools.length > 0);
  }
  if (judge !== undefined) expect(typeof judge(server, files)).toBe('boolean');
  const [file] = files;
  if (file !== undefined) complete?.(server.raw, file, files, machine);
}
