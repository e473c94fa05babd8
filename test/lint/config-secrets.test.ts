import { expect, test } from 'vitest';
import { configSecrets, type WrittenPlaces } from '../../src/lint/config-secrets.ts';
import { aRemote, aServer } from './servers.ts';

const servers = [aServer('npx files-mcp --api-key hunter22abc'), aRemote('https://mcp.example.com/?key=s3cr3tvalue')];

test.each<[string, WrittenPlaces, readonly string[]]>([
  ['nothing', {}, []],
  [
    'references',
    {
      database: 'postgres://me:${PASSWORD}@db/tooldrift',
      alerts: { slack: { webhookUrl: '${SLACK_WEBHOOK_URL}' }, webhook: { secret: '${SECRET}' } },
    },
    [],
  ],
  ['a password of the database', { database: 'postgres://me:hunter22@db/tooldrift' }, ['database']],
  ['a password for mail', { alerts: { email: { smtp: 'smtp://me:hunter22@mail' } } }, ['alerts.email.smtp']],
  [
    'the address of a Slack webhook',
    { alerts: { slack: { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x' } } },
    ['alerts.slack.webhookUrl'],
  ],
  ['a signing key', { alerts: { webhook: { secret: 'hunter22abc' } } }, ['alerts.webhook.secret']],
  [
    'the secret of an OAuth client',
    { watch: { servers: { billing: { auth: { clientSecret: 'hunter22abc' } } } } },
    ['watch.servers.billing.auth.clientSecret'],
  ],
])('a config with %s', (_, written, keys) => {
  expect(configSecrets(written, [])).toEqual(keys);
});

test('launches and addresses count as they do for lint', () => {
  expect(configSecrets({}, servers)).toEqual(['mcpServers.files.args.2', 'mcpServers.files.url']);
});
