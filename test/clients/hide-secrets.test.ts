import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hideArguments } from '../../src/clients/hide-argument.ts';
import { hideUrls } from '../../src/clients/hide-urls.ts';
import { hideValue } from '../../src/clients/hide-value.ts';
import { References } from '../../src/clients/references.ts';
import { looksLikeToken } from '../../src/core/secret-shapes.ts';

const references = (): References => new References('acme');

/** What becomes of an argument after another. */
function hideArgument(text: string, previous: string): string | undefined {
  return hideArguments([previous, text], references())[1];
}

describe('the value of an environment variable or header', () => {
  test.each([
    ['hunter2', 'PASSWORD', '${ACME_PASSWORD}'],
    ['anything', 'ACME_MODE', '${ACME_MODE}'],
    ['Bearer abc', 'Authorization', '${ACME_AUTHORIZATION}'],
    ['Bearer ${TOKEN}', 'Authorization', 'Bearer ${TOKEN}'],
    ['${USER}:${PASS}', 'LOGIN', '${USER}:${PASS}'],
    ['${USER}:hunter2', 'LOGIN', '${ACME_LOGIN}'],
    ['${TOKEN:-hunter2}', 'TOKEN', '${TOKEN}'],
    ['${MODE:-debug}', 'MODE', '${MODE:-debug}'],
    ['debug', 'LOG_LEVEL', 'debug'],
    ['8080', 'PORT', '8080'],
    ['1234', 'PASSWORD', '${ACME_PASSWORD}'],
    ['', 'TOKEN', ''],
    ['application/json, text/event-stream', 'Accept', 'application/json, text/event-stream'],
  ])('%s of %s', (text, name, expected) => {
    expect(hideValue(text, name, references())).toBe(expected);
  });
});

