import { serverOf } from '../core/views.ts';
import type { Dispatcher } from 'undici';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import type { Clock, Random } from '../monitor/ports-world.ts';
import { Credentials } from './credentials.ts';
import { headersOf, honestIdentity, type OwnIdentity } from './identity.ts';
import { TokenFile } from './token-file.ts';

export interface KeyringDeps {
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly identity: OwnIdentity;
  /** Where the tokens are kept. */
  readonly tokenFolder: string;
}

/** How long renewals may go on after the end: a refresh token that was used and not replaced may end the login. */
const lastRenewalsMs = 5_000;

/** The credentials of all servers. */
export class Keyring {
  readonly #deps: KeyringDeps;
  readonly #ending = new AbortController();
  readonly #renewals = new Set<Promise<unknown>>();

  constructor(deps: KeyringDeps) {
    this.#deps = deps;
  }

  /** Null for a server that gets no tokens. */
  of({ name, launch, auth, identity }: WatchedServer): Credentials | null {
    if (auth === undefined || launch.kind !== 'http') return null;
    const { dispatcher, clock, random, tokenFolder } = this.#deps;
    const url = new URL(launch.url);
    const userAgent = headersOf(identity ?? honestIdentity(this.#deps.identity), {})['user-agent'] ?? '';
    // All views of a server share its tokens.
    const server = serverOf(name);
    return new Credentials(server, url, auth, new TokenFile(tokenFolder, server, url), {
      dispatcher,
      clock,
      random,
      userAgent,
      signal: this.#ending.signal,
      track: (renewal) => this.#track(renewal),
    });
  }

  async close(): Promise<void> {
    const late = new AbortController();
    const isLate = this.#deps.clock.sleep(lastRenewalsMs, late.signal);
    await Promise.race([Promise.allSettled(this.#renewals), isLate]);
    late.abort();
    this.#ending.abort();
  }

  #track(renewal: Promise<unknown>): void {
    const settled: Promise<unknown> = renewal.catch(() => undefined).then(() => this.#renewals.delete(settled));
    this.#renewals.add(settled);
  }
}
