import { OAuthError, OAuthErrorCode, type FetchLike } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import { commandLine } from '../core/approve-command.ts';
import { deadline } from '../linked-signal.ts';
import type { Auth } from '../monitor/ports-watched.ts';
import type { Clock, Random } from '../monitor/ports-world.ts';
import { AuthError } from './auth-error.ts';
import { createAuthFetch } from './auth-fetch.ts';
import { challengeOf, findAuthServer, type Challenge, type Pin } from './auth-server.ts';
import { explainOAuth } from './explain-oauth.ts';
import { askAsMachine, refreshLogin } from './grants.ts';
import { settingsOf, storedTokens, type StoredTokens } from './stored-tokens.ts';
import type { TokenFile } from './token-file.ts';
import { withTokenLock } from './token-lock.ts';

export interface CredentialsDeps {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly userAgent: string;
  /** Aborts what is under way when there is no time left. */
  readonly signal: AbortSignal;
  /** Told of each renewal, which must come to its end. */
  readonly track: (renewal: Promise<unknown>) => void;
}

/** All requests of one renewal; far below what makes the lock of a renewal stale. */
const renewalMs = 25_000;
/** A token that is refused at this age will not be followed by a better one. */
const youngMs = 60_000;

/** The access token of one server: read from its file at each use, so that every process and `tooldrift login` are heard. */
export class Credentials {
  readonly url: URL;
  readonly #auth: Auth;
  readonly #name: string;
  readonly #file: TokenFile;
  readonly #deps: CredentialsDeps;
  #used: string | null = null;

  constructor(name: string, url: URL, auth: Auth, file: TokenFile, deps: CredentialsDeps) {
    this.url = url;
    this.#name = name;
    this.#auth = auth;
    this.#file = file;
    this.#deps = deps;
  }

  /** False for a server that may be read without a token: many show their definitions to anybody. */
  get isRequired(): boolean {
    return this.#auth.kind !== 'oauth' || this.#auth.isRequired;
  }

  /** What the latest request was sent with, in words without secrets: `login, scope read`. Null: without a token. */
  get used(): string | null {
    return this.#used;
  }

  /** Null if there is none yet. */
  async token(): Promise<string | null> {
    const stored = await this.#load();
    const token = stored?.accessToken ?? null;
    this.#used = token === null ? null : describeGrant(this.#auth, stored?.scope ?? null);
    return token;
  }

  /**
   * Gets a token in place of `used` (null: none was used), which the server answered with these headers. Throws an
   * `AuthError`. Not to be broken off: a refresh token that was used and not replaced may end the login.
   */
  renew(used: string | null, headers: Headers): Promise<string> {
    const renewal = this.#renew(used, headers).then(async (renewed) => {
      await this.token(); // notes what is used from now on
      return renewed;
    });
    this.#deps.track(renewal);
    return renewal;
  }

  /** Why a reading fails whose token was just got. */
  refused(): AuthError {
    return new AuthError('auth-required', `the server refuses a token that is new (HTTP 401): ${this.#remedy}`);
  }

  async #renew(used: string | null, headers: Headers): Promise<string> {
    const before = await this.#load();
    const known = otherThan(used, before);
    if (known !== null) return known;
    // Where nobody is logged in, nothing is made.
    if (this.#auth.kind === 'oauth') this.#refreshTokenOf(before);
    await this.#file.prepare();
    return withTokenLock(this.#file, this.#deps.clock, this.#deps.random, async () => {
      const stored = await this.#load();
      const renewed = otherThan(used, stored);
      if (renewed !== null) return renewed;
      if (stored !== null && this.#isYoung(stored)) throw this.refused();
      return this.#obtain(stored, challengeOf(headers, this.url));
    });
  }

  async #load(): Promise<StoredTokens | null> {
    const stored = await this.#file.load();
    return stored !== null && stored.settings === settingsOf(this.#auth) ? stored : null;
  }

  #refreshTokenOf(stored: StoredTokens | null): string {
    if (stored?.refreshToken != null) return stored.refreshToken;
    const isOver = stored !== null;
    const reason = isOver
      ? 'the login is over (HTTP 401)'
      : this.isRequired
        ? 'nobody is logged in to the server'
        : 'the server wants a login (HTTP 401)';
    const otherwise = this.isRequired || isOver ? '' : ', or put credentials into `headers` or `auth` of the config';
    throw new AuthError('auth-required', `${reason}: ${this.#remedy}${otherwise}`);
  }

  async #obtain(stored: StoredTokens | null, challenge: Challenge): Promise<string> {
    const { dispatcher, userAgent, signal } = this.#deps;
    const inTime = deadline(signal, renewalMs);
    try {
      const fetchFn = createAuthFetch({ dispatcher, serverUrl: this.url, userAgent, signal: inTime.signal });
      const tokens = await this.#ask(stored, challenge, fetchFn);
      await this.#file.save(tokens);
      return tokens.accessToken;
    } catch (error) {
      if (stored !== null && error instanceof OAuthError && error.code === OAuthErrorCode.InvalidGrant)
        await this.#file.save({ ...stored, accessToken: null, refreshToken: null });
      throw explainOAuth(error, this.#remedy);
    } finally {
      inTime.done();
    }
  }

  async #ask(stored: StoredTokens | null, challenge: Challenge, fetchFn: FetchLike) {
    const auth = this.#auth;
    const server = await findAuthServer(this.url, challenge, this.#pin(stored), fetchFn);
    const context = { serverUrl: this.url, auth, server, now: this.#deps.clock.now() };
    if (auth.kind !== 'oauth') {
      const resource = server.resource ?? stored?.resource ?? null;
      const scope = auth.scope ?? server.scope;
      const answer = await askAsMachine(auth, { ...server, resource, scope }, fetchFn);
      return storedTokens(answer, context, { resource, client: null, scope });
    }
    const refreshToken = this.#refreshTokenOf(stored);
    if (stored === null) throw this.refused();
    return storedTokens(await refreshLogin(stored, refreshToken, auth, server, fetchFn), context, stored);
  }

  #pin(stored: StoredTokens | null): Pin | null {
    const { issuer, kind } = this.#auth;
    if (issuer !== null) return { issuer, remedy: 'if that is right, change `issuer` in `auth` of the config' };
    if (stored === null) return null;
    const forget = `run ${this.#command('logout')} to forget the former one`;
    return { issuer: stored.issuer, remedy: `if that is right, ${kind === 'oauth' ? this.#remedy : forget}` };
  }

  #isYoung({ obtainedAt, expiresAt }: StoredTokens): boolean {
    const now = this.#deps.clock.now().getTime();
    const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
    return !hasExpired && Math.abs(now - Date.parse(obtainedAt)) < youngMs;
  }

  get #remedy(): string {
    return this.#auth.kind === 'oauth' ? `run ${this.#command('login')}` : 'check `auth` in the config';
  }

  #command(command: string): string {
    return `\`${commandLine(command, [this.#name], [])}\``;
  }
}

const grants: Readonly<Record<Auth['kind'], string>> = {
  'client-credentials': 'client credentials',
  'private-key-jwt': 'private key',
  oauth: 'login',
};

function describeGrant({ kind }: Auth, scope: string | null): string {
  return scope === null ? grants[kind] : `${grants[kind]}, scope ${scope}`;
}

/** The access token that another process put in place of `used`, null if none did. */
function otherThan(used: string | null, stored: StoredTokens | null): string | null {
  const token = stored?.accessToken ?? null;
  return token === used ? null : token;
}
