import { describe, expect, test } from 'vitest';
import { linesOfError, load } from './config-folder.ts';

/** A config whose first line holds `keys` beside one good server; what is wrong begins in column 42 or later. */
const beside = (keys: string) => `{ "mcpServers": {"a": {"command": "x"}}, ${keys} }`;
const servers = (entries: string) => `{ "mcpServers": { ${entries} } }`;

type Row = readonly [text: string, ...lines: string[]];

describe('text that is no JSON with comments', () => {
  test.each<Row>([
    ['', '1:1: expected an object in braces, but the file is empty'],
    ['// nothing', '1:11: expected a value: text in double quotes, a number, true, false, an object or a list'],
    ['{\n  "a": 1\n', '3:1: expected "}" to end an object'],
    ['{\n  "a": [1\n}', '3:1: expected "," or a closing bracket before this'],
    ['{ "a": [1', '1:10: expected "]" to end a list'],
    ['{\r\n  "a": 1\r\n  "b": 2\r\n}', '3:3: expected "," or a closing bracket before this'],
    ['{ "a" 1 }', '1:7: expected ":" after the key'],
    ['{ "a": }', '1:8: expected a value: text in double quotes, a number, true, false, an object or a list'],
    ['{ a: 1 }', '1:3: expected a key or a value; text needs double quotes'],
    ["{ 'a': 1 }", '1:3: expected a key or a value; text needs double quotes'],
    ['{ "a": b }', '1:8: expected a key or a value; text needs double quotes'],
    ['{ 1: 2 }', '1:3: expected a key in double quotes'],
    ['{ "a": "b\n }', '1:8: expected a double quote to end the text on this line'],
    ['{ "a": "C:\\data" }', '1:8: expected an escape such as \\n after a backslash; write a backslash itself as \\\\'],
    ['{ "a": "\\u12" }', '1:8: expected four hexadecimal digits after \\u'],
    ['{ "a": "\t" }', '1:8: expected no control character in a text; write a tab as \\t'],
    ['{ "a": 1. }', '1:8: expected a digit at the end of a number'],
    ['{} {}', '1:4: expected the end of the file, after the "}" that belongs to the first "{"'],
    ['/* {}', '1:1: expected "*/" to end a comment'],
    ['[]', '1:1: the configuration must be an object, in braces'],
    ['"x"', '1:1: the configuration must be an object, in braces'],
  ])('%j', async (text, ...lines) => {
    expect(await linesOfError(text)).toEqual(lines.map((line) => `tooldrift.jsonc:${line}`));
  });

  test('a file that is not UTF-8', async () => {
    const [line] = await linesOfError(Uint8Array.of(0xff, 0xfe, 0x7b, 0x00));
    expect(line).toMatch(/^the config file .*tooldrift\.jsonc is not UTF-8 text; save it as UTF-8$/);
  });
});

describe('keys', () => {
  test.each<Row>([
    ['{}', '1:1: the configuration needs "mcpServers"'],
    [beside('"alert": {}'), '1:42: unknown key "alert"; did you mean "alerts"?'],
    [beside('"watch": {"Intervall": "5m"}'), '1:52: unknown key "Intervall" in watch; did you mean "interval"?'],
    [
      beside('"watch": {\n"servers": {"a": {"keepalive": true}}}'),
      '2:19: unknown key "keepalive" in watch.servers.a; did you mean "keepAlive"?',
    ],
    [
      beside('"limits": {"colour": 1}'),
      '1:53: unknown key "colour" in limits; known here: maxBytes, maxPages, maxItems, maxDepth, readTimeout, startTimeout',
    ],
    [servers('"a": {"command": "x", "arg": []}'), '1:41: unknown key "arg" in mcpServers.a; did you mean "args"?'],
    [beside('"alerts": {"email": {"smtp": "smtp://m", "from": "a@b"}}'), '1:62: alerts.email needs "to"'],
    [
      beside('"alerts": {\n"slack": {"webhookUrl": "https://x"},\n"slack": {"webhookUrl": "https://y"}}'),
      '3:1: duplicate key "slack" in alerts; the first one is on line 2',
    ],
    [
      servers('\n"a": {"command": "x"},\n"b": {"command": "x"},\n"a": {"command": "y"}\n'),
      '4:1: duplicate key "a" in mcpServers; the first one is on line 2',
    ],
    [
      '{ "mcpServers": {}, "mcpServers": {"a": {}} }',
      '1:17: mcpServers must name at least one server; `tooldrift init` finds those that your MCP clients use',
      '1:21: duplicate key "mcpServers"; the first one is on line 1',
    ],
    [servers('"__proto__": {"command": "x"}, "a": {"command": "x"}'), '1:19: unknown key "__proto__" in mcpServers'],
    [beside('"__proto__": {"firstSeen": "pin"}'), '1:42: unknown key "__proto__"'],
    [
      beside('"constructor": 1'),
      '1:42: unknown key "constructor"; known here: $schema, database, mcpServers, follow, watch, limits, tls, firstSeen, retention, alerts',
    ],
  ])('%s', async (text, ...lines) => {
    expect(await linesOfError(text)).toEqual(lines.map((line) => `tooldrift.jsonc:${line}`));
  });
});

