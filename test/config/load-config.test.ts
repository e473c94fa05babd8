import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityPresets } from '../../src/config/identity-presets.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { aFolder, load } from './config-folder.ts';

const minimal = '{ "mcpServers": { "files": { "command": "npx" } } }';

describe('defaults', () => {
  test('fills in every default when only a server is named', async () => {
    const folder = await aFolder({ 'tooldrift.jsonc': minimal });
    const config = await loadConfig({ cwd: folder, env: {} });
    expect(config).toEqual({
      path: join(folder, 'tooldrift.jsonc'),
      database: { kind: 'sqlite', path: join(folder, 'tooldrift.db') },
      servers: [
        {
          name: 'files',
          launch: { kind: 'stdio', command: 'npx', args: [], env: {}, cwd: folder },
          launchDefinition: { transport: 'stdio', command: 'npx', args: [], cwd: '.', env: [] },
          launchKey: '["stdio",["npx"],[],""]',
          policy: {
            intervalMs: 1_800_000,
            minIntervalMs: 60_000,
            maxIntervalMs: 900_000,
            keepAlive: false,
            resources: 'info',
          },
          identity: null,
        },
      ],
      audit: '0 * * * *',
      concurrency: 4,
      limits: {
        maxBytes: 20 * 1024 * 1024,
        maxPages: 1000,
        maxItems: 20_000,
        maxDepth: 200,
        readTimeoutMs: 30_000,
        startTimeoutMs: 120_000,
      },
      firstSeen: 'ask',
      alerts: {
        minSeverity: 'medium',
        blindAfterMs: 86_400_000,
        gatherForMs: 10_000,
        remindEveryMs: 86_400_000,
        digest: null,
        deadMan: null,
        sendTimeoutMs: 10_000,
        email: null,
        slack: null,
        webhook: null,
        channels: {},
      },
      retentionMs: 365 * 86_400_000,
      trustedCertificates: [],
      tokenFolder: null,
    });
  });

  test.each([
    ['off', null],
    ['1d', 86_400_000],
    ['2y', 2 * 365.25 * 86_400_000],
  ])('keeps readings and alerts for "%s"', async (retention, retentionMs) => {
    const text = JSON.stringify({ mcpServers: { files: { command: 'npx' } }, retention });
    expect(await load(text)).toMatchObject({ retentionMs });
  });

  test('reads a server over HTTP every 5 minutes and keeps its connection', async () => {
    const { servers } = await load('{ "mcpServers": { "billing": { "url": "https://mcp.example.com/mcp" } } }');
    expect(servers[0]).toMatchObject({
      launch: { kind: 'http', url: 'https://mcp.example.com/mcp', headers: {} },
      policy: { intervalMs: 300_000, keepAlive: true },
    });
  });
});

test('accepts comments, trailing commas and a byte order mark', async () => {
  const text =
    '\uFEFF// a comment\n{ "mcpServers": { /* here */ "files": { "command": "npx", "args": ["-y",], }, }, }\n';
  const { servers } = await load(text);
  expect(servers[0]?.launch).toMatchObject({ args: ['-y'] });
});

