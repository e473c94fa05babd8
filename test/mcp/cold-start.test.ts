import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import type { Era, Opening } from '../../src/monitor/ports-reading.ts';
import { result, type Reply, type Script } from '../support/servers/script.ts';
import type { StateFile } from '../support/servers/state-file.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { rawStdioServer } from '../support/servers/stdio-servers.ts';
import { toolNames } from './observation.ts';
import { countTraced, it, neverAborted, stdio, survivors, watched, type Scope } from './scope.ts';

/** As the config has it when nobody says otherwise. */
const startTimeoutMs = 120_000;
const held: Reply = { kind: 'held' };

const warm = (era: Era) => scriptOf(era, [result(page(era, ['{"name":"a"}']))]);
/** As `npx` that downloads first: it takes what is written to it, and answers none of it before the server is there. */
const cold = (era: Era) => scriptOf(era, [held], { everything: held });

function open(scope: Scope, file: StateFile<Script>, era: Era | null, signal = neverAborted()): Promise<Opening> {
  const source = scope.source({ limits: { startTimeoutMs } });
  return source.open(watched(stdio(rawStdioServer(file))), era, signal);
}

// Time passes when the test says so. What the processes do is real, and so is how they are waited for.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Lets 90 s pass; by then the child was asked in every way that it will be asked. */
async function pass90s(file: StateFile<Script>, era: Era | null): Promise<void> {
  await file.whenTraced(era === 'legacy' ? 'initialize' : 'server/discover');
  await vi.advanceTimersByTimeAsync(89_000);
  await file.whenTraced('initialize');
  await vi.advanceTimersByTimeAsync(1_000);
}

describe('a server whose first start takes 90 s', () => {
  it.for([
    ['legacy', null, 1],
    ['legacy', 'legacy', 1],
    ['legacy', 'modern', 1],
    ['modern', null, 1],
    ['modern', 'modern', 1],
    // It was of the other era before: what it says to `initialize` is a reason to begin anew.
    ['modern', 'legacy', 2],
  ] as const)('is read, %s, with %s remembered, in %i start(s)', async ([era, remembered, starts], { scope }) => {
    const file = scope.script(cold(era));
    const opening = open(scope, file, remembered);
    await pass90s(file, remembered);
    file.set(warm(era));
    const opened = await opening;
    if (opened.kind === 'failed') throw new Error(opened.observation.reason);
    expect(opened.session.era).toBe(era);
    expect(toolNames(await opened.session.read(neverAborted()))).toEqual(['a']);
    expect(countTraced(file, 'started')).toBe(starts);
    vi.useRealTimers();
    await opened.session.close();
    expect(survivors(file)).toEqual([]);
  });

  it.for(['legacy', 'modern'] as const)(
    'is given up when it takes longer than its budget (%s)',
    async (era, { scope }) => {
      const file = scope.script(cold(era));
      const opening = open(scope, file, null);
      await pass90s(file, null);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await opening).toMatchObject({
        kind: 'failed',
        observation: { outcome: 'unreachable', reason: 'the server did not answer within 120 s' },
      });
      expect(countTraced(file, 'started')).toBe(1);
      expect(survivors(file)).toEqual([]);
    },
  );

  it('leaves no process behind when it is stopped as soon as it answers', async ({ scope }) => {
    const file = scope.script(cold('modern'));
    const stop = new AbortController();
    const opening = open(scope, file, null, stop.signal);
    await pass90s(file, null);
    file.set(answersOnce());
    await file.whenTraced('server/discover', 2);
    stop.abort();
    expect((await opening).kind).toBe('failed');
    expect(countTraced(file, 'started')).toBe(1);
    expect(survivors(file)).toEqual([]);
  });
});

/** Answers `server/discover` once: that is the late answer, and the second question stays open. */
function answersOnce(): Script {
  const { answers, ...rest } = warm('modern');
  const [discovered] = answers['server/discover']?.replies ?? [held];
  return { ...rest, answers: { ...answers, 'server/discover': { once: [discovered], replies: [held] } } };
}