describe('servers', () => {
  const nameRule = 'it begins with a letter or digit and goes on with letters, digits, ".", "_" or "-", up to 64';
  test.each<Row>([
    [
      servers(''),
      '1:17: mcpServers must name at least one server; `tooldrift init` finds those that your MCP clients use',
    ],
    ['{ "mcpServers": [] }', '1:17: mcpServers must be an object, in braces'],
    [servers('"a": "npx"'), '1:24: mcpServers.a must be an object, in braces'],
    [servers('"a b": {"command": "x"}'), `1:19: "a b" in mcpServers is not a server name; ${nameRule}`],
    [servers('"": {"command": "x"}'), `1:19: "" in mcpServers is not a server name; ${nameRule}`],
    [
      servers(`"${'a'.repeat(65)}": {"command": "x"}`),
      `1:19: "${'a'.repeat(65)}" in mcpServers is not a server name; ${nameRule}`,
    ],
    [servers('"a": {}'), '1:24: mcpServers.a needs "command" (a program to start) or "url" (an address to reach)'],
    [
      servers('"a": {"command": "x", "url": "https://x"}'),
      '1:48: mcpServers.a.url stands beside "command"; a server has one of them',
    ],
    [
      servers('"a": {"type": "sse", "command": "x"}'),
      '1:33: mcpServers.a.type needs "url", but this server has "command"',
    ],
    [
      servers('"a": {"type": "websocket", "url": "https://x"}'),
      '1:33: mcpServers.a.type must be "stdio", "http", "streamable-http" or "sse"',
    ],
    [
      servers('"a": {"type": "http", "command": "x"}'),
      '1:33: mcpServers.a.type needs "url", but this server has "command"',
    ],
    [
      servers('"a": {"type": "stdio", "url": "https://x"}'),
      '1:33: mcpServers.a.type needs "command", but this server has "url"',
    ],
    [servers('"a": {"command": "x", "headers": {}}'), '1:52: mcpServers.a.headers is only for a server with "url"'],
    [servers('"a": {"url": "https://x", "env": {}}'), '1:52: mcpServers.a.env is only for a server with "command"'],
    [servers('"a": {"url": "ftp://x"}'), '1:32: mcpServers.a.url must be a URL that begins with https:// or http://'],
    [servers('"a": {"url": "x"}'), '1:32: mcpServers.a.url must be a URL that begins with https:// or http://'],
    [
      servers('"a": {"url": "https://u:p@x"}'),
      '1:32: mcpServers.a.url must not hold a user name or password; put credentials into "headers"',
    ],
    [servers('"a": {"command": ""}'), '1:36: mcpServers.a.command must be the program to start'],
    [servers('"a": {"command": "x", "args": "-y"}'), '1:49: mcpServers.a.args must be a list of texts, in brackets'],
    [servers('"a": {"command": "x", "args": ["-p", 80]}'), '1:56: mcpServers.a.args[1] must be text'],
    [servers('"a": {"command": "x", "args": ["\\u0000"]}'), '1:50: mcpServers.a.args[0] must not hold a NUL character'],
    [
      servers('"a": {"command": "x", "env": {"A=B": "x"}}'),
      '1:49: "A=B" in mcpServers.a.env is not the name of an environment variable',
    ],
    [servers('"a": {"command": "x", "env": {"PORT": 80}}'), '1:57: mcpServers.a.env.PORT must be text'],
    [
      servers('"a": {"url": "https://x", "headers": {"A B": "x"}}'),
      '1:57: "A B" in mcpServers.a.headers is not the name of an HTTP header',
    ],
    [
      servers('"a": {"url": "https://x", "headers": {"Key": "x", "key": "y"}}'),
      '1:76: mcpServers.a.headers.key is a header that stands here already, in other letters',
    ],
    [
      servers('"a": {"url": "https://x", "headers": {"A": "x\\n"}}'),
      '1:62: mcpServers.a.headers.A must be one line of text, without control characters or characters beyond Latin-1',
    ],
  ])('%s', async (text, ...lines) => {
    expect(await linesOfError(text)).toEqual(lines.map((line) => `tooldrift.jsonc:${line}`));
  });
});