test('takes over everything that is written', async () => {
  const config = await load(`{
    "database": "postgres://u@db.example.com/tooldrift",
    "mcpServers": { "files": { "type": "stdio", "command": "npx", "args": ["a"], "env": { "A": "b" } } },
    "watch": { "interval": "10m", "minInterval": "2m", "maxInterval": "20m", "audit": "*/5 * * * *", "concurrency": 9 },
    "limits": { "maxBytes": "1.5KB", "maxPages": 1, "maxItems": 2, "maxDepth": 3, "readTimeout": "4s", "startTimeout": "5s" },
    "firstSeen": "pin",
    "alerts": {
      "minSeverity": "low", "blindAfter": "1h", "sendTimeout": "1s", "gatherFor": "2s", "remindEvery": "12h",
      "digest": "0 8 * * *", "deadMan": { "url": "https://hc.example.com/id", "every": "1m" },
      "email": { "smtp": "smtp://mail.example.com", "from": "T <t@example.com>", "to": ["s@example.com"] },
      "slack": { "webhookUrl": "https://hooks.example.com/x", "minSeverity": "high", "servers": ["*"], "maxPerHour": 5 },
      "desktop": true,
      "webhook": { "url": "https://example.com/hook", "secret": "key" }
    }
  }`);
  expect(config).toMatchObject({
    database: { kind: 'postgres', url: 'postgres://u@db.example.com/tooldrift' },
    servers: [
      {
        launch: { command: 'npx', args: ['a'], env: { A: 'b' } },
        policy: { intervalMs: 600_000, minIntervalMs: 120_000, maxIntervalMs: 1_200_000 },
      },
    ],
    audit: '*/5 * * * *',
    concurrency: 9,
    limits: { maxBytes: 1536, maxPages: 1, maxItems: 2, maxDepth: 3, readTimeoutMs: 4000, startTimeoutMs: 5000 },
    firstSeen: 'pin',
    alerts: {
      minSeverity: 'low',
      blindAfterMs: 3_600_000,
      gatherForMs: 2000,
      remindEveryMs: 43_200_000,
      digest: '0 8 * * *',
      deadMan: { url: 'https://hc.example.com/id', everyMs: 60_000 },
      sendTimeoutMs: 1000,
      email: { smtp: 'smtp://mail.example.com', from: 'T <t@example.com>', to: ['s@example.com'] },
      slack: { webhookUrl: 'https://hooks.example.com/x' },
      webhook: { url: 'https://example.com/hook', secret: 'key' },
      channels: {
        email: { minSeverity: null, servers: null, maxPerHour: 30 },
        slack: { minSeverity: 'high', servers: ['*'], maxPerHour: 5 },
        webhook: { minSeverity: null, servers: null, maxPerHour: 30 },
        desktop: { minSeverity: null, servers: null, maxPerHour: 30 },
      },
    },
  });
});

test('lets watch.servers override the policy of one server', async () => {
  const { servers } = await load(`{
    "mcpServers": { "a": { "command": "x" }, "b": { "command": "x" } },
    "watch": {
      "interval": "10m", "resources": "low",
      "servers": {
        "a": { "interval": "1s", "minInterval": "500ms", "maxInterval": "2s", "keepAlive": true, "resources": "high" }
      }
    }
  }`);
  expect(servers.map(({ policy }) => policy)).toEqual([
    { intervalMs: 1000, minIntervalMs: 500, maxIntervalMs: 2000, keepAlive: true, resources: 'high' },
    { intervalMs: 600_000, minIntervalMs: 60_000, maxIntervalMs: 900_000, keepAlive: false, resources: 'low' },
  ]);
});

test('names the HTTP transport that the config names, and none else', async () => {
  const entry = (type?: string) => ({ url: 'https://x/', ...(type !== undefined && { type }) });
  const mcpServers = { a: entry(), b: entry('http'), c: entry('streamable-http'), d: entry('sse') };
  const { servers } = await load(JSON.stringify({ mcpServers }));
  expect(servers.map(({ launch }) => launch.kind === 'http' && launch.transport)).toEqual([
    undefined,
    'streamable-http',
    'streamable-http',
    'sse',
  ]);
});

test('puts watch.servers.*.sandbox before the command', async () => {
  const { servers } = await load(`{
    "mcpServers": { "a": { "command": "npx", "args": ["-y", "b"] }, "c": { "command": "d" } },
    "watch": { "servers": { "a": { "sandbox": ["bwrap", "--ro-bind", "\${ROOT:-/}", "/", "--"] } } }
  }`);
  expect(servers.map(({ launch }) => launch)).toMatchObject([
    { command: 'bwrap', args: ['--ro-bind', '/', '/', '--', 'npx', '-y', 'b'] },
    { command: 'd', args: [] },
  ]);
});

