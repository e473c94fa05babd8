import { generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Auth } from '../../src/monitor/ports-watched.ts';
import { startAuthorizationServer } from '../support/oauth/authorization-server.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { chargeInvoiceTool } from '../support/servers/tools.ts';
import { failed, toolNames } from './observation.ts';
import { guarded, loginsIn, readWith, serverAt } from './oauth-scope.ts';
import { it, type Scope } from './scope.ts';

const secret = 'machine-secret-0123456789';
const machine: Auth = { kind: 'client-credentials', clientId: 'me', clientSecret: secret, scope: null, issuer: null };
const target = async (scope: Scope) =>
  scope.closeAfter(await startModernHttpServer({ tools: [chargeInvoiceTool] }), (server) => server.close());

describe('client credentials', () => {
  it('are asked for a token once the server wants one, and it is kept for the next run', async ({ scope }) => {
    const { guard, as, tokens } = await guarded(scope, await target(scope), { client: { id: 'me', secret } });
    const server = serverAt(guard.url, { ...machine, scope: 'read' });
    expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
    expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
    expect(as.grants).toEqual(['client_credentials']);
    const asked = as.requests.find(({ path }) => path === '/token')?.form;
    expect(Object.fromEntries(asked ?? [])).toEqual({
      grant_type: 'client_credentials',
      scope: 'read',
      resource: guard.url,
    });
    expect(guard.seen[0]).toBeNull();
    expect(tokens.text()).not.toContain(secret);
    tokens.edit({ obtainedAt: '2026-01-01T00:00:00.000Z' });
    as.expireAccess();
    expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
    expect(as.grants).toEqual(['client_credentials', 'client_credentials']);
  });

  it('are used also where the server shows something to anybody', async ({ scope }) => {
    const open = await target(scope);
    const { guard, as, tokens } = await guarded(scope, open, { client: { id: 'me', secret } });
    guard.options.isOpen = true;
    expect(toolNames(await readWith(scope, serverAt(guard.url, machine), tokens))).toEqual(['charge_invoice']);
    expect(as.grants).toEqual(['client_credentials']);
    expect(guard.seen.slice(1).every((header) => header?.startsWith('Bearer access-'))).toBe(true);
  });

  it('that are wrong are told as such', async ({ scope }) => {
    const { guard, tokens } = await guarded(scope, await target(scope), { client: { id: 'me', secret: 'other' } });
    expect(failed(await readWith(scope, serverAt(guard.url, machine), tokens))).toEqual({
      outcome: 'auth-required',
      reason: 'the authorization server refuses a token (invalid_client): check `auth` in the config',
    });
  });

  it('are not shown to another authorization server than the first one', async ({ scope }) => {
    const { guard, as, tokens } = await guarded(scope, await target(scope), { client: { id: 'me', secret } });
    const other = scope.closeAfter(await startAuthorizationServer({ client: { id: 'me', secret } }), (s) => s.close());
    const server = serverAt(guard.url, machine);
    await readWith(scope, server, tokens);
    tokens.edit({ obtainedAt: '2026-01-01T00:00:00.000Z' });
    as.expireAccess();
    guard.options.metadata = { authorization_servers: [other.issuer] };
    expect(failed(await readWith(scope, server, tokens))).toEqual({
      outcome: 'auth-required',
      reason:
        `the server now sends logins to ${other.issuer}, which gets no credentials, in place of ${as.issuer}: ` +
        'if that is right, run `tooldrift logout watched` to forget the former one',
    });
    expect(other.requests).toEqual([]);
    const logins = scope.closeAfter(loginsIn(tokens), (open) => open.close());
    await logins.logout(server);
    guard.options.isClosed = true;
    await readWith(scope, server, tokens);
    expect(other.grants).toEqual(['client_credentials']);
  });

  it('are shown to the authorization server of the config alone', async ({ scope }) => {
    const { guard, as, tokens } = await guarded(scope, await target(scope), { client: { id: 'me', secret } });
    const issuer = 'https://login.example.com';
    expect(failed(await readWith(scope, serverAt(guard.url, { ...machine, issuer }), tokens)).reason).toBe(
      `the server now sends logins to ${as.issuer}, which gets no credentials, in place of ${issuer}: ` +
        'if that is right, change `issuer` in `auth` of the config',
    );
    expect(as.requests).toEqual([]);
    const right = serverAt(guard.url, { ...machine, issuer: `${as.issuer}/` });
    expect(toolNames(await readWith(scope, right, tokens))).toEqual(['charge_invoice']);
  });
});

describe('a private key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const forms = {
    'PKCS 8': privateKey.export({ type: 'pkcs8', format: 'pem' }),
    'SEC 1': privateKey.export({ type: 'sec1', format: 'pem' }),
    JWK: JSON.stringify(privateKey.export({ format: 'jwk' })),
  };

  async function keyed(scope: Scope, key: string | Buffer) {
    const all = await guarded(scope, await target(scope), { client: { id: 'me', key: publicKey } });
    const privateKeyFile = join(all.tokens.path, '..', 'key');
    writeFileSync(privateKeyFile, key);
    const auth = { clientId: 'me', privateKeyFile, algorithm: 'ES256', scope: null, issuer: null };
    return { ...all, privateKeyFile, server: serverAt(all.guard.url, { kind: 'private-key-jwt', ...auth }) };
  }

  it.for(Object.keys(forms))('signs for a token (%s)', async (form, { scope }) => {
    const { server, tokens, as } = await keyed(scope, forms[form as keyof typeof forms]); // its own key
    expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
    expect(as.grants).toEqual(['client_credentials']);
    expect(tokens.text()).not.toContain('PRIVATE');
  });

  it.for([
    ['is no key', 'hello', 'holds no private key, PEM or JWK, without a password'],
    ['is broken JSON', '{"kty": ', 'holds no private key, PEM or JWK, without a password'],
    ['is not there', null, 'cannot be read (ENOENT): check its path in `auth` of the config'],
  ] as const)('%s', async ([, content, reason], { scope }) => {
    const { server, tokens, privateKeyFile } = await keyed(scope, content ?? '');
    if (content === null) rmSync(privateKeyFile);
    expect(failed(await readWith(scope, server, tokens))).toEqual({
      outcome: 'auth-required',
      reason: `the file of \`privateKeyFile\` ${reason}`,
    });
  });

  it('of somebody else is refused', async ({ scope }) => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const { server, tokens } = await keyed(scope, other.export({ type: 'pkcs8', format: 'pem' }));
    expect(failed(await readWith(scope, server, tokens)).reason).toContain('(invalid_client): check `auth`');
  });
});
