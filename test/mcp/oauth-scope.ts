import { systemClock } from '../../src/clock.ts';
import { createLogins, type LoginsDeps } from '../../src/mcp/logins.ts';
import type { LoginPlace, LoginResult } from '../../src/monitor/ports-login.ts';
import type { Observation } from '../../src/monitor/ports-reading.ts';
import type { Auth, WatchedServer } from '../../src/monitor/ports-watched.ts';
import {
  startAuthorizationServer,
  type AuthorizationServer,
  type AuthorizationServerOptions,
} from '../support/oauth/authorization-server.ts';
import { startGuard, type Guard, type GuardOptions } from '../support/oauth/guard.ts';
import { TokenFolder } from '../support/oauth/token-folder.ts';
import { http, limits, neverAborted, watched, type Scope } from './scope.ts';

export type LoginAuth = Extract<Auth, { kind: 'oauth' }>;

export const loginAuth: LoginAuth = {
  kind: 'oauth',
  isRequired: false,
  clientId: null,
  clientSecret: null,
  scope: null,
  issuer: null,
  redirectPort: null,
};

export interface Guarded {
  readonly as: AuthorizationServer;
  readonly guard: Guard;
  readonly tokens: TokenFolder;
}

/** A real MCP server behind a guard, with an authorization server, and an empty folder for tokens. */
export async function guarded(
  scope: Scope,
  target: { readonly url: string },
  options: AuthorizationServerOptions = {},
  guardOptions: Omit<GuardOptions, 'authorizationServer'> = {},
): Promise<Guarded> {
  const as = scope.closeAfter(await startAuthorizationServer(options), (server) => server.close());
  const guard = scope.closeAfter(await startGuard(target, { authorizationServer: as, ...guardOptions }), (server) =>
    server.close(),
  );
  const tokens = scope.closeAfter(new TokenFolder(), (folder) => folder.remove());
  return { as, guard, tokens };
}

export function serverAt(
  url: string,
  auth: Auth = loginAuth,
  headers: Readonly<Record<string, string>> = {},
): WatchedServer {
  return { ...watched(http(url, headers)), auth };
}

/** One reading on a connection of its own, as `check` does it. */
export async function readWith(scope: Scope, server: WatchedServer, tokens: TokenFolder): Promise<Observation> {
  const source = scope.source({ tokenFolder: tokens.path });
  const opening = await source.open(server, null, neverAborted());
  if (opening.kind === 'failed') return opening.observation;
  const observation = await opening.session.read(neverAborted());
  await opening.session.close();
  return observation;
}

/** What a person does who is shown where to log in. */
export type Person = (place: LoginPlace) => Promise<string | null>;

/** Goes where the address leads, as a browser does; enters nothing in the terminal. */
export const browse: Person = async ({ url }) => {
  await (await fetch(url)).text();
  return null;
};

export interface LoginRun {
  readonly result: LoginResult;
  readonly place: LoginPlace | null;
  readonly explained: readonly string[];
}

export async function logInWith(
  server: WatchedServer,
  tokens: TokenFolder,
  person: Person = browse,
  options: Partial<LoginsDeps> = {},
): Promise<LoginRun> {
  const logins = loginsIn(tokens, options);
  const explained: string[] = [];
  let place: LoginPlace | null = null;
  let line: Promise<string | null> = Promise.resolve(null);
  try {
    const prompt = {
      visit(shown: LoginPlace) {
        place = shown;
        line = person(shown);
      },
      readLine() {
        const next = line;
        line = Promise.resolve(null);
        return next;
      },
      explain: (reason: string) => void explained.push(reason),
    };
    const result = await logins.login(server, prompt, neverAborted());
    return { result, place, explained };
  } finally {
    await logins.close();
  }
}

export function loginsIn(tokens: TokenFolder, options: Partial<LoginsDeps> = {}) {
  return createLogins({
    limits,
    identity: { name: 'tooldrift-test', version: '1.0.0' },
    clock: systemClock,
    random: Math.random,
    trustedCertificates: [],
    tokenFolder: tokens.path,
    ...options,
  });
}
