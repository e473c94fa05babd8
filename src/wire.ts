import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { systemClock } from './clock.ts';
import { Closers } from './closers.ts';
import type { Machine } from './clients/client.ts';
import type { ChannelPolicy, Config } from './config/config.ts';
import { suggestion } from './config/nearest.ts';
import type { Gravity } from './core/compare.ts';
import type { FoundServers } from './core/found-entry.ts';
import { defaultMaxPerHour } from './core/plan-delivery.ts';
import { AppError } from './errors.ts';
import { readBothEras } from './monitor/both-eras.ts';
import { joinSources } from './monitor/join-sources.ts';
import { Limiter } from './monitor/limiter.ts';
import type { AttendDeps } from './monitor/attend.ts';
import type { CheckDeps } from './monitor/check-result.ts';
import type { OutboxDeps } from './monitor/outbox.ts';
import type { Channel, ChannelProbe, Ping } from './monitor/ports-delivery.ts';
import type { Logins } from './monitor/ports-login.ts';
import type { Source } from './monitor/ports-reading.ts';
import type { CheckStore, Store } from './monitor/ports-store.ts';
import type { AlertPolicy } from './monitor/ports-watched.ts';
import type { Clock } from './monitor/ports-world.ts';
import { viewedServers } from './monitor/views.ts';
import { userAtHost } from './origin.ts';
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
    const store = await openStore(this.config.database, { from: userAtHost() });
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
    const deps = await this.#mcpDeps();
    const own = { ...deps.identity, userAgent: null, capabilities: {} };
    const source = await this.#withFiles(readBothEras(createMcpSource(deps), { clock: this.clock, own }));
    this.#closers.push(() => source.close());
    this.#kill = () => source.kill();
    return source;
  }

  async #withFiles(servers: Source): Promise<Source> {
    if (this.#followed().length === 0) return servers;
    const { createClientSource } = await import('./clients/client-source.ts');
    const home = process.env['HOME'] || process.env['USERPROFILE'] || homedir();
    const watched = new Set(this.config.servers.flatMap(({ launchKey }) => launchKey ?? []));
    const machine = machineOf({ platform: process.platform, home, env: process.env });
    return joinSources(servers, createClientSource({ machine, clock: this.clock, watched }));
  }

  #followed(): readonly string[] {
    return this.config.servers.filter(({ launch }) => launch.kind === 'files').map(({ name }) => name);
  }

  async logins(): Promise<Logins> {
    const { createLogins } = await import('./mcp/logins.ts');
    const logins = createLogins(await this.#mcpDeps());
    this.#closers.push(() => logins.close());
    return logins;
  }

  async channels(): Promise<readonly Channel[]> {
    const { createChannels } = await import('./notify/create-channels.ts');
    const channels = createChannels(this.config.alerts, this.clock, { platform: process.platform, env: process.env });
    for (const channel of channels) this.#closers.push(() => channel.close());
    return channels;
  }

  /** The configured channels, to be tried without sending anything. */
  async channelProbes(): Promise<readonly ChannelProbe[]> {
    const { createProbes } = await import('./notify/create-probes.ts');
    const probes = createProbes(this.config.alerts);
    for (const probe of probes) this.#closers.push(() => probe.close());
    return probes;
  }

  /** Names of the migrations that the database lacks; nothing is changed in it. */
  async pendingMigrations(): Promise<readonly string[]> {
    const { pendingMigrations } = await import('./store/open-store.ts');
    return pendingMigrations(this.config.database);
  }

  /** The `Date` header of the server at `url`, asked without credentials. Null where it tells none. */
  async dateOf(url: string, signal: AbortSignal): Promise<string | null> {
    const { askDate } = await import('./mcp/ask-date.ts');
    return askDate(url, this.config.limits, this.config.trustedCertificates, signal);
  }

  /** Where access tokens are kept. */
  async tokenFolder(): Promise<string> {
    const { userTokenFolder } = await import('./config/locations.ts');
    return this.config.tokenFolder ?? userTokenFolder();
  }

  get alertPolicy(): AlertPolicy {
    const { minSeverity, blindAfterMs, gatherForMs, remindEveryMs, channels } = this.config.alerts;
    const names = Object.keys(channels);
    return { minSeverity, blindAfterMs, gatherForMs, remindEveryMs, channels: names, filters: channels };
  }

  /** What delivering needs, beside store and log. */
  async deliveryDeps(): Promise<Omit<OutboxDeps, 'store' | 'log'>> {
    const { clock, random, newId } = this;
    const policies = new Map<string, ChannelPolicy>(Object.entries(this.config.alerts.channels));
    const maxPerHour = (name: string): number => policies.get(name)?.maxPerHour ?? defaultMaxPerHour;
    const { sendTimeoutMs } = this.config.alerts;
    return { channels: await this.channels(), clock, random, newId, maxPerHour, sendTimeoutMs, timer: systemClock };
  }

  /** What a check needs, except when to come back. */
  checkDeps<S extends CheckStore>(
    store: S,
  ): Omit<CheckDeps, 'planNext' | 'alternation' | 'settling'> & { readonly store: S } {
    const { clock, newId, alertPolicy: alerts } = this;
    const { firstSeen, limits } = this.config;
    return { store, clock, newId, alerts, firstSeen, followed: this.#followed(), limits, settleMs };
  }

  /** How grave findings of `server` are, as its policy says; nothing special of one that the config does not name. */
  gravityOf(server: string): Gravity | undefined {
    return this.config.servers.find(({ name }) => name === server)?.policy;
  }

  /** What telling takes that needs no reading. */
  attendDeps(store: Store): AttendDeps {
    const { clock, newId, alertPolicy: alerts } = this;
    const watched = new Set(this.#watched());
    const gravityOf = (server: string) => this.gravityOf(server);
    return { store, clock, newId, alerts, gravityOf, isWatched: (server) => watched.has(server) };
  }

  /** What sends the proof of life, null where none is wanted. */
  async deadMan(): Promise<{ readonly everyMs: number; readonly ping: Ping } | null> {
    const { deadMan, sendTimeoutMs } = this.config.alerts;
    if (deadMan === null) return null;
    const { createPing } = await import('./notify/ping.ts');
    const { ping, close } = createPing(deadMan.url, sendTimeoutMs);
    this.#closers.push(close);
    return { everyMs: deadMan.everyMs, ping };
  }

  /** Under which names something is recorded: servers, their views, and what differs between these. */
  #watched(): readonly string[] {
    const { servers } = this.config;
    return [...servers.map(({ name }) => name), ...viewedServers(servers).map(({ name }) => name)];
  }

  limiter(): Limiter {
    return new Limiter(this.config.concurrency, placeHeldMs, this.clock);
  }

  async #mcpDeps() {
    const { clock, random } = this;
    const { limits, trustedCertificates } = this.config;
    return {
      limits,
      identity: { name: 'tooldrift', version: readVersion() },
      clock,
      random,
      trustedCertificates,
      tokenFolder: await this.tokenFolder(),
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

/** The machine whose MCP clients are looked at. */
export interface ClientMachine {
  /** As `process.platform` has it. */
  readonly platform: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute folders whose own files are looked at as well. */
  readonly projects: readonly string[];
  /** True to look as well at the projects that clients remember. */
  readonly alsoKnown: boolean;
}

function machineOf({ platform, home, env }: Pick<ClientMachine, 'platform' | 'home' | 'env'>): Machine {
  const system = platform === 'win32' || platform === 'darwin' ? platform : 'linux';
  return { system, home, env, root: '' };
}

/** The servers that the files of MCP clients name; of all clients that are known, or of those with these short names. Needs no config. */
export async function findClientServers(ids: readonly string[], machine: ClientMachine): Promise<FoundServers> {
  const { allClients } = await import('./clients/all-clients.ts');
  const { findServers } = await import('./clients/find-servers.ts');
  const { findKnownProjects } = await import('./clients/known-projects.ts');
  const all = allClients.map(({ id }) => id);
  for (const id of ids) {
    if (!all.includes(id)) throw new AppError('usage', `there is no client "${id}"${suggestion(id, all)}`);
  }
  const chosen = ids.length === 0 ? allClients : allClients.filter(({ id }) => ids.includes(id));
  const seen = machineOf(machine);
  const known = machine.alsoKnown ? await findKnownProjects(seen) : [];
  return findServers(chosen, seen, [...new Set([...machine.projects, ...known])]);
}