describe('an argument', () => {
  test.each([
    ['hunter2', '--token', '${ACME_TOKEN}'],
    ['Authorization: Bearer hunter2', '--header', 'Authorization: ${ACME_AUTHORIZATION}'],
    ['Authorization:${AUTH}', '--header', 'Authorization:${AUTH}'],
    ['--header=X-Team: hunter2', '', '--header=X-Team: ${ACME_X_TEAM}'],
    ['--api-key=hunter2', '', '--api-key=${ACME_API_KEY}'],
    ['--token=hun;ter2&x', '', '--token=${ACME_TOKEN}'],
    ['--mode=plain', '', '--mode=plain'],
    ['REGION=eu', '-e', 'REGION=${ACME_REGION}'],
    ['REGION', '-e', 'REGION'],
    ['-eREGION=eu', '', '-eREGION=${ACME_REGION}'],
    ['API_KEY=hunter2 node server.js', '-c', 'API_KEY=${ACME_API_KEY} node server.js'],
    ['node s.js --password "hunter 2" --verbose', '-c', 'node s.js --password ${ACME_PASSWORD} --verbose'],
    ['curl -H "Authorization: Bearer hunter2"', '-c', 'curl -H "Authorization: ${ACME_AUTHORIZATION}"'],
    ['postgres://ann:hunter2@db.example/shop', '', 'postgres://${ACME_LOGIN}@db.example/shop'],
    ['postgres://ann:hun/ter@2@db.example:5432/shop', '', 'postgres://${ACME_LOGIN}@db.example:5432/shop'],
    ['http://localhost:8080/@acme/x@1', '', 'http://localhost:8080/@acme/x@1'],
    ['{"apiKey": "hunter2", "mode": "fast"}', '--config', '{"apiKey": "${ACME_APIKEY}", "mode": "fast"}'],
    ['Server=db;Pwd=hunter2;Port=1', '', 'Server=db;Pwd=${ACME_PWD};Port=1'],
    ['postgres://${USER}:${PASS}@db.example/shop', '', 'postgres://${USER}:${PASS}@db.example/shop'],
    ['sk-proj-0123456789abcdef', '', '${ACME_TOKEN}'],
    ['ghp_abcdefghijklmnopqrstuvwxyz', '', '${ACME_TOKEN}'],
    ['sk-abcdefghijklmnopqrstuvwx', '', '${ACME_TOKEN}'],
    ['sk-ant-abcdef-ghijkl', '', '${ACME_TOKEN}'],
    ['xoxb-abcdefghijkl-mnopqrst', '', '${ACME_TOKEN}'],
    ['AKIAIOSFODNNEXAMPLEX', '', '${ACME_TOKEN}'],
    ['eyJhbGciOiJub25lIn0.e30.', '', '${ACME_TOKEN}'],
    ['hunter2', '--pass', '${ACME_PASS}'],
    ['--passphrase=hunter2', '', '--passphrase=${ACME_PASSPHRASE}'],
    ['auth.password=hunter2', '--set', 'auth.password=${ACME_AUTH_PASSWORD}'],
    ['token:hunter2', '', 'token:${ACME_TOKEN}'],
    ['X-Api-Key: hunter 2', '', 'X-Api-Key: ${ACME_X_API_KEY}'],
    ['note: Cookie: sid=hunter2', '', 'note: Cookie: ${ACME_COOKIE}'],
    ['Authorization: Bearer ${T}', '', 'Authorization: Bearer ${T}'],
    ['ann:hunter2@tcp(db:3306)/shop', '', '${ACME_LOGIN}@tcp(db:3306)/shop'],
    ['ann:hunter2@db.example:5432/shop', '', '${ACME_LOGIN}@db.example:5432/shop'],
    ['--user=ann:hunter2', '', '--user=${ACME_LOGIN}'],
    ['curl -u ann:hunter2 https://x.example', '-c', 'curl -u ${ACME_LOGIN} https://x.example'],
    ['curl -u ${U}:${P} https://x.example', '-c', 'curl -u ${U}:${P} https://x.example'],
    ['postgresql://ann:hun ter2@db/shop', '', '${ACME_ADDRESS}'],
    ['mongodb://db/shop?authSource=admin', '', 'mongodb://db/shop?authSource=admin'],
    ['npm:notes@1.2.3', '', 'npm:notes@1.2.3'],
    ['sk-learn-mcp-server', '', 'sk-learn-mcp-server'],
    ['--user=1000:1000', '', '--user=1000:1000'],
    ['name:ghp_0123456789abcdefghij', '', 'name:${ACME_TOKEN}'],
    ['@acme/notes-mcp-server-for-teams@2026.8.31', '', '@acme/notes-mcp-server-for-teams@2026.8.31'],
    ['ghcr.io/acme/notes:1.2.3', '', 'ghcr.io/acme/notes:1.2.3'],
    [`acme/notes@sha256:${'0a'.repeat(32)}`, '', `acme/notes@sha256:${'0a'.repeat(32)}`],
    [
      `git+https://git.example/acme/notes@${'0a'.repeat(20)}`,
      '',
      `git+https://git.example/acme/notes@${'0a'.repeat(20)}`,
    ],
    [`acme/notes#${'0a'.repeat(20)}`, '', `acme/notes#${'0a'.repeat(20)}`],
    ['/home/Ann/Projects2026/MyNotesServerV2', '', '/home/Ann/Projects2026/MyNotesServerV2'],
    ['C:\\Users\\Ann\\MyNotesServerV2Final', '', 'C:\\Users\\Ann\\MyNotesServerV2Final'],
  ])('%s after %j', (text, previous, expected) => {
    expect(hideArgument(text, previous)).toBe(expected);
  });
});

