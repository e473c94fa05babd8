import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Surface } from '../../src/core/definition.ts';
import type { Pruned, Store } from '../../src/monitor/ports-store.ts';
import { aFinding, anAlert, anApproval, approvalOf, aSurface, aTool, telling, time } from './builders.ts';
import { onEachEngine } from './each-engine.ts';
import { runSql } from './raw-sql.ts';

async function prune(store: Store, before: string, batches = Infinity): Promise<Pruned> {
  const sum = { spans: 0, snapshots: 0, definitions: 0, alerts: 0 };
  let left = batches;
  if (left === 0) return sum;
  for await (const batch of store.prune(before)) {
    for (const key of ['spans', 'snapshots', 'definitions', 'alerts'] as const) sum[key] += batch[key];
    if ((left -= 1) === 0) break;
  }
  return sum;
}

/** Shows surfaces of these descriptions of one tool, a minute apart from `minutes` on. */
async function show(store: Store, server: string, texts: readonly string[], minutes = 0): Promise<void> {
  for (const [index, text] of texts.entries())
    await store.withServer(server, (tx) =>
      tx.recordSurface(aSurface(aTool('a', `${server} ${text}`)), 'modern', time(minutes + index)),
    );
}

async function spansOf(store: Store, server: string): Promise<readonly string[]> {
  const entries = await store.history({ server, limit: 1000 });
  return entries.flatMap(({ type, at }) => (type === 'snapshot' ? [at.slice(14, 16)] : []));
}

const fingerprintOf = (server: string, text: string) =>
  aSurface(aTool('a', `${server} ${text}`)).definitions[0]?.fingerprint ?? '';