describe('values', () => {
  const time = 'must be a time from 1ms to 24d, such as "5m" or "90s"';
  test.each<Row>([
    [beside('"watch": {"interval": "5x"}'), `1:64: watch.interval ${time}`],
    ...['"12h"', '365', '"never"', 'null'].map((value): readonly [string, string] => [
      beside(`"retention": ${value}`),
      '1:55: retention must be a time from 1d to 100y, such as "365d", or "off"',
    ]),
    [beside('"watch": {"interval": "300"}'), `1:64: watch.interval ${time}`],
    [beside('"watch": {"interval": 300}'), '1:64: watch.interval is a number without a unit; write text, such as "5m"'],
    [beside('"watch": {"interval": null}'), `1:64: watch.interval ${time}`],
    [beside('"alerts": {"blindAfter": "1y"}'), `1:67: alerts.blindAfter ${time}`],
    [
      beside('"watch": {"audit": "61 * * * *"}'),
      '1:61: watch.audit must be a cron expression, such as "0 * * * *" for every hour',
    ],
    [
      beside('"watch": {"audit": "hourly"}'),
      '1:61: watch.audit must be a cron expression, such as "0 * * * *" for every hour',
    ],
    [beside('"watch": {"concurrency": 0}'), '1:67: watch.concurrency must be a whole number from 1 to 64'],
    [beside('"watch": {"concurrency": "4"}'), '1:67: watch.concurrency must be a whole number from 1 to 64'],
    [beside('"limits": {"maxPages": 1.5}'), '1:65: limits.maxPages must be a whole number from 1 to 100000'],
    [beside('"limits": {"maxBytes": "20XB"}'), '1:65: limits.maxBytes must be a size from 1B to 256MB, such as "20MB"'],
    [
      beside('"limits": {"maxBytes": 20}'),
      '1:65: limits.maxBytes is a number without a unit; write text, such as "20MB"',
    ],
    [beside('"firstSeen": "trust"'), '1:55: firstSeen must be "ask" or "pin"'],
    [
      beside('"alerts": {"minSeverity": "hihg"}'),
      '1:68: alerts.minSeverity must be "critical", "high", "medium", "low" or "info"; did you mean "high"?',
    ],
    [beside('"alerts": {"slack": null}'), '1:62: alerts.slack must be an object, in braces'],
    [
      beside('"alerts": {"slack": {"channel": "C1"}}'),
      '1:62: alerts.slack must hold either "webhookUrl", or "token" and "channel"',
    ],
    [
      beside('"alerts": {"slack": {"token": "x"}}'),
      '1:62: alerts.slack must hold either "webhookUrl", or "token" and "channel"',
    ],
    [
      beside('"alerts": {"slack": {"token": "x", "channel": "C1", "apiUrl": "http://slack.example.com/"}}'),
      '1:104: alerts.slack.apiUrl must begin with https://, because the token is sent there',
    ],
    [beside('"alerts": {"desktop": 1}'), '1:64: alerts.desktop must be true, false or an object, in braces'],
    [
      beside('"alerts": {"slack": {"webhookUrl": "https://x", "servers": ["b*", "a", "*"]}}'),
      '1:102: alerts.slack.servers[0] matches no server of mcpServers: it knows a',
    ],
    [
      beside('"alerts": {"slack": {"webhookUrl": "https://x", "servers": []}}'),
      '1:101: alerts.slack.servers must name at least one server; without "servers" the channel is told of all',
    ],
    [
      beside('"alerts": {"slack": {"webhookUrl": "hooks"}}'),
      '1:77: alerts.slack.webhookUrl must be a URL that begins with https:// or http://',
    ],
    [
      beside('"alerts": {"email": {"smtp": "mail.example.com", "from": "me", "to": []}}'),
      '1:71: alerts.email.smtp must be a URL such as "smtp://user:password@mail.example.com:587" (smtps:// for TLS from the start)',
      '1:99: alerts.email.from must be a mail address, such as "security@example.com"',
      '1:111: alerts.email.to must hold at least one mail address',
    ],
    [
      beside('"database": "mysql://x"'),
      '1:54: database must be "sqlite:<file>" or "postgres://user:password@host/database"',
    ],
    [
      beside('"database": "postgres://a b"'),
      '1:54: database must be "sqlite:<file>" or "postgres://user:password@host/database"',
    ],
    [
      beside('"database": "sqlite::memory:"'),
      '1:54: database needs a file, such as "sqlite:./tooldrift.db"; the daemon and the commands share it',
    ],
    [beside('"database": "sqlite:~/x.db"'), '1:54: database begins with "~", which stays as it is; write "${HOME}"'],
  ])('%s', async (text, ...lines) => {
    expect(await linesOfError(text)).toEqual(lines.map((line) => `tooldrift.jsonc:${line}`));
  });
});

