import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Auth } from '../../src/monitor/ports-watched.ts';
import { linesOfError, load } from './config-folder.ts';

function textWith(auth: unknown, entry: object = { url: 'https://h/mcp' }): string {
  return JSON.stringify({ mcpServers: { a: entry }, watch: { servers: { a: auth === undefined ? {} : { auth } } } });
}

async function authOf(auth: unknown, entry?: object, env: NodeJS.ProcessEnv = {}): Promise<Auth | undefined> {
  return (await load(textWith(auth, entry), env)).servers[0]?.auth;
}

async function problemOf(auth: unknown, entry?: object): Promise<string> {
  return (await linesOfError(textWith(auth, entry))).join('\n').replaceAll(/tooldrift\.jsonc:\d+:\d+: /g, '');
}

const login: Auth = {
  kind: 'oauth',
  isRequired: false,
  clientId: null,
  clientSecret: null,
  scope: null,
  issuer: null,
  redirectPort: null,
};
const machine = { type: 'client-credentials', clientId: 'me', clientSecret: 's' };

describe('watch.servers.<name>.auth', () => {
  test('is a login for every server over HTTP that has none', async () => {
    expect(await authOf(undefined)).toEqual(login);
    expect(await authOf({ type: 'oauth' })).toEqual({ ...login, isRequired: true });
    expect(await authOf(undefined, { url: 'http://127.0.0.1:1/mcp' })).toEqual(login);
  });

  test.each([
    ['a program', { command: 'x' }],
    ['a server with an Authorization header', { url: 'https://h', headers: { authorization: 'Bearer x' } }],
    ['a server over plain HTTP on another machine', { url: 'http://h/mcp' }],
  ])('is nothing for %s', async (_claim, entry) => {
    expect(await authOf(undefined, entry)).toBeUndefined();
  });

  test('takes secrets from variables, and a key file relative to the config file', async () => {
    expect(await authOf({ ...machine, clientSecret: '${S}', scope: 'a b' }, undefined, { S: 'hush' })).toEqual({
      kind: 'client-credentials',
      clientId: 'me',
      clientSecret: 'hush',
      scope: 'a b',
      issuer: null,
    });
    const key = { type: 'private-key-jwt', clientId: 'me', privateKeyFile: 'key.pem', algorithm: 'ES256' };
    const config = await load(textWith({ ...key, issuer: 'https://as.example.com/tenant' }));
    expect(config.servers[0]?.auth).toEqual({
      kind: 'private-key-jwt',
      clientId: 'me',
      privateKeyFile: join(config.path, '..', 'key.pem'),
      algorithm: 'ES256',
      scope: null,
      issuer: 'https://as.example.com/tenant',
    });
  });

  const at = 'watch.servers.a.auth';
  test.each([
    [5, `${at} must be an object, in braces`],
    [{}, `${at} needs "type"`],
    [{ type: 'basic' }, `${at}.type must be "client-credentials", "private-key-jwt" or "oauth"`],
    [{ type: 'client-credentials', clientId: 'me' }, `${at} needs "clientSecret"`],
    [{ ...machine, clientSecret: ' ' }, `${at}.clientSecret must be the secret of a client, in one line`],
    [{ ...machine, clientID: 'x' }, `unknown key "clientID" in ${at}; did you mean "clientId"?`],
    [
      { ...machine, scope: 'a  b' },
      `${at}.scope must be a list of scopes with one space between them, such as "mcp:read offline_access"`,
    ],
    [
      { ...machine, issuer: 'http://as.example.com' },
      `${at}.issuer must be the https:// URL of an authorization server`,
    ],
    [
      { type: 'private-key-jwt', clientId: 'me', privateKeyFile: 'k', algorithm: 'none' },
      `${at}.algorithm must be "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512" or "EdDSA"`,
    ],
    [{ type: 'oauth', redirectPort: 80 }, `${at}.redirectPort must be a port from 1024 to 65535`],
  ])('%j is an error', async (auth, message) => {
    expect(await problemOf(auth)).toBe(message);
  });

  test.each([
    [{ command: 'x' }, 'is only for a server over HTTP; a program gets its credentials in "env"'],
    [
      { url: 'https://h', headers: { AUTHORIZATION: 'x' } },
      'stands beside the header "Authorization" of this server; keep one of them',
    ],
    [{ url: 'http://h' }, 'needs a server at https://; over plain HTTP anybody could read the tokens'],
  ])('is an error for %j', async (entry, message) => {
    expect(await problemOf(machine, entry)).toBe(`${at} ${message}`);
  });
});
