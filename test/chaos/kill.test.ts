import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { approve } from '../../src/monitor/approve.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createTestDatabase, engines, type TestDatabase } from '../support/database.ts';
import { Random } from '../fuzz/random.ts';
import { createWorld, type World } from './world.ts';

// A day of trouble in which the daemon is killed again and again. `CHAOS_MOMENTS=200` makes a long day of it.

const moments = Number(process.env['CHAOS_MOMENTS'] ?? 8);
/** A day takes about as long as the kills do. */
const faster = Math.max(1_000, Math.round(86_400 / (moments * 0.6)));
const program = fileURLToPath(new URL('daemon.mjs', import.meta.url));

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Stage {
  readonly world: World;
  readonly store: Store;
  start(): ChildProcess;
}

async function setStage(database: TestDatabase, startedAt: number): Promise<Stage> {
  const world = await createWorld();
  const store = await openStore(database.config);
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-chaos-'));
  closers.push(
    () => database.drop(),
    () => rm(folder, { recursive: true, force: true }),
    () => store.close(),
    () => world.close(),
  );
  const config = join(folder, 'tooldrift.jsonc');
  await writeFile(
    config,
    JSON.stringify({
      database: database.config.kind === 'sqlite' ? `sqlite:${database.location}` : database.location,
      mcpServers: { files: { url: world.server.url } },
      firstSeen: 'pin',
      alerts: {
        minSeverity: 'low',
        blindAfter: '1h',
        sendTimeout: '1s',
        email: { smtp: world.smtp.url, from: 'tooldrift@example.com', to: ['security@example.com'] },
        webhook: { url: world.hook.url },
      },
    }),
  );
  const start = (): ChildProcess => {
    const args = [program, config, String(startedAt), String(faster)];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    closers.push(() => kill(child));
    return child;
  };
  return { world, store, start };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** As a person does who looks at what is there and takes it. */
async function approveNow(store: Store, at: Date): Promise<void> {
  const surface = await store.latestSurface('files');
  if (surface === null) return;
  const clock = { ...systemClock, now: () => at };
  const times = { blindAfterMs: 1, gatherForMs: 10_000, remindEveryMs: 86_400_000 };
  const alerts = { minSeverity: 'low', ...times, channels: ['email', 'webhook'] } as const;
  const decision = {
    server: 'files',
    items: [],
    expect: surface.fingerprint,
    by: 'me',
    note: null,
    source: 'approve',
  } as const;
  await approve(decision, { store, clock, newId: randomUUID, alerts });
}

/** Ids of what arrived, by channel, as often as it did. */
function arrived({ smtp, hook }: World): Readonly<Record<string, readonly string[]>> {
  return {
    email: smtp.mails.map(({ messageId = '' }) => /^<([\w-]+)@/.exec(messageId)?.[1] ?? messageId),
    webhook: hook.requests.map(({ headers }) => String(headers['x-tooldrift-id'])),
  };
}

describe.each(engines)('a day in which the daemon is killed at %s', (engine) => {
  it(`${moments} moments loses no alert that was decided`, { timeout: 60_000 + moments * 2_000 }, async () => {
    const startedAt = Date.now();
    const now = (): Date => new Date(startedAt + (Date.now() - startedAt) * faster);
    const { world, store, start } = await setStage(await createTestDatabase(engine), startedAt);
    const random = new Random(moments);
    let daemon = start();
    for (let moment = 0; moment < moments; moment += 1) {
      for (let asked = random.below(8); asked >= 0; asked -= 1) await world.whenAsked(3_000);
      world.turn(random);
      if (random.chance(0.2)) await approveNow(store, now());
      await world.whenAsked(3_000);
      // Into the middle of what follows from it.
      await delay(random.below(40));
      await kill(daemon);
      daemon = start();
    }
    // On a busy machine a few kills may all come before anything was decided.
    while ((await store.history({ limit: 1_000 })).every(({ type }) => type !== 'alert')) {
      world.turn(random);
      await world.whenAsked(3_000);
    }
    world.heal();
    // The last reading finds all well, what was held back is told, and everything that waits is delivered.
    for (;;) {
      await world.whenAsked(3_000);
      const [{ record, ended }, backlog] = [await store.state('files'), await store.backlog()];
      if (record?.verdict === 'clean' && ended.length === 0 && backlog.due === 0) break;
      if (record?.verdict === 'drift') await approveNow(store, now());
    }
    await kill(daemon);
    expect(await store.verifyAudit(null)).toMatchObject({ fault: null });

    const entries = await store.history({ limit: 1_000_000 });
    const alerts = entries.flatMap((entry) => (entry.type === 'alert' ? [entry] : []));
    const receipts = arrived(world);
    const decided = alerts.flatMap(({ id, deliveries }) =>
      deliveries.map(({ channel, state, summary }) => ({ id, channel, state, toldIn: summary ?? id })),
    );
    const lost = decided.filter(({ channel, state, toldIn }) => {
      return (state !== 'sent' && state !== 'summarised') || receipts[channel]?.includes(toldIn) !== true;
    });
    const known = new Set(alerts.map(({ id }) => id));
    const all = Object.values(receipts).flat();
    const doubled = Object.values(receipts).reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0);
    console.log(
      `${engine}: ${moments} kills, ${alerts.length} alerts, ${decided.length} to deliver, ${all.length} arrived, ${doubled} twice, ${lost.length} lost`,
    );
    expect(alerts.length).toBeGreaterThan(moments < 50 ? 0 : moments / 6);
    // What was held back when the daemon was killed was told in the end, also what had ended by then.
    const untold = entries.filter(
      (entry) =>
        entry.type === 'drift' &&
        entry.severity !== 'info' &&
        (entry.state === 'reverted' || entry.state === 'superseded') &&
        !(entry.alerted && !entry.isOwed),
    );
    expect(untold).toEqual([]);
    expect(lost).toEqual([]);
    expect(all.filter((id) => !known.has(id))).toEqual([]);
  });
});
