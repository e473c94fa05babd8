import { describe, expect } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { pinnable } from '../../src/mcp/volatile-page.ts';
import { deadline } from '../../src/linked-signal.ts';
import { toolPagesOf } from '../../src/mcp/tool-pages.ts';
import type { Era, Observation } from '../../src/monitor/ports-reading.ts';
import { failure, http as httpReply, result, type Reply, type ScriptParts } from '../support/servers/script.ts';
import { page } from '../support/servers/skeletons.ts';
import { complete, toolNames } from './observation.ts';
import { countTraced, http, it, neverAborted, type Served } from './scope.ts';
import { listOf, surfaceScript } from './surface-script.ts';

const both = ['modern', 'legacy'] as const;
const everywhere = both.flatMap((era) => (['http', 'stdio'] as const).map((transport) => ({ era, transport })));
const unreadable = { unreadable: true };

/** One tool for each of the pages, behind each of the keys in turn. */
function scriptWith(
  era: Era,
  uris: readonly string[],
  replies: readonly Reply[],
  parts: ScriptParts & { capabilities?: object } = {},
) {
  const metas = [
    (uri: string) => ({ ui: { resourceUri: uri } }),
    (uri: string) => ({ 'ui/resourceUri': uri }),
    (uri: string) => ({ 'openai/outputTemplate': uri }),
  ];
  const tools = uris.map((uri, index) => JSON.stringify({ name: `tool ${index}`, _meta: metas[index % 3]?.(uri) }));
  const lists = {
    'tools/list': [result(page(era, tools))] as const,
    'resources/list': [listOf(era, 'resources', [])] as const,
  };
  const read = { once: replies, replies: [failure(-32002, 'Resource not found')] as const };
  return surfaceScript(era, lists, {
    capabilities: { tools: {}, resources: {} },
    ...parts,
    answers: { 'resources/read': read },
  });
}

function contents(era: Era, text: string): Reply {
  return listOf(era, 'contents', [
    JSON.stringify({ uri: 'ui://x', text, _meta: { ui: { csp: { connectDomains: [] } } } }),
  ]);
}

function twice(reply: Reply): readonly Reply[] {
  return [reply, reply];
}

function pagesOf(observation: Observation): Readonly<Record<string, Json>> {
  const pages = complete(observation).items.filter(({ kind }) => kind === 'ui-resource');
  return Object.fromEntries(pages.map(({ name, value }) => [name, value]));
}

function timesRead(served: Served): number {
  return served.kind === 'stdio'
    ? countTraced(served.file, 'resources/read')
    : served.server.received.filter(({ message }) => message?.method === 'resources/read').length;
}

