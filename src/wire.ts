import { randomUUID } from 'node:crypto';
import { systemClock } from './clock.ts';
import { Closers } from './closers.ts';
import type { Config } from './config/config.ts';
import type { Gravity } from './core/compare.ts';
import { Limiter } from './monitor/limiter.ts';
import type { CheckDeps } from './monitor/check-result.ts';
import type { AlertPolicy, Channel, CheckStore, Clock, Logins, Source, Store } from './monitor/ports.ts';
import { readVersion } from './version.ts';

/** A server that hangs gives its place to the next after this long. */
const placeHeldMs = 5_000;
/** Pause before a second reading has to confirm that something is gone: servers that warm up fill their list later. */
const settleMs = 2_000;

/**
 * Builds the parts of the program from a config, each with all that it needs, and closes them in reverse order. Every
 * part is loaded when it is asked for: `status` needs no MCP SDK.
 */
export class Wire {
  readonly clock: Clock = systemClock;
  readonly random = Math.random;
  readonly newId = randomUUID;
  readonly config: Config;
  readonly #closers = new Closers();
  #kill = (): void => undefined;

  constructor(config: Config) {
    this.config = config;
  }

  async store(): Promise<Store> {
    const { openStore } = await import('./store/open-store.ts');
    const store = await openStore(this.config.database);
    this.#closers.push(() => store.close());
    return store;
  }

  /** False where there is no database yet, so that nothing can be recorded. */
  async hasDatabase(): Promise<boolean> {
    const { databaseExists } = await import('./store/database-exists.ts');
    return databaseExists(this.config.database);
  }

  /** Names of the migrations that bringing the database up to date took. */
  async migrate(): Promise<readonly string[]> {
    const { migrateDatabase } = await import('./store/open-store.ts');
    return (await migrateDatabase(this.config.database)).applied;
  }

  async source(): Promise<Source> {
    const { createMcpSource } = await import('./mcp/source.ts');
    const source = createMcpSource(await this.#mcpDeps());
    this.#closers.push(() => source.close());
    this.#kill = () => source.kill();
    return source;
  }

  async logins(): Promise<Logins> {
    const { createLogins } = await import('./mcp/logins.ts');
    const logins = createLogins(await this.#mcpDeps());
    this.#closers.push(() => logins.close());
    return logins;
  }

  async channels(): Promise<readonly Channel[]> {
    const { createChannels } = await import('./notify/create-channels.ts');
    const channels = createChannels(this.config.alerts, this.clock);
    for (const channel of channels) this.#closers.push(() => channel.close());
    return channels;
  }

  get alertPolicy(): AlertPolicy {
    const { minSeverity, blindAfterMs, email, slack, webhook } = this.config.alerts;
    const channels = Object.entries({ email, slack, webhook }).flatMap(([name, config]) =>
      config === null ? [] : [name],
    );
    return { minSeverity, blindAfterMs, channels };
  }

  /** What a check needs, except when to come back. */
  checkDeps<S extends CheckStore>(
    store: S,
  ): Omit<CheckDeps, 'planNext' | 'alternation' | 'settling'> & { readonly store: S } {
    const { clock, newId, alertPolicy: alerts } = this;
    const { firstSeen, limits } = this.config;
    return { store, clock, newId, alerts, firstSeen, limits, settleMs };
  }

  /** How grave findings of `server` are, as its policy says; nothing special of one that the config does not name. */
  gravityOf(server: string): Gravity | undefined {
    return this.config.servers.find(({ name }) => name === server)?.policy;
  }

  limiter(): Limiter {
    return new Limiter(this.config.concurrency, placeHeldMs, this.clock);
  }

  async #mcpDeps() {
    const { userTokenFolder } = await import('./config/locations.ts');
    const { clock, random } = this;
    const { limits, trustedCertificates } = this.config;
    return {
      limits,
      identity: { name: 'tooldrift', version: readVersion() },
      clock,
      random,
      trustedCertificates,
      tokenFolder: this.config.tokenFolder ?? (await userTokenFolder()),
    };
  }

  /** Leaves no process behind when there is no time to `close`. */
  kill(): void {
    this.#kill();
  }

  close(): Promise<void> {
    return this.#closers.close();
  }
}