onEachEngine('pruning', (opened) => {
  it('deletes spans that ended before, with what nothing names any more', async () => {
    const { store } = opened();
    await show(store, 'plain', ['one', 'two', 'three', 'four']);
    expect(await prune(store, time(2))).toEqual({ spans: 2, snapshots: 2, definitions: 2, alerts: 0 });
    expect(await spansOf(store, 'plain')).toEqual(['02', '03']);
    expect(await store.definitionText(fingerprintOf('plain', 'two'))).toBeNull();
    expect(await store.definitionText(fingerprintOf('plain', 'three'))).not.toBeNull();
    expect(await prune(store, time(2))).toEqual({ spans: 0, snapshots: 0, definitions: 0, alerts: 0 });
  });

  it('keeps the newest span and snapshot, however old', async () => {
    const { store } = opened();
    await show(store, 'old', ['one', 'two']);
    const before = await store.latestSurface('old');
    await prune(store, time(50));
    expect(await spansOf(store, 'old')).toEqual(['01']);
    expect(await store.latestSurface('old')).toEqual(before);
  });

  it('keeps since when the newest snapshot has been the newest, under whatever circumstances', async () => {
    const { store } = opened();
    await show(store, 'since', ['one', 'two']);
    const other = { protocolVersion: '1', auth: null, package: null };
    const surface = aSurface(aTool('a', 'since two'));
    await store.withServer('since', (tx) => tx.recordSurface(surface, 'modern', time(5), other));
    await prune(store, time(50));
    expect(await store.latestSurface('since')).toMatchObject({ firstSeenAt: time(1), lastSeenAt: time(5) });
  });

  it('keeps what was approved, what is drift and what was', async () => {
    const { store } = opened();
    await show(store, 'named', ['one', 'two', 'three', 'four', 'five']);
    const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((text) => fingerprintOf('named', text));
    await store.withServer('named', async (tx) => {
      await tx.approve(anApproval([{ kind: 'tool', name: 'a', fingerprint: one ?? '', copies: 1 }]));
      await tx.openDrift(
        aFinding('a', { fingerprint: two ?? '', approvedFingerprint: three ?? '' }),
        time(1),
        telling(time(1), true),
      );
      for (const { id } of (await tx.state()).drift) await tx.closeDrift(id, 'reverted', time(2));
    });
    expect(await prune(store, time(50))).toMatchObject({ snapshots: 4, definitions: 1 });
    const left = await Promise.all([one, two, three, four].map((each) => store.definitionText(each ?? '')));
    expect(left.map((text) => text !== null)).toEqual([true, true, true, false]);
  });

  it('keeps a definition that another server shows', async () => {
    const { store } = opened();
    for (const server of ['left', 'right'])
      await store.withServer(server, (tx) => tx.recordSurface(aSurface(aTool('a', 'both')), 'modern', time(0)));
    await show(store, 'left', ['own'], 1);
    expect(await prune(store, time(50))).toMatchObject({ snapshots: 1, definitions: 0 });
    expect((await store.latestSurface('right'))?.definitions).toHaveLength(1);
  });

  it('keeps a surface anew that comes back, also while its snapshot is being pruned', async () => {
    const { store } = opened();
    const many = Array.from({ length: 1_200 }, (_, index) => `tool ${index}`);
    const surface = aSurface(...many);
    for (const [minutes, shown] of [surface, aSurface('x')].entries())
      await store.withServer('back', (tx) => tx.recordSurface(shown, 'modern', time(minutes)));
    // The span and the first items of its snapshot.
    expect(await prune(store, time(50), 2)).toMatchObject({ spans: 1, snapshots: 0, definitions: 500 });
    await store.withServer('back', (tx) => tx.recordSurface(surface, 'modern', time(51)));
    expect((await store.latestSurface('back'))?.definitions).toHaveLength(1_200);
    expect(await prune(store, time(50))).toMatchObject({ snapshots: 2, definitions: 1 });
    const latest = await store.latestSurface('back');
    expect([latest?.fingerprint, latest?.definitions.length]).toEqual([surface.fingerprint, 1_200]);
  });

  it('deletes what was told in a summary, and then the summary', async () => {
    const { store } = opened();
    const [told, summary] = [anAlert({ server: 'told' }), anAlert({ server: 'told', reason: 'summary', at: time(1) })];
    await store.withServer('told', (tx) => tx.enqueue(told, ['told']));
    await store.withChannel('told', async (tx) => {
      const { waiting } = await tx.queue(time(1));
      await tx.replace(
        waiting.map(({ id }) => id),
        summary,
      );
    });
    const [one] = await store.claimDeliveries(time(1), time(2), ['told'], 1);
    await store.settleDelivery(one?.id ?? 0, { kind: 'sent', at: time(1) });
    expect(await prune(store, time(30))).toMatchObject({ alerts: 2 });
    expect(await store.history({ server: 'told', limit: 9 })).toEqual([]);
  });

  it('deletes delivered alerts, and keeps what waits, what failed and what told of open drift', async () => {
    const { store } = opened();
    const ids = ['sent', 'quiet', 'due', 'failed', 'half', 'open', 'young'] as const;
    for (const id of ids) {
      const at = id === 'young' ? time(40) : time(5);
      const channels = id === 'quiet' ? [] : id === 'half' ? ['email', 'slack'] : ['email'];
      const server = id === 'open' ? 'drifting' : 'alerting';
      await store.withServer(server, async (tx) => {
        if (id === 'open') await tx.openDrift(aFinding('a'), time(5), telling(time(5), true));
        await tx.enqueue(anAlert({ id, server, at }), channels);
      });
    }
    for (const { id, alert, channel } of await store.claimDeliveries(time(60), time(61), ['email', 'slack'], 99)) {
      if (alert.id === 'failed') await store.settleDelivery(id, { kind: 'failed', at: time(60), error: 'gone' });
      else if (alert.id !== 'due' && channel === 'email')
        await store.settleDelivery(id, { kind: 'sent', at: time(60) });
    }
    expect(await prune(store, time(30))).toMatchObject({ alerts: 2 });
    const left = (await store.history({ limit: 1000 })).flatMap((entry) => (entry.type === 'alert' ? [entry.id] : []));
    expect(left.toSorted()).toEqual(['due', 'failed', 'half', 'open', 'young']);
  });

  it('never touches the log of decisions', async () => {
    const { store } = opened();
    await show(store, 'log', ['one', 'two', 'three']);
    await store.withServer('log', (tx) => tx.approve(approvalOf(aSurface(aTool('a', 'log one')))));
    const before = await store.verifyAudit(null);
    await prune(store, time(59));
    expect(await store.verifyAudit(null)).toEqual(before);
    expect(before.fault).toBeNull();
  });

  it('takes nothing from a server that begins to show it at the same moment', async () => {
    const { store } = opened();
    const record = (server: string, surface: Surface, minutes: number) =>
      store.withServer(server, (tx) => tx.recordSurface(surface, 'modern', time(minutes)));
    for (const round of [0, 1, 2, 3]) {
      const surface = aSurface(...Array.from({ length: 1_100 }, (_, index) => `tool ${round} ${index}`));
      await record('leaving', surface, 0);
      await record('leaving', aSurface('x'), 1);
      await Promise.all([record(`coming ${round}`, surface, 58), prune(store, time(50))]);
      expect((await store.latestSurface(`coming ${round}`))?.definitions).toHaveLength(1_100);
    }
  });
});