describe.concurrent.each(everywhere)('the pages behind tools ($era, $transport)', ({ era, transport }) => {
  it('are read twice each at first sight, and kept as they were sent', async ({ scope, expect }) => {
    const replies = ['a', 'b', 'c'].flatMap((text) => twice(contents(era, text)));
    const served = await scope.serve(scriptWith(era, ['ui://1', 'ui://2', 'ui://3', 'ui://1'], replies), transport);
    const whole = (text: string) => [{ uri: 'ui://x', text, _meta: { ui: { csp: { connectDomains: [] } } } }];
    expect(pagesOf(await scope.read(served.launch))).toEqual({
      'ui://1': whole('a'),
      'ui://2': whole('b'),
      'ui://3': whole('c'),
    });
    expect(timesRead(served)).toBe(6);
  });

  it('are read also from a server that announces no resources', async ({ scope, expect }) => {
    const script = scriptWith(era, ['ui://1'], twice(contents(era, 'a')), { capabilities: { tools: {} } });
    const served = await scope.serve(script, transport);
    expect(pagesOf(await scope.read(served.launch))).toMatchObject({ 'ui://1': [{ text: 'a' }] });
  });

  it('may be unreadable, and the reading is complete all the same', async ({ scope, expect }) => {
    const odd = [failure(-32603, 'boom'), result('{"resultType":"complete"}'), result('7')].flatMap(twice);
    const served = await scope.serve(
      scriptWith(era, ['ui://1', 'ui://2', 'ui://3', 'ui://4'], [...odd, contents(era, 'a')]),
      transport,
    );
    const observation = await scope.read(served.launch);
    expect(toolNames(observation)).toHaveLength(4);
    expect(pagesOf(observation)).toMatchObject({
      'ui://1': unreadable,
      'ui://2': unreadable,
      'ui://3': unreadable,
      'ui://4': [{ text: 'a' }],
    });
  });

  it('that never come end before the reading does', async ({ scope, expect }) => {
    const uris = Array.from({ length: 10 }, (_, index) => `ui://${index}`);
    const silent = uris.map((): Reply => ({ kind: 'silence' }));
    const served = await scope.serve(scriptWith(era, uris, silent), transport);
    const session = await scope.session(scope.source({ limits: { readTimeoutMs: 4_000 } }), served.launch, era);
    // As the watch limits a reading as a whole.
    const inTime = deadline(neverAborted(), 4_000);
    const pages = pagesOf(await session.read(inTime.signal));
    inTime.done();
    expect(Object.values(pages)).toEqual(uris.map(() => unreadable));
  });

  it('are read up to fifty, always the same ones', async ({ scope, expect }) => {
    const uris = Array.from({ length: 60 }, (_, index) => `ui://${String(index).padStart(2, '0')}`);
    const served = await scope.serve(scriptWith(era, uris.toReversed(), []), transport);
    const observation = await scope.read(served.launch);
    expect(Object.keys(pagesOf(observation))).toEqual(uris.slice(0, 50));
    expect(complete(observation).remarks).toEqual(['only 50 of the pages behind the tools are read']);
  });

  it('are unreadable beyond limits.maxBytes', async ({ scope, expect }) => {
    const long = 'x'.repeat(6_000);
    const replies = [long, long, 'short'].flatMap((text) => twice(contents(era, text)));
    const served = await scope.serve(scriptWith(era, ['ui://1', 'ui://2', 'ui://3'], replies), transport);
    const observation = await scope.read(served.launch, { limits: { maxBytes: 10_000 } });
    expect(pagesOf(observation)).toMatchObject({
      'ui://1': [{ text: long }],
      'ui://2': unreadable,
      'ui://3': [{ text: 'short' }],
    });
  });
});

