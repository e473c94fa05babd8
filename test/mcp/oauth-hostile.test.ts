import { describe, expect } from 'vitest';
import type { FailedObservation } from '../../src/monitor/ports-reading.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import {
  json,
  startAuthorizationServer,
  type AuthorizationServerOptions,
  type OAuthRequest,
} from '../support/oauth/authorization-server.ts';
import type { GuardOptions } from '../support/oauth/guard.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { chargeInvoiceTool } from '../support/servers/tools.ts';
import { failed, toolNames } from './observation.ts';
import { guarded, logInWith, readWith, serverAt } from './oauth-scope.ts';
import { it, type Scope } from './scope.ts';

const target = async (scope: Scope) =>
  scope.closeAfter(await startModernHttpServer({ tools: [chargeInvoiceTool] }), (server) => server.close());
const elsewhere = async (scope: Scope) => scope.closeAfter(await startHttpReceiver(), (receiver) => receiver.close());
const old = { obtainedAt: '2026-01-01T00:00:00.000Z' };

const at = (path: string, answer: Awaited<ReturnType<NonNullable<AuthorizationServerOptions['intercept']>>>) => ({
  intercept: (request: OAuthRequest) => (request.path === path ? answer : undefined),
});
const discovery = '/.well-known/oauth-authorization-server';

/** Somebody who was logged in, before all this happened. */
async function loggedIn(scope: Scope) {
  let intercept: AuthorizationServerOptions['intercept'];
  const all = await guarded(scope, await target(scope), { intercept: (request) => intercept?.(request) });
  const server = serverAt(all.guard.url);
  await logInWith(server, all.tokens);
  const { refreshToken } = all.tokens.read();
  all.tokens.edit(old);
  all.as.expireAccess();
  const turn = (next: AuthorizationServerOptions): void => {
    ({ intercept } = next);
  };
  return { ...all, server, turn, refreshToken: refreshToken ?? '' };
}

describe('a refresh token', () => {
  it('is not shown to the authorization server that a server changes to', async ({ scope }) => {
    const { guard, as, tokens, server, refreshToken } = await loggedIn(scope);
    const other = scope.closeAfter(await startAuthorizationServer(), (open) => open.close());
    guard.options.metadata = { authorization_servers: [other.issuer] };
    expect(failed(await readWith(scope, server, tokens))).toEqual({
      outcome: 'auth-required',
      reason:
        `the server now sends logins to ${other.issuer}, which gets no credentials, in place of ${as.issuer}: ` +
        'if that is right, run `tooldrift login watched`',
    });
    expect(other.requests).toEqual([]);
    expect(tokens.read().refreshToken).toBe(refreshToken);
    const { place } = await logInWith(server, tokens);
    expect(place).toMatchObject({ at: other.issuer, formerly: as.issuer });
  });

  it('still works where the server names several authorization servers, or none, or fails to', async ({ scope }) => {
    const { guard, as, tokens, server } = await loggedIn(scope);
    const broken: Pick<GuardOptions, 'metadata' | 'metadataAnswer'>[] = [
      { metadata: { authorization_servers: ['https://login.example.com', as.issuer] } },
      { metadata: { authorization_servers: [] } },
      { metadataAnswer: () => ({ status: 503 }) },
      { metadataAnswer: () => json(200, { resource: 5 }) },
    ];
    for (const options of broken) {
      Object.assign(guard.options, { metadata: {}, metadataAnswer: undefined }, options);
      tokens.edit(old);
      as.expireAccess();
      expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
    }
    expect(as.grants).toHaveLength(1 + broken.length);
  });

  it('does not follow a redirect of the token endpoint', async ({ scope }) => {
    const { tokens, server, turn, refreshToken } = await loggedIn(scope);
    const other = await elsewhere(scope);
    for (const status of [301, 302, 307, 308]) {
      turn(at('/token', { status, headers: { location: `${other.url}/token` } }));
      expect(failed(await readWith(scope, server, tokens))).toEqual({
        outcome: 'refused',
        reason: `the authorization server redirects a request for the login (HTTP ${status}), which is not followed`,
      });
    }
    expect(other.requests).toEqual([]);
    expect(tokens.read().refreshToken).toBe(refreshToken);
  });

  it('outlives an authorization server that fails or talks nonsense', async ({ scope }) => {
    const { tokens, server, turn, refreshToken } = await loggedIn(scope);
    const answers = [
      [{ status: 503 }, 'unreachable', 'the authorization server fails at a request for the login (HTTP 503)'],
      [json(400, { error: 'server_error' }), 'unreachable', 'the authorization server fails (server_error)'],
      [{ status: 400, body: '<script>' }, 'unreachable', 'the authorization server fails (server_error)'],
      [
        json(400, { error: '\u001B[31m pwned' }),
        'auth-required',
        'the authorization server refuses a token (an unknown error): run `tooldrift login watched`',
      ],
      [
        { status: 200, body: '{}' },
        'invalid',
        'what the server or the authorization server answers is not valid OAuth',
      ],
      [
        json(200, { access_token: 'a b\r\nX: y', token_type: 'Bearer' }),
        'invalid',
        'the authorization server gives a token that no header can hold',
      ],
      [
        json(200, { access_token: 'a', token_type: 'mac' }),
        'invalid',
        'the authorization server gives a token of a kind that is not supported',
      ],
    ] as const;
    for (const [answer, outcome, reason] of answers) {
      turn(at('/token', answer));
      expect(failed(await readWith(scope, server, tokens))).toEqual({ outcome, reason });
      expect(tokens.read().refreshToken).toBe(refreshToken);
    }
    turn({});
    expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
  });

  it('is not used without the metadata of its own authorization server', async ({ scope }) => {
    const { tokens, server, turn, as, refreshToken } = await loggedIn(scope);
    const asked = as.requests.filter(({ path }) => path === '/token').length;
    const cases: readonly [AuthorizationServerOptions, FailedObservation['outcome'], string][] = [
      [
        at(discovery, json(200, { ...metadataOf(as.issuer), issuer: 'https://login.example.com' })),
        'refused',
        'the metadata of the authorization server is that of another one',
      ],
      [
        at(discovery, 'endless'),
        'invalid',
        'the authorization server answers a request for the login with more than 256000 bytes',
      ],
      [
        at(discovery, json(200, { ...metadataOf(as.issuer), token_endpoint: 'http://login.example.com/token' })),
        'refused',
        'the authorization server wants credentials over plain HTTP',
      ],
      [
        at(discovery, { status: 302, headers: { location: 'https://login.example.com' } }),
        'refused',
        'the authorization server redirects a request for the login (HTTP 302), which is not followed',
      ],
      [
        at(discovery, json(200, ['x'])),
        'invalid',
        'what the server or the authorization server answers is not valid OAuth',
      ],
    ];
    for (const [options, outcome, reason] of cases) {
      turn(options);
      expect(failed(await readWith(scope, server, tokens))).toEqual({ outcome, reason });
    }
    expect(as.requests.filter(({ path }) => path === '/token')).toHaveLength(asked);
    expect(tokens.read().refreshToken).toBe(refreshToken);
  });
});

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ['code'],
  };
}

