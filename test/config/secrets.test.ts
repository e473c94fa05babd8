import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOfError, load } from './config-folder.ts';

const marker = 'hunter2-secret';

/** One text each, from the environment, so that it can be a secret and wrong. */
const fragments = [
  '"database": "${V}"',
  '"database": "postgres://u:${V}@h/db"',
  '"mcpServers": "${V}"',
  '"mcpServers": { "a": "${V}" }',
  '"mcpServers": { "a": { "command": "x", "type": "${V}" } }',
  '"mcpServers": { "a": { "command": "${V}", "url": 1 } }',
  '"mcpServers": { "a": { "command": "x", "args": "${V}" } }',
  '"mcpServers": { "a": { "command": "x", "args": ["${V}", 5] } }',
  '"mcpServers": { "a": { "command": "x", "env": { "A": "${V}" }, "headers": {} } }',
  '"mcpServers": { "a": { "command": "x", "cwd": "${V}", "url": "x" } }',
  '"mcpServers": { "a": { "url": "${V}" } }',
  '"mcpServers": { "a": { "url": "https://u:${V}@x" } }',
  '"mcpServers": { "a": { "url": "https://x", "headers": { "A": "${V}" } } }',
  '"watch": { "interval": "${V}" }',
  '"watch": { "audit": "${V}" }',
  '"watch": { "identity": "${V}" }',
  '"watch": { "identity": { "name": "${V}", "version": "${V}", "userAgent": "${V}", "capabilities": "${V}" } }',
  '"tls": { "ca": "${V}" }',
  '"tls": { "ca": ["${V}", "x"] }',
  '"watch": { "servers": { "a": { "auth": "${V}" } } }',
  '"watch": { "servers": { "a": { "auth": { "type": "${V}" } } } }',
  '"watch": { "servers": { "a": { "auth": { "type": "client-credentials", "clientId": "${V}", "clientSecret": "${V}" } } } }',
  '"watch": { "servers": { "a": { "auth": { "type": "private-key-jwt", "privateKeyFile": "${V}", "algorithm": "${V}" } } } }',
  '"watch": { "servers": { "a": { "auth": { "type": "oauth", "scope": "${V}", "issuer": "${V}", "redirectPort": "${V}" } } } }',
  '"watch": { "concurrency": "${V}" }',
  '"watch": { "servers": { "a": { "keepAlive": "${V}" } } }',
  '"limits": { "maxBytes": "${V}" }',
  '"limits": { "maxPages": "${V}" }',
  '"firstSeen": "${V}"',
  '"alerts": { "digest": "${V}", "deadMan": { "url": "${V}", "every": "${V}" } }',
  '"alerts": { "minSeverity": "${V}" }',
  '"alerts": { "email": { "smtp": "${V}", "from": "${V}", "to": ["${V}"] } }',
  '"alerts": { "email": { "smtp": "smtp://u:${V}@", "from": "a@b", "to": "${V}" } }',
  '"alerts": { "slack": { "webhookUrl": "${V}" } }',
  '"alerts": { "slack": { "token": "${V}", "channel": "${V}", "apiUrl": "${V}" } }',
  '"alerts": { "slack": { "token": "${V}", "webhookUrl": "https://x" } }',
  '"alerts": { "slack": { "webhookUrl": "https://x", "servers": ["${V}"], "maxPerHour": "${V}", "minSeverity": "${V}" } }',
  '"alerts": { "desktop": "${V}" }',
  '"alerts": { "webhook": { "url": "${V}", "secret": "${V}" } }',
  '"alerts": { "webhook": { "url": "https://u:${V}@x", "secrets": "${V}" } }',
];
const prefixes = [
  '',
  'http://',
  'ftp://',
  'https://u:',
  'smtp://',
  'sqlite:',
  'postgres://',
  'sse',
  '5',
  '\0',
  '\n',
  '"',
];

describe('errors', () => {
  test('never hold a value of the environment, whatever it is and wherever it stands', async () => {
    const values = fc.tuple(
      fc.constantFrom(...fragments),
      fc.constantFrom(...prefixes),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(values, async ([fragment, prefix, suffix]) => {
        const message = await errorOf(fragment, `${prefix}${marker}${suffix}`);
        expect(message).toContain('unknown key "mistake"');
        expect(message).not.toContain(marker);
        // How zod's own sentences begin, some of which quote the value.
        expect(message).not.toContain('Invalid');
      }),
      { numRuns: 400 },
    );
  });

  test.each(fragments)('hold no value that is written into the file, either: %s', async (fragment) => {
    expect(await errorOf(fragment.replaceAll('${V}', marker), '')).not.toContain(marker);
  });
});

/** The messages for a config with `fragment`, first alone (it may be accepted) and then with a mistake of our own. */
async function errorOf(fragment: string, value: string): Promise<string> {
  const rest = fragment.startsWith('"mcpServers"') ? '' : '"mcpServers": { "a": { "command": "x" } }, ';
  const alone = await linesOfError(`{ ${rest}${fragment} }`, { V: value });
  const beside = await linesOfError(`{ ${rest}${fragment}, "mistake": 1 }`, { V: value });
  return [...alone, ...beside].join('\n');
}

test('a loaded config shows no secret to a logger, and all of them to its reader', async () => {
  const config = await load(
    `{
      "database": "postgres://u:\${V}@h/db",
      "mcpServers": {
        "a": { "command": "x", "args": ["\${V}"], "env": { "TOKEN": "\${V}" } },
        "b": { "url": "https://x/?k=\${V}", "headers": { "Authorization": "Bearer \${V}" } },
        "c": { "url": "https://x" }
      },
      "watch": {
        "servers": { "c": { "auth": { "type": "client-credentials", "clientId": "id", "clientSecret": "\${V}" } } }
      },
      "alerts": {
        "email": { "smtp": "smtp://u:\${V}@m", "from": "a@example.com", "to": ["b@example.com"] },
        "slack": { "webhookUrl": "https://x/\${V}" },
        "webhook": { "url": "https://x/\${V}", "secret": "\${V}" }
      }
    }`,
    { V: marker },
  );
  expect(JSON.stringify(config)).not.toContain(marker);
  expect(inspect(config, { depth: null, showHidden: true })).not.toContain(marker);
  expect(JSON.stringify(config)).toContain('"env":["TOKEN"]');
  expect(config.servers[1]?.launch).toMatchObject({ headers: { Authorization: `Bearer ${marker}` } });
  expect(config.servers[2]?.auth).toMatchObject({ clientSecret: marker });
  expect(config.alerts.webhook).toEqual({ url: `https://x/${marker}`, secret: marker });
  expect(config.database).toEqual({ kind: 'postgres', url: `postgres://u:${marker}@h/db` });
});
