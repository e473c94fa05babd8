import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect } from 'vitest';
import { readAnswer, readPasted } from '../../src/mcp/login-answer.ts';
import { maySendTo } from '../../src/mcp/auth-fetch.ts';
import type { LoginPlace } from '../../src/monitor/ports-login.ts';
import { json, type AuthorizationServerOptions, type OAuthRequest } from '../support/oauth/authorization-server.ts';
import { browse, guarded, loginAuth, loginsIn, logInWith, serverAt, type Person } from './oauth-scope.ts';
import { it, neverAborted, type Scope } from './scope.ts';

/** There is nothing behind the guard: logging in needs no more of a server than its metadata. */
const setUp = (scope: Scope, options: AuthorizationServerOptions = {}) =>
  guarded(scope, { url: 'http://127.0.0.1:9/mcp' }, options);

/** Where the authorization server sends the browser. */
async function redirectOf({ url }: LoginPlace): Promise<string> {
  return (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
}

const paste: Person = redirectOf;

describe('a login', () => {
  it('asks with PKCE, state and resource, and registers for its own address', async ({ scope }) => {
    const { guard, tokens, as } = await setUp(scope);
    guard.options.metadata = { scopes_supported: ['tools:read'] };
    const { result, place } = await logInWith(serverAt(guard.url), tokens);
    expect(result).toEqual({
      kind: 'logged-in',
      issuer: as.issuer,
      scope: 'tools:read',
      expiresAt: expect.stringMatching(/Z$/),
      isRenewable: true,
    });
    expect(place).toMatchObject({ at: as.issuer, formerly: null });
    const redirectUrl = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(JSON.parse(as.requests.find(({ path }) => path === '/register')?.body ?? '')).toMatchObject({
      client_name: 'tooldrift',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      scope: 'tools:read',
    });
    expect(Object.fromEntries(as.requests.find(({ path }) => path === '/authorize')?.query ?? [])).toEqual({
      response_type: 'code',
      client_id: tokens.read().client?.id,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      redirect_uri: redirectUrl,
      state: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'tools:read',
      resource: guard.url,
    });
    expect(guard.seen).toEqual([null]);
  });

  it('uses the client, scope and port of the config, and keeps no secret of it', async ({ scope }) => {
    const { guard, tokens, as } = await setUp(scope, { client: { id: 'me', secret: 'hush-hush' } });
    const free = await freePort();
    const auth = { ...loginAuth, clientId: 'me', clientSecret: 'hush-hush', scope: 'a b', redirectPort: free };
    const { result, place } = await logInWith(serverAt(guard.url, auth), tokens);
    expect(result).toMatchObject({ kind: 'logged-in', scope: 'a b' });
    expect(place?.redirectUrl).toBe(`http://127.0.0.1:${free}/callback`);
    expect(as.requests.some(({ path }) => path === '/register')).toBe(false);
    expect(tokens.text()).not.toContain('hush-hush');
    expect(tokens.read().client).toBeNull();
  });

  it('asks for what renews the token, where the authorization server knows that', async ({ scope }) => {
    const { guard, tokens, as } = await setUp(scope, { metadata: { scopes_supported: ['offline_access'] } });
    guard.options.metadata = { scopes_supported: ['tools:read'] };
    await logInWith(serverAt(guard.url), tokens);
    const asked = as.requests.find(({ path }) => path === '/authorize')?.query;
    expect(asked?.get('scope')).toBe('tools:read offline_access');
  });

  it('takes a pasted address, and what is in it, after lines that are neither', async ({ scope }) => {
    const { guard, tokens } = await setUp(scope);
    const server = serverAt(guard.url);
    expect((await logInWith(server, tokens, paste)).result).toMatchObject({ kind: 'logged-in' });
    const onlyQuery: Person = async (place) => new URL(await redirectOf(place)).search;
    expect((await logInWith(server, tokens, onlyQuery)).result).toMatchObject({ kind: 'logged-in' });
    let told = '';
    const clumsy = ['', 'http://127.0.0.1/callback?code=x&state=y', 'what is this'];
    const logins = scope.closeAfter(loginsIn(tokens), (open) => open.close());
    let shown: LoginPlace | null = null;
    const result = await logins.login(
      server,
      {
        visit: (place) => void (shown = place),
        readLine: async () => clumsy.shift() ?? (shown === null ? null : redirectOf(shown)),
        explain: (reason) => void (told += `${reason}\n`),
      },
      neverAborted(),
    );
    expect(result).toMatchObject({ kind: 'logged-in' });
    expect(told).toBe(
      'that is not the address that the browser was sent to after this login; paste all of it\n'.repeat(2),
    );
  });

  it('takes a bare code only of an authorization server that does not sign its answers', async ({ scope }) => {
    const code: Person = async (place) => new URL(await redirectOf(place)).searchParams.get('code');
    const plain = await setUp(scope, { metadata: { authorization_response_iss_parameter_supported: false } });
    expect((await logInWith(serverAt(plain.guard.url), plain.tokens, code)).result).toMatchObject({
      kind: 'logged-in',
    });
    const signing = await setUp(scope);
    expect((await logInWith(serverAt(signing.guard.url), signing.tokens, code)).result).toEqual({
      kind: 'failed',
      reason: 'the answer to the login came from another authorization server than the one that was asked',
    });
  });

  it('waits on when a stranger calls back, and shows only fixed words', async ({ scope }) => {
    const { guard, tokens } = await setUp(scope);
    const answers: (readonly [number, string, string | null])[] = [];
    const person: Person = async (place) => {
      const base = new URL(place.redirectUrl);
      for (const path of ['/', '/callback', '/callback?code=x&state=<script>', '/callback?error=x', '//', '/%']) {
        const answer = await fetch(`${base.origin}${path}`);
        answers.push([answer.status, await answer.text(), answer.headers.get('content-security-policy')]);
      }
      const right = new URL(await redirectOf(place));
      const post = await fetch(right, { method: 'POST' });
      answers.push([post.status, await post.text(), null]);
      const answer = await fetch(right);
      answers.push([answer.status, await answer.text(), null]);
      return null;
    };
    expect((await logInWith(serverAt(guard.url), tokens, person)).result).toMatchObject({ kind: 'logged-in' });
    expect(answers.map(([status]) => status)).toEqual([404, 400, 400, 400, 404, 404, 404, 200]);
    expect(answers.map(([, text]) => text).join('')).not.toContain('<script>');
    expect(answers[0]?.[2]).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it.for<readonly [string, Person, AuthorizationServerOptions, string]>([
    ['is denied', browse, { person: 'denies' }, 'the login was denied'],
    [
      'is answered in the name of another authorization server',
      async (place) => {
        const right = new URL(await redirectOf(place));
        right.searchParams.set('iss', 'https://login.example.com');
        await fetch(right);
        return null;
      },
      {},
      'the answer to the login came from another authorization server than the one that was asked',
    ],
    [
      'is refused in the name of another authorization server',
      async (place) => {
        const right = new URL(await redirectOf(place));
        right.searchParams.delete('code');
        right.searchParams.set('iss', 'https://login.example.com');
        right.searchParams.set('error', 'access_denied');
        await fetch(right);
        return null;
      },
      {},
      'the answer to the login came from another authorization server than the one that was asked',
    ],
    [
      'brings a code of another login',
      async (place) => {
        const right = new URL(await redirectOf(place));
        right.searchParams.set('code', 'of-somebody-else');
        await fetch(right);
        return null;
      },
      {},
      'the authorization server refuses a token (invalid_grant): try again, or check `auth` in the config',
    ],
    [
      'cannot be registered for',
      browse,
      { intercept: ({ path }: OAuthRequest) => (path === '/register' ? json(403, { error: 'x' }) : undefined) },
      'the authorization server does not register us (HTTP 403): set `clientId` in `auth` of the config',
    ],
    [
      'has nowhere to register',
      browse,
      { metadata: { registration_endpoint: undefined } },
      'the authorization server registers no clients by itself: set `clientId` in `auth` of the config',
    ],
  ])('that %s ends with a reason, and keeps nothing', async ([, person, options, reason], { scope }) => {
    const { guard, tokens } = await setUp(scope, options);
    expect((await logInWith(serverAt(guard.url), tokens, person)).result).toEqual({ kind: 'failed', reason });
    expect(tokens.names()).toEqual([]);
  });

  it.for([
    'javascript:alert(1)//',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://login.example.com/authorize',
    'https://user:pw@login.example.com/authorize',
    'not an address',
    `https://login.example.com/${'x'.repeat(8000)}`,
  ])('shows nobody %s', async (endpoint, { scope }) => {
    const { guard, tokens } = await setUp(scope, { metadata: { authorization_endpoint: endpoint } });
    const { result, place } = await logInWith(serverAt(guard.url), tokens);
    expect(result).toMatchObject({ kind: 'failed' });
    expect(place).toBeNull();
  });

  it('shows an address in which nothing steers a terminal', async ({ scope }) => {
    const odd = 'https://login.example.com/a\u001B[2J\u202E\u0007?x=\u009B31m y#\u200B';
    const { guard, tokens } = await setUp(scope, { metadata: { authorization_endpoint: odd } });
    const { place } = await logInWith(serverAt(guard.url), tokens, async () => null, { personMs: 1 });
    expect(place?.url).toMatch(/^https:\/\/login\.example\.com\/[!-~]+$/);
  });

  it('does not wait for ever', async ({ scope }) => {
    const { guard, tokens } = await setUp(scope);
    const { result } = await logInWith(serverAt(guard.url), tokens, async () => null, { personMs: 60 });
    expect(result).toEqual({ kind: 'failed', reason: 'nobody logged in within 0 minutes' });
  });

  it('says that its port is taken', async ({ scope }) => {
    const { guard, tokens } = await setUp(scope);
    const redirectPort = Number(new URL(guard.url).port);
    const { result } = await logInWith(serverAt(guard.url, { ...loginAuth, redirectPort }), tokens);
    expect(result).toEqual({
      kind: 'failed',
      reason: `port ${redirectPort} of this machine cannot be listened on (EADDRINUSE)`,
    });
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('an answer', () => {
  it.for([
    ['code=c&state=s', { kind: 'code', code: 'c', iss: undefined }],
    ['code=c&state=s&iss=i', { kind: 'code', code: 'c', iss: 'i' }],
    ['error=e&state=s', { kind: 'refused', error: 'e', iss: undefined }],
    ['error=e&code=c&state=s', { kind: 'refused', error: 'e', iss: undefined }],
    ['code=c&state=t', { kind: 'foreign' }],
    ['code=c', { kind: 'foreign' }],
    ['code=c&state=s&state=s', { kind: 'foreign' }],
    ['code=c&code=d&state=s', { kind: 'foreign' }],
    ['code=&state=s', { kind: 'foreign' }],
    ['state=s', { kind: 'foreign' }],
  ] as const)('%s', ([query, answer]) => {
    expect(readAnswer(new URLSearchParams(query), 's')).toEqual(answer);
  });

  it.for([
    [' https://h/x?code=c&state=s \n', 'code'],
    ['?code=c&state=s', 'code'],
    ['code=c&state=t', 'foreign'],
    ['SplxlOBeZQQYbYS6WxSbIA', 'code'],
    ['a b', 'foreign'],
    ['\u001B[31m', 'foreign'],
    ['x'.repeat(5000), 'foreign'],
  ] as const)('that is pasted: %j', ([line, kind]) => {
    expect(readPasted(line, 's').kind).toBe(kind);
  });
});

describe('requests for a login', () => {
  it.for([
    ['https://as.example.com/x', 'https://mcp.example.com', true],
    ['http://as.example.com/x', 'https://mcp.example.com', false],
    ['http://127.0.0.1:1/x', 'https://mcp.example.com', false],
    ['https://localhost/x', 'https://mcp.example.com', false],
    ['http://[::1]/x', 'https://mcp.example.com', false],
    ['http://127.1/x', 'http://localhost:1', true],
    ['http://as.example.com/x', 'http://localhost:1', false],
    ['ftp://127.0.0.1/x', 'http://localhost:1', false],
    ['javascript:x', 'http://localhost:1', false],
  ] as const)('to %s for a server at %s: %s', ([to, server, isAllowed]) => {
    expect(maySendTo(new URL(to), new URL(server))).toBe(isAllowed);
  });
});