/** What may happen to a server, in numbers that stay small so that things meet again. */
const happening = fc.oneof(
  fc.record({ kind: fc.constant('show' as const), texts: fc.array(fc.nat(3), { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('approve' as const) }),
  fc.record({ kind: fc.constant('drift' as const), name: fc.nat(2) }),
  fc.record({ kind: fc.constant('close' as const), state: fc.constantFrom('rejected', 'reverted', 'approved') }),
  fc.record({ kind: fc.constant('prune' as const), minutes: fc.nat(20), batches: fc.nat(3) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;
const history = fc.array(fc.tuple(fc.nat(1), happening), { minLength: 3, maxLength: 25 });

onEachEngine('whatever happened, pruning', (opened) => {
  const named = `select fingerprint from snapshot_item union select fingerprint from approval where fingerprint is not null
    union select fingerprint from drift where fingerprint is not null
    union select approved_fingerprint from drift where approved_fingerprint is not null`;

  async function live(steps: readonly (readonly [number, Happening])[], run: number): Promise<readonly string[]> {
    const { store } = opened();
    const servers = [`${run} one`, `${run} two`];
    for (const [minutes, [index, step]] of steps.entries()) {
      const at = time(minutes);
      if (step.kind === 'prune') await prune(store, time(step.minutes), step.batches);
      else
        await store.withServer(servers[index] ?? '', async (tx) => {
          const surface = await tx.latestSurface();
          const shown = surface?.definitions ?? [];
          if (step.kind === 'show') {
            const tools = step.texts.map((text, place) => aTool(`t${place}`, `text ${text}`));
            await tx.recordSurface(aSurface(...tools), 'modern', at);
          } else if (step.kind === 'approve')
            await tx.approve(
              anApproval(shown.map(({ kind, name, fingerprint, copies }) => ({ kind, name, fingerprint, copies }))),
            );
          else if (step.kind === 'close') {
            for (const { id } of (await tx.state()).drift) await tx.closeDrift(id, step.state, at);
          } else {
            const { fingerprint } = shown[step.name] ?? {};
            const isOpen = (await tx.state()).drift.some(({ name }) => name === `t${step.name}`);
            if (fingerprint !== undefined && !isOpen)
              await tx.openDrift(
                aFinding(`t${step.name}`, { fingerprint, approvedFingerprint: fingerprint }),
                at,
                telling(at, true),
              );
          }
        });
    }
    return servers;
  }

  it('keeps each definition that something names, and what diff, show and approve read', async () => {
    const { store, database } = opened();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(history, fc.nat(30), async (steps, minutes) => {
        const servers = await live(steps, (run += 1));
        const read = () =>
          Promise.all(servers.map(async (name) => [await store.state(name), await store.latestSurface(name)]));
        const before = await read();
        await prune(store, time(minutes));
        expect(await read()).toEqual(before);
        const lost = `select fingerprint from (${named}) as named where fingerprint not in (select fingerprint from definition)`;
        expect(await runSql(database.config, lost)).toEqual([]);
        const idle = `select fingerprint from definition where fingerprint not in (${named})`;
        expect(await runSql(database.config, idle)).toEqual([]);
      }),
      { numRuns: 25, seed: 7 },
    );
    expect((await store.verifyAudit(null)).fault).toBeNull();
  });
});