describe.each(both)('a page behind a tool (%s)', (era) => {
  it('makes another digest when it changes, becomes unreadable or readable', async ({ scope }) => {
    const server = await scope.raw(scriptWith(era, ['ui://1'], [contents(era, 'a')]));
    const session = await scope.session(scope.source(), http(server.url));
    const digests: string[] = [];
    for (const reply of ['a', 'a', 'b', null, 'a']) {
      server.setScript(scriptWith(era, ['ui://1'], reply === null ? [] : [contents(era, reply)]));
      digests.push(complete(await session.read(neverAborted())).digest);
    }
    expect(digests.map((digest) => digests.indexOf(digest))).toEqual([0, 0, 2, 3, 0]);
  });

  it('may be refused by HTTP', async ({ scope }) => {
    const replies = [...twice(httpReply(503)), contents(era, 'a')];
    const server = await scope.raw(scriptWith(era, ['ui://1', 'ui://2'], replies));
    const observation = await scope.read(http(server.url));
    expect(pagesOf(observation)).toMatchObject({ 'ui://1': unreadable, 'ui://2': [{ text: 'a' }] });
  });

  it('that fails once is read once more', async ({ scope }) => {
    const server = await scope.raw(scriptWith(era, ['ui://1'], [contents(era, 'a')]));
    const session = await scope.session(scope.source(), http(server.url));
    const digests: string[] = [];
    for (const replies of [twice(contents(era, 'a')), [failure(-32603, 'boom'), contents(era, 'a')]]) {
      server.setScript(scriptWith(era, ['ui://1'], replies));
      digests.push(complete(await session.read(neverAborted())).digest);
    }
    expect(digests[1]).toBe(digests[0]);
  });

  it('is read once while it stays as it is, also while it stays unreadable', async ({ scope }) => {
    const server = await scope.raw(scriptWith(era, ['ui://1', 'ui://2'], []));
    const session = await scope.session(scope.source(), http(server.url));
    const counts: number[] = [];
    for (let reading = 0; reading < 3; reading += 1) {
      server.setScript(
        scriptWith(era, ['ui://1', 'ui://2'], reading === 0 ? twice(contents(era, 'a')) : [contents(era, 'a')]),
      );
      await session.read(neverAborted());
      counts.push(timesRead({ kind: 'http', launch: http(server.url), server }));
    }
    expect(counts).toEqual([4, 6, 8]);
  });

  it('that is another one each time that it is read is pinned without its text', async ({ scope }) => {
    const server = await scope.raw(scriptWith(era, ['ui://1'], []));
    const session = await scope.session(scope.source(), http(server.url));
    const observations = [];
    for (const nonces of [
      ['1', '2'],
      ['3', '4'],
    ]) {
      const replies = nonces.map((nonce) => contents(era, nonce));
      server.setScript(scriptWith(era, ['ui://1'], replies));
      observations.push(complete(await session.read(neverAborted())));
    }
    const [first, second] = observations;
    expect(pagesOf(first as Observation)).toEqual({
      'ui://1': [{ uri: 'ui://x', _meta: { ui: { csp: { connectDomains: [] } } }, volatile: true }],
    });
    expect(second?.digest).toBe(first?.digest);
    expect(second?.remarks).toEqual([
      'a page behind a tool is another one each time that it is read: its text cannot be pinned',
    ]);
  });

  it('may have something new beside its contents each time that it is read', async ({ scope }) => {
    const replies = ['1', '2'].map((nonce) => listOf(era, 'contents', ['{"uri":"ui://x"}'], `,"_meta":{"n":${nonce}}`));
    const server = await scope.raw(scriptWith(era, ['ui://1'], replies));
    const observation = await scope.read(http(server.url));
    expect(pagesOf(observation)).toEqual({ 'ui://1': [{ uri: 'ui://x' }] });
    expect(complete(observation).remarks).toEqual([]);
  });

  it('does not outlive the end of the session', async ({ scope }) => {
    const server = await scope.raw(scriptWith(era, ['ui://1'], [{ kind: 'silence' }]));
    const session = await scope.session(scope.source(), http(server.url), era);
    const stop = new AbortController();
    const reading = session.read(stop.signal);
    await expect.poll(() => timesRead({ kind: 'http', launch: http(server.url), server })).toBe(1);
    stop.abort();
    expect(await reading).toEqual({ outcome: 'unreachable', reason: 'the reading was stopped' });
  });
});

describe('what can be pinned of a page behind a tool', () => {
  it('is all but its text where nothing else differs', () => {
    const page = (text: string, blob: string): Json => [{ uri: 'a', text }, { uri: 'b', blob }, 7];
    expect(pinnable(page('1', '2'), page('3', '4'))).toEqual([
      { uri: 'a', volatile: true },
      { uri: 'b', volatile: true },
      7,
    ]);
  });

  it.each([[[{ uri: 'a', text: '1', n: 1 }]], [[]], [[{ uri: 'a', text: '1' }, 7]], [null]])(
    'is nothing where %j differs in something else',
    (other: Json) => {
      expect(pinnable([{ uri: 'a', text: '1' }], other)).toEqual([{ volatile: true }]);
    },
  );
});

describe('the URI of a page behind a tool', () => {
  it('is a text, and counts once', () => {
    const tools = [
      null,
      7,
      { name: 'none' },
      { _meta: { ui: { resourceUri: 7 }, 'ui/resourceUri': null } },
      { _meta: { ui: { resourceUri: 'ui://a' }, 'ui/resourceUri': 'ui://a', 'openai/outputTemplate': 'ui://b' } },
      { _meta: { ui: { resourceUri: 'ui://b' } } },
    ];
    expect(toolPagesOf(tools)).toEqual(['ui://a', 'ui://b']);
  });
});
