import { expect } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createMcpSource } from '../../src/mcp/source.ts';
import { approve, type DecisionDeps } from '../../src/monitor/approve.ts';
import type { CheckDeps, CheckResult } from '../../src/monitor/check-result.ts';
import { checkServer, type Memory } from '../../src/monitor/check-server.ts';
import type { Era } from '../../src/monitor/ports-reading.ts';
import type { ServerRecord } from '../../src/monitor/ports-record.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import type { Limits, WatchedServer, WatchPolicy } from '../../src/monitor/ports-watched.ts';
import { WatchedConnection } from '../../src/monitor/watched-connection.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase } from '../support/database.ts';
import { FakeClock } from '../support/fake-clock.ts';

export const policy: WatchPolicy = {
  intervalMs: 300_000,
  minIntervalMs: 60_000,
  maxIntervalMs: 900_000,
  keepAlive: false,
  resources: 'info',
};

export const limits: Limits = {
  maxBytes: 1e6,
  maxPages: 9,
  maxItems: 99,
  maxDepth: 99,
  readTimeoutMs: 9_000,
  startTimeoutMs: 9_000,
};

const never = new AbortController().signal;

/** Checks of one real server, in an empty database and under a clock that stands still. */
export interface CheckStage {
  readonly store: Store;
  readonly clock: FakeClock;
  check(): Promise<CheckResult>;
  record(): Promise<ServerRecord | null>;
  /** The reasons of all alerts, newest last, without the word that a new server was seen. */
  alerts(): Promise<readonly string[]>;
  approveAll(): Promise<void>;
  close(): Promise<void>;
}

export async function openCheckStage(
  url: string,
  era: Era,
  changes: (clock: FakeClock) => Partial<Omit<CheckDeps, 'store'>> = () => ({}),
): Promise<CheckStage> {
  const database = await createTestDatabase('sqlite');
  const store = await openStore(database.config);
  const identity = { name: 'tooldrift-test', version: '0' };
  const source = createMcpSource({ limits, identity, clock: systemClock, random: Math.random });
  const clock = new FakeClock();
  let ids = 0;
  const deps: CheckDeps & DecisionDeps = {
    store,
    clock,
    newId: () => `id-${(ids += 1)}`,
    alerts: {
      minSeverity: 'low',
      blindAfterMs: 24 * 3_600_000,
      gatherForMs: 0,
      remindEveryMs: 1e12,
      channels: ['email'],
    },
    firstSeen: 'ask',
    limits,
    settleMs: 0,
    planNext: null,
    alternation: null,
    settling: null,
    ...changes(clock),
  };
  const name = 'watched';
  const server: WatchedServer = {
    name,
    launch: { kind: 'http', url, headers: {} },
    launchDefinition: {},
    identity: null,
    policy,
  };
  const connection = new WatchedConnection(server, era, null, { source, clock, random: Math.random, limits });
  let memory: Memory | null = null;
  return {
    store,
    clock,
    async check() {
      const checked = await checkServer(server, () => connection.read(never), deps, memory, never);
      memory = checked.memory;
      return checked.result;
    },
    record: () => store.server(name),
    async alerts() {
      const entries = await store.history({ limit: 100 });
      const reasons = entries.flatMap((entry) => (entry.type === 'alert' ? [entry.reason] : []));
      return reasons.filter((reason) => reason !== 'first-seen');
    },
    async approveAll() {
      const { fingerprint = '' } = (await store.latestSurface(name)) ?? {};
      const request = {
        server: name,
        items: [],
        expect: fingerprint,
        by: 'me',
        note: null,
        source: 'approve',
      } as const;
      expect(await approve(request, deps)).toMatchObject({ kind: 'approved' });
    },
    async close() {
      await connection.close();
      await source.close();
      await store.close();
      await database.drop();
    },
  };
}
