import { makeVisible } from '../core/visible.ts';
import { AppError } from '../errors.ts';
import type { LoginPlace, LoginPrompt, LoginResult } from '../monitor/ports-login.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import { describeTime } from './describe.ts';
import { exitCodes, printJson, typed, type CommonOptions, type Io } from './io.ts';
import { openBrowser } from './open-browser.ts';
import { chooseServers, withWire } from './with-wire.ts';

export interface LoginOptions extends CommonOptions {
  /** False with `--no-browser`. */
  readonly browser?: boolean;
}

/** Logs a person in to a server, and keeps the tokens for the readings. */
export async function login(name: string, options: LoginOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const [server] = chooseServers([name], wire.config.servers);
    if (server === undefined) return exitCodes.usage;
    assertLogin(server);
    const logins = await wire.logins();
    const result = await logins.login(server, promptFor(server, options, io), io.signal);
    report(name, result, options, io);
    return result.kind === 'logged-in' ? exitCodes.clean : exitCodes.unverified;
  });
}

function assertLogin({ name, launch, auth }: WatchedServer): void {
  if (auth?.kind === 'oauth') return;
  const why =
    launch.kind === 'stdio'
      ? 'is started here; it gets its credentials in "env"'
      : auth !== undefined
        ? 'gets its tokens without a person, as "auth" in the config says'
        : 'gets no tokens: it has a header "Authorization" in the config, or is not at https://';
  throw new AppError('usage', `there is nothing to log in to: ${name} ${why}`);
}

/** With `--json`, standard output is for the result alone. */
function promptFor(server: WatchedServer, options: LoginOptions, io: Io): LoginPrompt {
  const say = options.json === true ? io.err : io.out;
  return {
    visit(place) {
      say(describePlace(server, place));
      // Where another authorization server stands behind the server now, the person looks first.
      if (options.browser !== false && place.formerly === null) void openBrowser(place.url, io.env);
    },
    readLine: io.readLine,
    explain: (reason) => say(`${reason}\n`),
  };
}

function describePlace({ name }: WatchedServer, { url, redirectUrl, at, formerly }: LoginPlace): string {
  const change = formerly === null ? '' : `\nCareful: the login before this one was at ${makeVisible(formerly)}.\n`;
  return `Log in to ${name} at ${makeVisible(at)}, which this server names. Open this address in a browser:
${change}
  ${makeVisible(url)}

Waiting 5 minutes at most. If the browser runs on another machine, it will end at an address that it cannot open: copy
that address, ${redirectUrl}?..., paste it here and press Enter.

`;
}

function report(server: string, result: LoginResult, options: LoginOptions, io: Io): void {
  const isIn = result.kind === 'logged-in';
  if (options.json === true) {
    const { issuer = null, scope = null, expiresAt = null, isRenewable = null } = isIn ? result : {};
    const reason = isIn ? null : result.reason;
    printJson(io, {
      schemaVersion: 1,
      server,
      loggedIn: isIn,
      issuer,
      scope,
      expiresAt,
      renewable: isRenewable,
      reason,
    });
  } else if (isIn) {
    io.out(`logged in to ${server}; try it:  ${typed(`tooldrift check ${server}`, io, options)}\n`);
    if (!result.isRenewable)
      io.out(
        `the login cannot be renewed: it ends ${result.expiresAt === null ? 'some time' : describeTime(result.expiresAt)}\n`,
      );
  } else io.err(`not logged in to ${server}: ${result.reason}\n`);
}
