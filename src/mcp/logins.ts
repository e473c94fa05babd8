import { serverOf } from '../core/views.ts';
import { AppError } from '../errors.ts';
import type { LoginResult, Logins } from '../monitor/ports-login.ts';
import type { Limits, WatchedServer } from '../monitor/ports-watched.ts';
import type { Clock, Random } from '../monitor/ports-world.ts';
import { AuthError } from './auth-error.ts';
import { createDispatcher } from './dispatcher.ts';
import { explainOAuth } from './explain-oauth.ts';
import { headersOf, honestIdentity, type OwnIdentity } from './identity.ts';
import { logIn, type LoginDeps, type LoginTarget } from './login.ts';
import type { StoredTokens } from './stored-tokens.ts';
import { TokenFile } from './token-file.ts';
import { withTokenLock } from './token-lock.ts';

export interface LoginsDeps {
  readonly limits: Limits;
  readonly identity: OwnIdentity;
  readonly clock: Clock;
  readonly random: Random;
  readonly trustedCertificates: readonly string[];
  readonly tokenFolder: string;
  /** How long a person may take, in milliseconds. Default: 5 minutes. */
  readonly personMs?: number;
}

/** Logs people in to servers, and keeps the tokens where the readings find them. */
export function createLogins(deps: LoginsDeps): Logins {
  const { clock, random, personMs = 5 * 60_000 } = deps;
  const dispatcher = createDispatcher(deps.limits, deps.trustedCertificates);
  const loginDeps: LoginDeps = { dispatcher, clock, random, personMs };
  return {
    async login(server, prompt, signal) {
      const { url, auth, headers } = targetOf(server, deps.identity);
      const file = new TokenFile(deps.tokenFolder, serverOf(server.name), url);
      try {
        await file.prepare();
        const formerIssuer = (await file.load().catch(() => null))?.issuer ?? null;
        const tokens = await logIn({ url, auth, headers, formerIssuer }, prompt, loginDeps, signal);
        await withTokenLock(file, clock, random, () => file.save(tokens));
        return resultOf(tokens);
      } catch (error) {
        signal.throwIfAborted();
        return { kind: 'failed', reason: explainOAuth(error, 'try again, or check `auth` in the config').message };
      }
    },
    async logout({ name, launch }) {
      if (launch.kind !== 'http') return false;
      const file = new TokenFile(deps.tokenFolder, serverOf(name), new URL(launch.url));
      try {
        await file.prepare();
        return await withTokenLock(file, clock, random, () => file.remove());
      } catch (cause) {
        if (!(cause instanceof AuthError)) throw cause;
        throw new AppError('config', cause.message, { cause });
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function targetOf({ launch, auth, identity }: WatchedServer, own: OwnIdentity): Omit<LoginTarget, 'formerIssuer'> {
  if (launch.kind !== 'http' || auth?.kind !== 'oauth') throw new TypeError('not a server to log in to');
  return { url: new URL(launch.url), auth, headers: headersOf(identity ?? honestIdentity(own), launch.headers) };
}

function resultOf({ issuer, scope, expiresAt, refreshToken }: StoredTokens): LoginResult {
  return { kind: 'logged-in', issuer, scope, expiresAt, isRenewable: refreshToken !== null };
}