describe('watch.identity', () => {
  const identities = async (watch: object) => {
    const mcpServers = { a: { command: 'x' }, b: { url: 'https://x' } };
    return (await load(JSON.stringify({ mcpServers, watch }))).servers.map(({ identity }) => identity);
  };
  const own = { name: 'editor', version: '1' };

  test('is the one of every server that has none of its own', async () => {
    const found = await identities({ identity: 'claude-code', servers: { b: { identity: own } } });
    expect(found).toEqual([
      expect.objectContaining({ name: 'claude-code', capabilities: { roots: { listChanged: true }, elicitation: {} } }),
      { ...own, userAgent: null, capabilities: {} },
    ]);
  });

  test('can be our own again for one server', async () => {
    expect(await identities({ identity: own, servers: { b: { identity: 'tooldrift' } } })).toEqual([
      { ...own, userAgent: null, capabilities: {} },
      null,
    ]);
  });

  test('is taken over as it is written', async () => {
    const full = {
      ...own,
      userAgent: 'editor/1 (x)',
      capabilities: { roots: {}, extensions: { 'a/b': { c: [1, null] } } },
    };
    expect(await identities({ identity: full })).toEqual([full, full]);
  });

  test('makes a server of each of several', async () => {
    const watch = {
      servers: {
        b: {
          identities: [
            'tooldrift',
            { name: 'Some Editor', version: '7' },
            { name: 'tooldrift', version: '1', protocol: '2025-06-18' },
          ],
        },
      },
    };
    const mcpServers = { a: { url: 'https://x' }, b: { command: 'x' } };
    const old = 'b@tooldrift-2025-06-18';
    const { servers } = await load(JSON.stringify({ mcpServers, watch }));
    expect(servers.map(({ name, identity, view }) => [name, identity?.name ?? null, view])).toEqual([
      ['a', null, undefined],
      ['b@tooldrift', null, { server: 'b', as: 'tooldrift', siblings: ['b@Some-Editor', old] }],
      ['b@Some-Editor', 'Some Editor', { server: 'b', as: 'Some-Editor', siblings: ['b@tooldrift', old] }],
      [old, 'tooldrift', { server: 'b', as: 'tooldrift-2025-06-18', siblings: ['b@tooldrift', 'b@Some-Editor'] }],
    ]);
  });

  test.each(Object.keys(identityPresets))('knows %s', async (name) => {
    const [identity] = await identities({ identity: name });
    expect(identity?.name).toMatch(/./);
    expect(identity?.version).toMatch(/^[0-9.]+$/);
  });
});

test('a server may be called like a property of every object', async () => {
  const { servers } = await load(`{
    "mcpServers": { "constructor": { "command": "x" }, "toString": { "url": "http://localhost/" } },
    "watch": { "servers": { "constructor": { "keepAlive": true } } }
  }`);
  expect(servers.map(({ name, policy }) => [name, policy.keepAlive])).toEqual([
    ['constructor', true],
    ['toString', true],
  ]);
});

describe('relative paths', () => {
  test('are relative to the folder of the config file, not to the working folder', async () => {
    const text = `{
      "database": "sqlite:../data/drift.db",
      "mcpServers": { "a": { "command": "x" }, "b": { "command": "x", "cwd": "../work" }, "c": { "command": "x", "cwd": "/srv" } }
    }`;
    const folder = await aFolder({ 'etc/my.jsonc': text });
    const config = await loadConfig({ path: 'etc/my.jsonc', cwd: folder, env: {} });
    expect(config.path).toBe(join(folder, 'etc/my.jsonc'));
    expect(config.database).toEqual({ kind: 'sqlite', path: join(folder, 'data/drift.db') });
    const folders = config.servers.map(({ launch }) => launch.kind === 'stdio' && launch.cwd);
    expect(folders).toEqual([join(folder, 'etc'), join(folder, 'work'), '/srv']);
  });

  test.each([
    ['sqlite:/var/lib/drift.db', '/var/lib/drift.db'],
    ['sqlite:///var/lib/drift.db', '/var/lib/drift.db'],
    ['SQLITE:/var/lib/drift.db', '/var/lib/drift.db'],
    [String.raw`sqlite:C:\data\drift.db`, String.raw`C:\data\drift.db`],
    ['sqlite:C:/data/drift.db', 'C:/data/drift.db'],
    ['sqlite:///C:/data/drift.db', 'C:/data/drift.db'],
    [String.raw`sqlite:\\host\share\drift.db`, String.raw`\\host\share\drift.db`],
  ])('leaves the absolute path of %s alone', async (database, path) => {
    const config = await load(JSON.stringify({ database, mcpServers: { a: { command: 'x' } } }));
    expect(config.database).toEqual({ kind: 'sqlite', path });
  });

  test('leaves Windows paths of a server alone', async () => {
    const server = {
      command: String.raw`C:\Program Files\nodejs\node.exe`,
      args: ['.\\server.js'],
      cwd: String.raw`D:\srv`,
    };
    const { servers } = await load(JSON.stringify({ mcpServers: { a: server } }));
    expect(servers[0]?.launch).toMatchObject(server);
  });
});