describe('identities', () => {
  const names = '"tooldrift", "claude-code", "claude-desktop", "codex", "cursor", "inspector", "opencode", "vscode"';
  const form = `watch.identity must be one of ${names}, or an object with "name" and "version"`;
  test.each<Row>([
    [beside('"watch": {"identity": "claude"}'), `1:64: ${form}`],
    [beside('"watch": {"identity": 5}'), `1:64: ${form}`],
    [beside('"watch": {"identity": {"name": "x"}}'), '1:64: watch.identity needs "version"'],
    [
      beside('"watch": {"identity": {"name": "x", "version": "1", "useragent": "y"}}'),
      '1:94: unknown key "useragent" in watch.identity; did you mean "userAgent"?',
    ],
    [
      beside('"watch": {"identity": {"name": "x\\n", "version": 1, "userAgent": "工"}}'),
      '1:73: watch.identity.name must be the name of a client, in one line',
      '1:91: watch.identity.version must be the version of a client, in one line',
      '1:107: watch.identity.userAgent must be one line of text, without control characters or characters beyond Latin-1',
    ],
    [
      beside('"watch": {"servers": {"a": {"identity": {"name": "x", "version": "1", "capabilities": []}}}}'),
      '1:128: watch.servers.a.identity.capabilities must be an object, in braces',
    ],
    [
      beside('"watch": {"servers": {"a": {"identities": ["cursor"]}}}'),
      '1:84: watch.servers.a.identities must name at least two identities; for one there is "identity"',
    ],
    [
      beside('"watch": {"servers": {"a": {"identities": ["cursor", {"name": "cursor", "version": "2"}]}}}'),
      '1:95: watch.servers.a.identities[1] has the name of one before it, and a baseline is kept under each name',
    ],
    [
      beside('"watch": {"servers": {"a": {"identities": ["cursor", {"name": "工", "version": "2"}]}}}'),
      '1:95: watch.servers.a.identities[1] needs a name with letters or digits: its baseline is kept under it',
    ],
    [
      beside('"watch": {"servers": {"a": {"identity": "cursor", "identities": ["cursor", "vscode"]}}}'),
      '1:82: watch.servers.a.identity stands beside "identities"; a server has one of them',
    ],
  ])('%s', async (text, ...lines) => {
    expect(await linesOfError(text)).toEqual(lines.map((line) => `tooldrift.jsonc:${line}`));
  });
});

