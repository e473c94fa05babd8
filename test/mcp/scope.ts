import { test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { Closers } from '../../src/closers.ts';
import { createMcpSource } from '../../src/mcp/source.ts';
import type { Era, Observation, Opening, Session, Source } from '../../src/monitor/ports-reading.ts';
import type { ClientIdentity, Launch, Limits, WatchedServer } from '../../src/monitor/ports-watched.ts';
import type { Clock, Random } from '../../src/monitor/ports-world.ts';
import type { HostileTransport } from '../support/servers/hostile/hostile-case.ts';
import { isRunning } from '../support/servers/processes.ts';
import { startRawHttpServer, type RawHttpOptions, type RawHttpServer } from '../support/servers/raw-http.ts';
import type { Script } from '../support/servers/script.ts';
import { createStateFile, type StateFile, type StdioState } from '../support/servers/state-file.ts';
import {
  legacyStdioServer,
  modernStdioServer,
  rawStdioServer,
  type StdioCommand,
} from '../support/servers/stdio-servers.ts';

// Children start slowly on a busy machine, also where vitest runs without a config.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000, maxConcurrency: 8 });

/** Generous enough for a busy machine, and short enough to be waited for. */
export const limits: Limits = {
  maxBytes: 20_000_000,
  maxPages: 20,
  maxItems: 20_000,
  maxDepth: 200,
  readTimeoutMs: 10_000,
  startTimeoutMs: 20_000,
};

export type McpTimes = NonNullable<Parameters<typeof createMcpSource>[0]['times']>;

export interface SourceOptions {
  readonly limits?: Partial<Limits>;
  readonly times?: Partial<McpTimes>;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly trustedCertificates?: readonly string[];
  readonly tokenFolder?: string;
}

/** A script that is being served: over HTTP by `server`, over stdio by children that leave their trace in `file`. */
export type Served =
  | { readonly kind: 'http'; readonly launch: Launch; readonly server: RawHttpServer }
  | { readonly kind: 'stdio'; readonly launch: Launch; readonly file: StateFile<Script> };

/** All that one test opens. Closed in reverse order after it, whatever became of it. */
export class Scope {
  readonly #closers = new Closers();

  closeAfter<T>(value: T, close: (value: T) => Promise<void> | void): T {
    this.#closers.push(async () => close(value));
    return value;
  }

  source(options: SourceOptions = {}): Source {
    const source = createMcpSource({
      limits: { ...limits, ...options.limits },
      identity: { name: 'tooldrift-test', version: '1.0.0' },
      clock: options.clock ?? systemClock,
      random: options.random ?? Math.random,
      trustedCertificates: options.trustedCertificates ?? [],
      ...(options.times !== undefined && { times: options.times }),
      ...(options.tokenFolder !== undefined && { tokenFolder: options.tokenFolder }),
    });
    return this.closeAfter(source, () => source.close());
  }

  /** Opens a session that ends with the test. */
  async open(
    source: Source,
    launch: Launch,
    era: Era | null = null,
    identity: ClientIdentity | null = null,
  ): Promise<Opening> {
    const opening = await source.open(watched(launch, false, identity), era, neverAborted());
    if (opening.kind === 'open') this.closeAfter(opening.session, (session) => session.close());
    return opening;
  }

  /** The same, for a server that must open. */
  async session(
    source: Source,
    launch: Launch,
    era: Era | null = null,
    identity: ClientIdentity | null = null,
  ): Promise<Session> {
    const opening = await this.open(source, launch, era, identity);
    if (opening.kind === 'failed') throw new Error(`not opened: ${opening.observation.reason}`);
    return opening.session;
  }

  /** One reading on a connection of its own: what `check` does. */
  async read(launch: Launch, options: SourceOptions = {}, era: Era | null = null): Promise<Observation> {
    const opening = await this.open(this.source(options), launch, era);
    if (opening.kind === 'failed') return opening.observation;
    const observation = await opening.session.read(neverAborted());
    await opening.session.close();
    return observation;
  }

  async raw(script: Script, options: RawHttpOptions = {}): Promise<RawHttpServer> {
    return this.closeAfter(await startRawHttpServer(script, options), (server) => server.close());
  }

  /** The file goes last, so a child that a failed test left behind sees it vanish and ends. */
  script(script: Script): StateFile<Script> {
    return this.closeAfter(createStateFile(script), (file) => {
      file.remove();
    });
  }

  state(state: StdioState): StateFile<StdioState> {
    return this.closeAfter(createStateFile(state), (file) => {
      file.remove();
    });
  }

  async serve(script: Script, transport: HostileTransport): Promise<Served> {
    if (transport === 'http') {
      const server = await this.raw(script);
      return { kind: 'http', launch: http(server.url), server };
    }
    const file = this.script(script);
    return { kind: 'stdio', launch: stdio(rawStdioServer(file)), file };
  }

  /** A scope that may be closed before this one. */
  inner(): Scope {
    return this.closeAfter(new Scope(), (scope) => scope.close());
  }

  close(): Promise<void> {
    return this.#closers.close();
  }
}

/** `it` with a scope of its own. */
export const it = test.extend<{ scope: Scope }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the dependencies of a fixture from this pattern
  scope: async ({}, use) => {
    const scope = new Scope();
    await use(scope);
    await scope.close();
  },
});

export function http(url: string, headers: Readonly<Record<string, string>> = {}): Launch {
  return { kind: 'http', url, headers };
}

export function stdio({ command, args }: StdioCommand, env: Readonly<Record<string, string>> = {}): Launch {
  return { kind: 'stdio', command, args, env, cwd: process.cwd() };
}

export function realStdio(era: Era, state: StateFile<StdioState>): Launch {
  return stdio(era === 'modern' ? modernStdioServer(state) : legacyStdioServer(state));
}

export function watched(launch: Launch, keepAlive = false, identity: ClientIdentity | null = null): WatchedServer {
  return {
    name: 'watched',
    launch,
    launchDefinition: { transport: 'test' },
    policy: { intervalMs: 300_000, minIntervalMs: 60_000, maxIntervalMs: 900_000, keepAlive, resources: 'info' },
    identity,
  };
}

export function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

/** Those of the processes in the trace that still run. */
export function survivors(file: StateFile<unknown>): readonly number[] {
  return [...new Set(file.trace().map(({ pid }) => pid))].filter(isRunning);
}

/** How often the children of a state file were started, and how often they were asked `method`. */
export function countTraced(file: StateFile<unknown>, event: string): number {
  return file.trace().filter((entry) => entry.event === event).length;
}