describe('metadata', () => {
  const machine = { kind: 'client-credentials', clientId: 'me', clientSecret: 's', scope: null, issuer: null } as const;

  it('on another host than the server is not read', async ({ scope }) => {
    const other = await elsewhere(scope);
    const challenge = `resource_metadata="${other.url}/.well-known/oauth-protected-resource"`;
    const options = { client: { id: 'me', secret: 's' } };
    const { guard, tokens } = await guarded(scope, await target(scope), options, { challenge });
    expect(toolNames(await readWith(scope, serverAt(guard.url, machine), tokens))).toEqual(['charge_invoice']);
    expect(other.requests).toEqual([]);
  });

  it('of another resource gets no credentials', async ({ scope }) => {
    const options = { client: { id: 'me', secret: 's' } };
    const { guard, tokens, as } = await guarded(scope, await target(scope), options);
    guard.options.metadata = { resource: 'https://other.example.com/mcp' };
    expect(failed(await readWith(scope, serverAt(guard.url, machine), tokens))).toEqual({
      outcome: 'invalid',
      reason: 'the login metadata of the server speaks of another server',
    });
    expect(as.requests).toEqual([]);
  });

  it.for([
    [
      'endless',
      { status: 200, body: ' '.repeat(300_000) },
      'answers a request for the login with more than 256000 bytes',
    ],
    [
      'a redirect',
      { status: 302, headers: { location: '/x' } },
      'redirects a request for the login (HTTP 302), which is not followed',
    ],
    ['a failure', { status: 500 }, 'fails at a request for the login (HTTP 500)'],
  ] as const)('that is %s gets no credentials', async ([, answer, reason], { scope }) => {
    const { guard, tokens, as } = await guarded(scope, await target(scope), {}, { metadataAnswer: () => answer });
    expect(failed(await readWith(scope, serverAt(guard.url, machine), tokens)).reason).toBe(`the server ${reason}`);
    expect(as.requests).toEqual([]);
  });

  it.for(['javascript:alert(1)', 'http://login.example.com', 'ftp://127.0.0.1'])(
    'that names %s as the authorization server gets no credentials',
    async (issuer, { scope }) => {
      const { guard, tokens } = await guarded(scope, await target(scope));
      guard.options.metadata = { authorization_servers: [issuer] };
      expect(['refused', 'invalid']).toContain(
        failed(await readWith(scope, serverAt(guard.url, machine), tokens)).outcome,
      );
      expect(tokens.names()).toEqual([]);
    },
  );
});