describe('TOOLDRIFT_DATABASE', () => {
  test('wins over the file and is relative to the working folder', async () => {
    const folder = await aFolder({ 'etc/my.jsonc': minimal });
    const env = { TOOLDRIFT_DATABASE: 'sqlite:./other.db' };
    const config = await loadConfig({ path: 'etc/my.jsonc', cwd: folder, env });
    expect(config.database).toEqual({ kind: 'sqlite', path: join(folder, 'other.db') });
  });

  test('may be a PostgreSQL URL', async () => {
    const url = 'postgresql://u:p@localhost:5432/tooldrift';
    expect((await load(minimal, { TOOLDRIFT_DATABASE: url })).database).toEqual({ kind: 'postgres', url });
  });

  test('counts as unset when it is empty', async () => {
    expect((await load(minimal, { TOOLDRIFT_DATABASE: '' })).database.kind).toBe('sqlite');
  });

  test('is named in the error when it is neither', async () => {
    await expect(load(minimal, { TOOLDRIFT_DATABASE: 'mysql://u:hunter2@x/y' })).rejects.toThrow(
      /^the environment variable TOOLDRIFT_DATABASE must be "sqlite:<file>" or "postgres:\/\/user:password@host\/database"$/,
    );
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['folder', 'it is a folder; name the file'],
    ['', 'it is a folder; name the file'],
  ])('is named, for --config "%s"', async (path, reason) => {
    const cwd = await aFolder({ 'folder/x': '' });
    await expect(loadConfig({ path, cwd, env: {} })).rejects.toMatchObject({
      code: 'config',
      message: `cannot read the config file ${join(cwd, path)}: ${reason}`,
    });
  });
});

test('messages name a file outside the working folder in full', async () => {
  const folder = await aFolder({ 'etc/bad.jsonc': '{}', 'work/x': '' });
  await expect(loadConfig({ path: '../etc/bad.jsonc', cwd: join(folder, 'work'), env: {} })).rejects.toThrow(
    `${join(folder, 'etc/bad.jsonc')}:1:1: the configuration needs "mcpServers"`,
  );
  await expect(loadConfig({ path: 'etc/bad.jsonc', cwd: folder, env: {} })).rejects.toThrow(/^etc\/bad\.jsonc:1:1: /);
});

test('parts that are not looked at may name variables that are not set, others may not', async () => {
  const text = `{ "database": "\${DATABASE}", "alerts": { "email": { "smtp": "\${SMTP}" } },
    "mcpServers": { "files": { "command": "npx", "args": ["\${VERSION}"] } } }`;
  const cwd = await aFolder({ 'tooldrift.jsonc': text });
  const without = ['database', 'alerts'];
  const { database, alerts } = await loadConfig({ cwd, env: { VERSION: '1' }, without });
  expect(database).toEqual({ kind: 'sqlite', path: join(cwd, 'tooldrift.db') });
  expect(alerts.email).toBeNull();
  await expect(loadConfig({ cwd, env: {}, without })).rejects.toThrow(/VERSION, which is not set[^]*$/);
  await expect(loadConfig({ cwd, env: {}, without })).rejects.not.toThrow('SMTP');
});