test.each([
  ['https://mcp.example/s/aB3dE5fG7hJ9kL1mN3pQ/mcp', 'https://mcp.example/s/${ACME_TOKEN}/mcp'],
  [
    'https://mcp.example/?key=hunter2&features=docs,search&n=5',
    'https://mcp.example/?key=${ACME_KEY}&features=docs,search&n=5',
  ],
  ['https://mcp.example/${TEAM}?read_only=true', 'https://mcp.example/${TEAM}?read_only=true'],
  ['https://ann@mcp.example/', 'https://${ACME_LOGIN}@mcp.example/'],
  ['https://mcp.example/#aB3dE5fG7hJ9kL1mN3pQ', 'https://mcp.example/#${ACME_TOKEN}'],
  ['https://mcp.example/?aB3dE5fG7hJ9kL1mN3pQ', 'https://mcp.example/?${ACME_TOKEN}'],
  ['https://mcp.example/#access=hunter2', 'https://mcp.example/#access=${ACME_ACCESS}'],
  ['${BASE}/mcp', '${BASE}/mcp'],
  ['${BASE:-https://mcp.example}/mcp', '${BASE:-https://mcp.example}/mcp'],
  ['${BASE:-https://ann:hunter2@mcp.example}/mcp', '${BASE}/mcp'],
])('an address %s', (text, expected) => {
  expect(hideUrls(text, references())).toBe(expected);
});

test.each([
  [
    ['-u', 'ann', '-p', 'hunter2'],
    ['-u', 'ann', '-p', '${ACME_LOGIN}'],
  ],
  [
    ['--user', 'ann:hunter2'],
    ['--user', '${ACME_LOGIN}'],
  ],
  [
    ['run', '-u', '1000:1000', 'acme/notes'],
    ['run', '-u', '1000:1000', 'acme/notes'],
  ],
  [
    ['-p', '@acme/notes-mcp', 'notes'],
    ['-p', '@acme/notes-mcp', 'notes'],
  ],
])('arguments %j', (args, expected) => {
  expect(hideArguments(args, references())).toEqual(expected);
});

test('names no two secrets of a server alike, nor like a variable of it', () => {
  const own = references();
  own.refer('ACME_KEY');
  expect([own.hide('key'), own.hide('key')]).toEqual(['${ACME_KEY_2}', '${ACME_KEY_3}']);
  expect([...own.secrets]).toEqual(['ACME_KEY_2', 'ACME_KEY_3']);
});

test('no drawn text stays where a secret stands', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9+/_.~-]{12,40}$/).filter((text) => !/\$\{/.test(text));
  const shapes: readonly ((text: string) => readonly [argument: string, previous: string])[] = [
    (text) => [text, '--api-key'],
    (text) => [`--token=${text}`, ''],
    (text) => [`X-Key: ${text}`, '-H'],
    (text) => [`SOME=${text}`, '--env'],
    (text) => [`https://ann:${encodeURIComponent(text)}@x.example/`, ''],
    (text) => [`https://x.example/?q=${encodeURIComponent(text)}1A`, ''],
    (text) => [`sh -c "KEY=${text} run"`, ''],
    (text) => [`Authorization: Basic ${text}`, ''],
    (text) => [`password:x${text.replaceAll('/', '')}`, ''],
    (text) => [`curl -u ann:${text} x`, '-c'],
    (text) => [`glpat-${text.replaceAll(/\W/g, '')}abcdefghijklmnop`, ''],
  ];
  fc.assert(
    fc.property(secret, fc.constantFrom(...shapes), (text, shape) => {
      expect(hideArgument(...shape(text))).not.toContain(text);
    }),
  );
});

test.each([
  ['notes-mcp-server', false],
  ['secret_manager_mcp', false],
  ['123e4567-e89b-12d3-a456-426614174000', true],
  ['0123456789abcdef0123456789abcdef', true],
  ['123456789:AAEabcdefghijklmnopqrstuvwxyz0123456', true],
  ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', true],
  ['2026.8.31', false],
])('%s looks like a token: %s', (word, expected) => {
  expect(looksLikeToken(word)).toBe(expected);
});

test('a long text without an end takes no time', () => {
  const started = process.hrtime.bigint();
  const parts = [
    'token',
    'x-',
    'x-token ',
    '${{',
    'a-',
    '://',
    '"',
    '-a ',
    'a: ',
    'a.b:',
    'token:',
    '-u a:',
    'a:b@c.',
    ' --user ',
    'a://b:c ',
  ];
  for (const part of parts) hideArgument(part.repeat(8000 / part.length), '');
  expect(Number(process.hrtime.bigint() - started)).toBeLessThan(2e9);
});
