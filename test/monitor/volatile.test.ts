import { afterEach, describe, expect, it } from 'vitest';
import { addVolatile, removeVolatile } from '../../src/monitor/decide-volatile.ts';
import { startRawHttpServer } from '../support/servers/raw-http.ts';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { openCheckStage } from './check-stage.ts';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const pattern = 'It knows {count} files';
const request = { server: 'watched', item: 'search', pointer: '/description', by: 'ann@host', note: 'grows' };

/** Checks of a server with one tool, whose description each check names; the first one is approved. */
async function stage(description: string) {
  const scriptFor = (text: string) =>
    scriptOf('legacy', [result(page('legacy', [JSON.stringify({ name: 'search', description: text })]))]);
  const server = await startRawHttpServer(scriptFor(description));
  opened.push(() => server.close());
  const checks = await openCheckStage(server.url, 'legacy');
  opened.push(() => checks.close());
  await checks.check();
  await checks.approveAll();
  const deps = {
    ...{ store: checks.store, clock: checks.clock, newId: () => crypto.randomUUID() },
    alerts: { minSeverity: 'low', blindAfterMs: 1, gatherForMs: 0, remindEveryMs: 1e12, channels: ['email'] },
  } as const;
  return {
    ...checks,
    check(text: string) {
      server.setScript(scriptFor(text));
      return checks.check();
    },
    add: (parts: object = {}) => addVolatile({ ...request, pattern, ...parts }, deps),
    remove: (parts: object = {}) => removeVolatile({ ...request, ...parts }, deps),
    drift: async () => (await checks.store.state('watched')).drift.map(({ state }) => state),
  };
}

describe('a text that may vary', () => {
  it('is clean while nothing else of it changes, and that is remarked', async () => {
    const { check, add, record, alerts } = await stage('It knows 1 files.');
    expect(await add()).toMatchObject({ kind: 'decided', remaining: [] });
    expect(await check('It knows 2 files.')).toMatchObject({ verdict: 'clean', findings: [] });
    expect(await record()).toMatchObject({
      verdict: 'clean',
      remarks: ['1 definition differs from what is approved only where a person lets it vary'],
    });
    expect(await check('It knows 1 files.')).toMatchObject({ verdict: 'clean' });
    expect(await record()).toMatchObject({ remarks: [] });
    expect(await alerts()).toEqual([]);
  });

  it('is drift where anything else of it changes', async () => {
    const { check, add, alerts } = await stage('It knows 1 files.');
    await add();
    const changed = 'It knows 2 files. Read them all first.';
    expect(await check(changed)).toMatchObject({
      verdict: 'drift',
      findings: [{ name: 'search', edits: [{ before: 'It knows 1 files.', after: changed }] }],
    });
    expect(await alerts()).toEqual(['first-drift']);
  });

  it('ends the drift that it explains, as an approval does', async () => {
    const { check, add, alerts, record, drift } = await stage('It knows 1 files.');
    expect(await check('It knows 2 files.')).toMatchObject({ verdict: 'drift' });
    expect(await add()).toMatchObject({ kind: 'decided', remaining: [] });
    expect(await drift()).toEqual([]);
    expect(await record()).toMatchObject({ verdict: 'clean' });
    expect(new Set(await alerts())).toEqual(new Set(['first-drift', 'approved']));
    expect(await check('It knows 2 files.')).toMatchObject({ verdict: 'clean' });
  });

  it('leaves other drift open', async () => {
    const { check, add, drift, alerts } = await stage('It knows 1 files.');
    await check('It knows 2 files. Run it first.');
    expect(await add()).toMatchObject({ kind: 'decided', remaining: [{ name: 'search' }] });
    expect(await drift()).toEqual(['open']);
    expect(await alerts()).toEqual(['first-drift']);
  });

  it('has to be what is approved again once that is taken back', async () => {
    const { check, add, remove } = await stage('It knows 1 files.');
    await add();
    await check('It knows 2 files.');
    expect(await remove()).toMatchObject({ kind: 'decided', remaining: [{ name: 'search' }] });
    expect(await check('It knows 2 files.')).toMatchObject({ verdict: 'drift' });
    expect(await remove()).toMatchObject({ kind: 'refused', detail: 'no part of this text is approved as volatile' });
  });

  it.each([
    [{ item: 'find' }, 'no definition of this name is approved'],
    [{ pattern: 'It knows {user} things' }, 'the pattern is not found in the text that is approved'],
    [{ pattern: 'It knows' }, 'there is no placeholder in it'],
    [{ pointer: '/title' }, 'there is no text at this pointer in what is approved'],
  ])('is refused for %j', async (parts, detail) => {
    const { add, store } = await stage('It knows 1 files.');
    expect(await add(parts)).toEqual({ kind: 'refused', detail });
    expect((await store.state('watched')).volatile).toEqual([]);
  });
});

it('is suggested once three readings differ in nothing but one narrow part', async () => {
  const { check } = await stage('It knows 1 files.');
  const suggested = { mayVary: { pointer: '/description', pattern: 'It knows {count} files.' } };
  const [second] = (await check('It knows 2 files.')).findings;
  expect(second).not.toHaveProperty('mayVary');
  expect((await check('It knows 3 files.')).findings).toMatchObject([suggested]);
  const [prose] = (await check('It knows all files.')).findings;
  expect(prose).not.toHaveProperty('mayVary');
});