describe('values that contradict each other', () => {
  const tooShort = 'has an interval below the minInterval (60s by default) that holds for it; lower minInterval too';
  const reversed =
    'has a minInterval (60s by default) above the maxInterval (15m by default) that holds for it; raise maxInterval';
  test.each<Row>([
    [beside('"watch": {"interval": "30s"}'), `1:51: watch ${tooShort}`],
    [beside('"watch": {"minInterval": "20m"}'), `1:51: watch ${reversed}`],
    [beside('"watch": {"maxInterval": "59s"}'), `1:51: watch ${reversed}`],
    [beside('"watch": {"servers": {"a": {"interval": "59s"}}}'), `1:69: watch.servers.a ${tooShort}`],
    [beside('"watch": {"servers": {"a": {"minInterval": "1h"}}}'), `1:69: watch.servers.a ${reversed}`],
    [
      '{ "mcpServers": {"a": {"url": "https://x"}}, "watch": {"servers": {"a": {"sandbox": ["x"]}}} }',
      '1:85: watch.servers.a.sandbox is only for a stdio server; nothing is started to reach a server over HTTP',
    ],
    [
      beside('"watch": {"servers": {"a": {"sandbox": []}}}'),
      '1:81: watch.servers.a.sandbox must begin with the program that makes the sandbox',
    ],
    [
      beside('"watch": {"servers": {"a": {"sandbox": "bwrap"}}}'),
      '1:81: watch.servers.a.sandbox must be a list of texts, in brackets',
    ],
    [
      beside('"watch": {"servers": {"billing": {}}}'),
      '1:75: watch.servers.billing is for a server that mcpServers does not name; known here: a',
    ],
    [
      '{ "mcpServers": {"files": {"url": "https://x"}}, "watch": {"servers": {"fiels": {}, "files": {"keepAlive": true}}} }',
      '1:81: watch.servers.fiels is for a server that mcpServers does not name; did you mean "files"?',
      '1:108: watch.servers.files.keepAlive is only for a stdio server; connections over HTTP are always kept',
    ],
  ])('%s', async (text, ...lines) => {
    expect(await linesOfError(text)).toEqual(lines.map((line) => `tooldrift.jsonc:${line}`));
  });
});

describe('several problems', () => {
  test('are told at once, in the order of the file', async () => {
    const text =
      '{\n  "firstSeen": "?",\n  "mcpServers": {"a": {"url": "${HOST}", "x": 1}},\n  "watch": {"interval": 5, "audti": ""}\n}';
    expect(await linesOfError(text)).toEqual([
      'tooldrift.jsonc:2:16: firstSeen must be "ask" or "pin"',
      'tooldrift.jsonc:3:32: mcpServers.a.url needs the environment variable HOST, which is not set; set it or write ${HOST:-default}',
      'tooldrift.jsonc:3:42: unknown key "x" in mcpServers.a; known here: type, command, args, env, cwd, url, headers',
      'tooldrift.jsonc:4:25: watch.interval is a number without a unit; write text, such as "5m"',
      'tooldrift.jsonc:4:28: unknown key "audti" in watch; did you mean "audit"?',
    ]);
  });

  test('are counted beyond the tenth', async () => {
    const many = Array.from({ length: 13 }, (_, index) => `"bad${index}": 1`).join(', ');
    const lines = await linesOfError(beside(many));
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe('tooldrift.jsonc: and 3 more');
  });
});

test('a bad config pollutes no prototype', async () => {
  const bad = '{"a": {"polluted": "yes", "command": "x"}}';
  await load(`{ "mcpServers": ${bad}, "__proto__": ${bad}, "constructor": {"prototype": ${bad}} }`).catch(() => null);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Object.hasOwn(Object, 'polluted')).toBe(false);
});
