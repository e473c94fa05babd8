import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Alert } from '../../src/core/alert.ts';
import type { RawItem } from '../../src/core/definition.ts';
import { approve } from '../../src/monitor/approve.ts';
import { attendDue, type AttendDeps } from '../../src/monitor/attend.ts';
import type { CheckDeps, CheckResult, Reading } from '../../src/monitor/check-result.ts';
import { checkServer } from '../../src/monitor/check-server.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import type { AlertPolicy, WatchedServer } from '../../src/monitor/ports-watched.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, type TestEngine } from '../support/database.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { limits, policy } from './check-stage.ts';

const never = new AbortController().signal;

export const files: WatchedServer = {
  name: 'files',
  launch: { kind: 'http', url: 'http://127.0.0.1/mcp', headers: {} },
  launchDefinition: { transport: 'http', url: 'http://127.0.0.1/mcp', headers: [] },
  policy,
  identity: null,
};

/** A server whose answers are given, in a database and under a clock that moves when it is told to. */
export interface LivingStage {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly deps: AttendDeps;
  /** Lets time pass until `15:04:05` of the day. */
  at(time: string): Promise<void>;
  /** Reads the server, which serves these tools: name and description. Null: it cannot be reached. */
  read(tools: Readonly<Record<string, string>> | null, server?: WatchedServer): Promise<CheckResult>;
  /** What the daemon does between readings. */
  attend(): Promise<number>;
  approve(...items: readonly string[]): Promise<void>;
  /** All alerts so far, oldest first. */
  alerts(): Promise<readonly Alert[]>;
  close(): Promise<void>;
}

export async function openLivingStage(engine: TestEngine, alerts: Partial<AlertPolicy> = {}): Promise<LivingStage> {
  const database = await createTestDatabase(engine);
  const store = await openStore(database.config);
  const clock = new FakeClock('2026-12-01T08:00:00.000Z');
  const told: Alert[] = [];
  const usual = {
    minSeverity: 'medium',
    blindAfterMs: 3_600_000,
    gatherForMs: 10_000,
    remindEveryMs: 86_400_000,
  } as const;
  const deps: AttendDeps = {
    store,
    clock,
    newId: randomUUID,
    alerts: { ...usual, channels: ['email'], ...alerts },
    gravityOf: () => policy,
    isWatched: () => true,
  };
  const checkDeps: CheckDeps = {
    ...deps,
    firstSeen: 'ask',
    limits,
    settleMs: 0,
    planNext: null,
    alternation: null,
    settling: null,
  };
  return {
    store,
    clock,
    deps,
    at: (time) => clock.advance(Date.parse(`2026-12-01T${time}.000Z`) - clock.now().getTime()),
    read: async (tools, server = files) =>
      (await checkServer(server, async () => readingOf(tools), checkDeps, null, never)).result,
    attend: () => attendDue(deps),
    async approve(...items) {
      const { fingerprint: expected = '' } = (await store.latestSurface('files')) ?? {};
      const request = { server: 'files', items, expect: expected, by: 'ann', note: null, source: 'approve' } as const;
      expect(await approve(request, deps)).toMatchObject({ kind: 'approved' });
    },
    async alerts() {
      const now = clock.now().toISOString();
      const claimed = await store.claimDeliveries(now, '2027-01-01T00:00:00.000Z', ['email'], 1_000);
      told.push(...claimed.map(({ alert }) => alert));
      return told;
    },
    async close() {
      await store.close();
      await database.drop();
    },
  };
}

function readingOf(tools: Readonly<Record<string, string>> | null): Reading {
  const about = { era: 'legacy', protocolVersion: '2025-11-25', package: null, silent: {} } as const;
  if (tools === null) return { ...about, observation: { outcome: 'unreachable', reason: 'nobody listens' } };
  const items = Object.entries(tools).map(([name, description]): RawItem => {
    return { kind: 'tool', name, value: { name, description, inputSchema: {} } };
  });
  const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex');
  return { ...about, observation: { outcome: 'listed', items, digest, ttlMs: null, remarks: [] } };
}
