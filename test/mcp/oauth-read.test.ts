import { describe, expect } from 'vitest';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { startLegacySseServer } from '../support/servers/legacy-sse.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { chargeInvoiceTool } from '../support/servers/tools.ts';
import { failed, toolNames } from './observation.ts';
import { guarded, loginAuth, logInWith, loginsIn, readWith, serverAt } from './oauth-scope.ts';
import { http, it, neverAborted, type Scope } from './scope.ts';

const tools = [chargeInvoiceTool];
const starters = {
  modern: (scope: Scope) => startModernHttpServer({ tools }).then((s) => scope.closeAfter(s, (x) => x.close())),
  legacy: (scope: Scope) => startLegacyHttpServer({ tools }).then((s) => scope.closeAfter(s, (x) => x.close())),
  sse: (scope: Scope) => startLegacySseServer(tools).then((s) => scope.closeAfter(s, (x) => x.close())),
};
const kinds = ['modern', 'legacy', 'sse'] as const;
const login = 'run `tooldrift login watched`';

describe('a server that wants a login', () => {
  it.for(kinds)('is read with the tokens of a login (%s)', async (kind, { scope }) => {
    const { guard, tokens, as } = await guarded(scope, await starters[kind](scope));
    const server = serverAt(guard.url);
    const before = failed(await readWith(scope, server, tokens));
    expect(before).toEqual({
      outcome: 'auth-required',
      reason: `the server wants a login (HTTP 401): ${login}, or put credentials into \`headers\` or \`auth\` of the config`,
    });
    expect(tokens.names()).toEqual([]);
    expect((await logInWith(server, tokens)).result).toMatchObject({ kind: 'logged-in', issuer: as.issuer });
    expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
    expect(as.grants).toEqual(['authorization_code']);
  });

  it.for(kinds)(
    'is read again when its token has ended, silently and with one refresh (%s)',
    async (kind, { scope }) => {
      const { guard, tokens, as } = await guarded(scope, await starters[kind](scope));
      const server = serverAt(guard.url);
      await logInWith(server, tokens);
      const first = tokens.read();
      tokens.edit({ obtainedAt: '2026-01-01T00:00:00.000Z' });
      as.expireAccess();
      expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
      expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
      expect(as.grants).toEqual(['authorization_code', 'refresh_token']);
      expect(tokens.read().refreshToken).not.toBe(first.refreshToken);
      expect(as.requests.findLast(({ path }) => path === '/token')?.form.get('resource')).toBe(guard.url);
    },
  );

  it('says with which access it was read', async ({ scope }) => {
    const { guard, tokens } = await guarded(scope, await starters.modern(scope));
    const server = serverAt(guard.url);
    await logInWith(server, tokens);
    tokens.edit({ scope: 'read write' });
    const opening = await scope.source({ tokenFolder: tokens.path }).open(server, null, neverAborted());
    if (opening.kind === 'failed') throw new Error(opening.observation.reason);
    const session = scope.closeAfter(opening.session, (open) => open.close());
    await session.read(neverAborted());
    expect(session.access).toBe('login, scope read write');
    const open = await scope.session(scope.source(), http((await starters.modern(scope)).url));
    await open.read(neverAborted());
    expect(open.access).toBeNull();
  });

  it('is heard through the stream of a 2025 server, whose token may end as well', async ({ scope }) => {
    const target = await starters.legacy(scope);
    const { guard, tokens, as } = await guarded(scope, target);
    const server = serverAt(guard.url);
    await logInWith(server, tokens);
    const opening = await scope.source({ tokenFolder: tokens.path }).open(server, null, neverAborted());
    if (opening.kind === 'failed') throw new Error(opening.observation.reason);
    const session = scope.closeAfter(opening.session, (open) => open.close());
    tokens.edit({ obtainedAt: '2026-01-01T00:00:00.000Z' });
    as.expireAccess();
    await new Promise<void>((changed) => {
      session.listen({
        changed: () => changed(),
        announces: () => undefined,
        listening: () => undefined,
        listen: () => undefined,
        ended: () => undefined,
      });
      void target.whenListening().then(() => target.setTools([]));
    });
    expect(as.grants).toEqual(['authorization_code', 'refresh_token']);
  });

  it('says so when the login is over, and never shows the dead tokens again', async ({ scope }) => {
    const { guard, tokens, as } = await guarded(scope, await starters.modern(scope));
    const server = serverAt(guard.url);
    await logInWith(server, tokens);
    tokens.edit({ obtainedAt: '2026-01-01T00:00:00.000Z' });
    as.expireAccess();
    as.endLogins();
    expect(failed(await readWith(scope, server, tokens))).toEqual({
      outcome: 'auth-required',
      reason: `the authorization server refuses a token (invalid_grant): ${login}`,
    });
    const asked = as.requests.length;
    expect(failed(await readWith(scope, server, tokens)).reason).toBe(`the login is over (HTTP 401): ${login}`);
    expect(as.requests).toHaveLength(asked);
    expect(tokens.text()).not.toContain('refresh-');
  });

  it('says so when there is nothing to renew the token with', async ({ scope }) => {
    const { guard, tokens, as } = await guarded(scope, await starters.modern(scope), { refreshes: false });
    const server = serverAt(guard.url);
    expect((await logInWith(server, tokens)).result).toMatchObject({ isRenewable: false });
    as.expireAccess();
    expect(failed(await readWith(scope, server, tokens)).reason).toBe(`the login is over (HTTP 401): ${login}`);
  });

  it('is not asked for new tokens again and again when it refuses them all', async ({ scope }) => {
    const { guard, tokens, as } = await guarded(scope, await starters.modern(scope));
    const server = serverAt(guard.url);
    await logInWith(server, tokens);
    tokens.edit({ obtainedAt: '2026-01-01T00:00:00.000Z' });
    guard.options.isClosed = true;
    const refused = { outcome: 'auth-required', reason: `the server refuses a token that is new (HTTP 401): ${login}` };
    for (let times = 0; times < 3; times += 1) expect(failed(await readWith(scope, server, tokens))).toEqual(refused);
    expect(as.grants).toEqual(['authorization_code', 'refresh_token']);
  });

  it('is not read with tokens of another address, or of other settings', async ({ scope }) => {
    const target = await starters.modern(scope);
    const { guard, tokens, as } = await guarded(scope, target);
    await logInWith(serverAt(guard.url), tokens);
    const elsewhere = await guarded(scope, target, {}, {});
    await readWith(scope, serverAt(elsewhere.guard.url), tokens);
    expect(elsewhere.guard.seen.every((header) => header === null)).toBe(true);
    const seen = guard.seen.length;
    const other = serverAt(guard.url, { ...loginAuth, scope: 'more' });
    expect(failed(await readWith(scope, other, tokens)).reason).toContain('the server wants a login');
    expect(guard.seen.slice(seen).every((header) => header === null)).toBe(true);
    expect(as.grants).toEqual(['authorization_code']);
  });

  it('is read as anybody may until there is a login, unless the config wants one', async ({ scope }) => {
    const { guard, tokens } = await guarded(scope, await starters.modern(scope));
    guard.options.isOpen = true;
    expect(toolNames(await readWith(scope, serverAt(guard.url), tokens))).toEqual(['charge_invoice']);
    const server = serverAt(guard.url, { ...loginAuth, isRequired: true });
    expect(failed(await readWith(scope, server, tokens))).toEqual({
      outcome: 'auth-required',
      reason: `nobody is logged in to the server: ${login}`,
    });
    await logInWith(server, tokens);
    expect(toolNames(await readWith(scope, server, tokens))).toEqual(['charge_invoice']);
    expect(guard.seen.at(-1)).toMatch(/^Bearer access-/);
  });

  it('gets to keep the new tokens when the reading is stopped while they are on their way', async ({ scope }) => {
    let release = (): void => undefined;
    let isAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    let isHeld = false;
    const { guard, tokens, as } = await guarded(scope, await starters.modern(scope), {
      async intercept({ path }) {
        if (path !== '/token' || !isHeld) return undefined;
        await new Promise<void>((resolve) => {
          release = resolve;
          isAsked();
        });
        return undefined;
      },
    });
    const server = serverAt(guard.url);
    await logInWith(server, tokens);
    const before = tokens.read();
    tokens.edit({ obtainedAt: '2026-01-01T00:00:00.000Z' });
    as.expireAccess();
    isHeld = true;
    const source = scope.source({ tokenFolder: tokens.path });
    const stop = new AbortController();
    const opening = source.open(server, null, stop.signal);
    await asked;
    stop.abort();
    expect((await opening).kind).toBe('failed');
    const closed = source.close();
    release();
    await closed;
    expect(tokens.read().refreshToken).not.toBe(before.refreshToken);
    expect(as.accepts(tokens.read().accessToken)).toBe(true);
  });

  it('is not read any more after a logout, also on a connection that is held', async ({ scope }) => {
    const { guard, tokens } = await guarded(scope, await starters.modern(scope));
    const server = serverAt(guard.url);
    await logInWith(server, tokens);
    const opening = await scope.source({ tokenFolder: tokens.path }).open(server, null, neverAborted());
    if (opening.kind === 'failed') throw new Error(opening.observation.reason);
    const session = scope.closeAfter(opening.session, (open) => open.close());
    const logins = scope.closeAfter(loginsIn(tokens), (open) => open.close());
    expect(await logins.logout(server)).toBe(true);
    expect(await logins.logout(server)).toBe(false);
    expect(tokens.names()).toEqual([]);
    expect(failed(await session.read(neverAborted())).reason).toContain('the server wants a login');
  });
});
