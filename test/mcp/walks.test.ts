import { describe, expect } from 'vitest';
import type { DefinitionKind } from '../../src/core/definition.ts';
import { buildSurface } from '../../src/core/surface.ts';
import { own } from '../../src/core/json.ts';
import { toolList } from '../../src/mcp/lists.ts';
import { PageMemo } from '../../src/mcp/page-memo.ts';
import { RawResult } from '../../src/mcp/raw-result.ts';
import { ReadingTime } from '../../src/mcp/reading-time.ts';
import type { Walk } from '../../src/mcp/walk-pages.ts';
import { walkUntilAgreed } from '../../src/mcp/walk-until-agreed.ts';
import type { Era, Observation } from '../../src/monitor/ports-reading.ts';
import { result, type Reply, type Script } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { complete, failed, toolNames, toolsOf } from './observation.ts';
import { countTraced, it, limits, neverAborted, type Served } from './scope.ts';

const both = ['modern', 'legacy'] as const;
const everywhere = both.flatMap((era) => (['http', 'stdio'] as const).map((transport) => ({ era, transport })));

/** On a busy machine as well there shall be time for a second walk. */
const patient = { limits: { readTimeoutMs: 60_000 } };

/** One walk over a list: the names on each of its pages, where a name may bring a description: `name description`. */
type WalkNames = readonly string[];

function pagesOf(era: Era, walk: WalkNames): readonly Reply[] {
  return walk.map((names, index) => {
    const tools = names
      .split(',')
      .filter((name) => name !== '')
      .map((tool) => {
        const [name, description = 'x'] = tool.split(' ');
        return JSON.stringify({ name, description, inputSchema: {} });
      });
    return result(page(era, tools, index + 1 < walk.length ? `,"nextCursor":"${index}"` : ''));
  });
}

/** A server whose list is another one at each walk; the last walk is the same for ever. */
function moving(era: Era, ...walks: readonly WalkNames[]): Script {
  const last = pagesOf(era, walks.at(-1) ?? []) as [Reply, ...Reply[]]; // no walk of these tests is without pages
  const once = walks.slice(0, -1).flatMap((walk) => pagesOf(era, walk));
  return scriptOf(era, last, { answers: { 'tools/list': { once, replies: last } } });
}

function pagesAsked(served: Served): number {
  return served.kind === 'stdio'
    ? countTraced(served.file, 'tools/list')
    : served.server.received.filter(({ message }) => message?.method === 'tools/list').length;
}

function fingerprintOf(observation: Observation): string {
  const isTool = ({ kind }: { kind: DefinitionKind }) => kind === 'tool';
  return buildSurface(complete(observation).items.filter(isTool)).fingerprint;
}

describe.concurrent.each(everywhere)('a list of several pages ($era, $transport)', ({ era, transport }) => {
  it('is walked twice at first sight, and once as long as it stays', async ({ scope, expect }) => {
    const served = await scope.serve(moving(era, ['a,b', 'c']), transport);
    const session = await scope.session(scope.source(patient), served.launch);
    for (const asked of [4, 6, 8]) {
      const observation = await session.read(neverAborted());
      expect([toolNames(observation), complete(observation).remarks]).toEqual([['a', 'b', 'c'], []]);
      expect(pagesAsked(served)).toBe(asked);
    }
  });

  it('whose item moved to a page that was read before is walked until two walks agree', async ({ scope, expect }) => {
    // `c` moves from the second page to the first while the second is read: the first walk lacks it.
    const served = await scope.serve(moving(era, ['a,b', 'd'], ['a,c', 'b,d']), transport);
    const observation = await scope.read(served.launch, patient);
    expect(toolNames(observation)).toEqual(['a', 'c', 'b', 'd']);
    expect(complete(observation).remarks).toEqual([]);
    expect(pagesAsked(served)).toBe(6);
  });

  it('whose item moved to a page that is yet to be read does not hold it twice', async ({ scope, expect }) => {
    const served = await scope.serve(moving(era, ['a,b', 'b,c'], ['a', 'b,c']), transport);
    expect(toolNames(await scope.read(served.launch, patient))).toEqual(['a', 'b', 'c']);
  });

  it('that holds a name twice at every walk holds it twice', async ({ scope, expect }) => {
    const served = await scope.serve(moving(era, ['a,b', 'b,c']), transport);
    expect(toolNames(await scope.read(served.launch, patient))).toEqual(['a', 'b', 'b', 'c']);
  });

  it('in another order at every walk is the same surface', async ({ scope, expect }) => {
    const served = await scope.serve(moving(era, ['a,b', 'c'], ['c,a', 'b']), transport);
    const ordered = await scope.serve(moving(era, ['a,b', 'c']), transport);
    const observation = await scope.read(served.launch, patient);
    expect(fingerprintOf(observation)).toBe(fingerprintOf(await scope.read(ordered.launch, patient)));
    expect(complete(observation).remarks).toEqual([
      'the list changed between two walks over its pages: all that was seen counts',
    ]);
    expect(pagesAsked(served)).toBe(4);
  });

  it('whose texts are others at every walk counts with all of them', async ({ scope, expect }) => {
    const served = await scope.serve(moving(era, ['a 1', 'b 1'], ['a 2', 'b 2'], ['a 3', 'b 3']), transport);
    const observation = await scope.read(served.launch, patient);
    expect(toolsOf(observation)).toMatchObject(['2', '2', '1', '1'].map((description) => ({ description })));
    expect(complete(observation).remarks).toEqual([
      'the list changed between two walks over its pages: all that was seen counts',
    ]);
  });

  it.for([
    ['first', ['a evil', 'b'], ['a x', 'b']],
    ['second', ['a x', 'b'], ['a evil', 'b']],
  ] as const)('hides nothing that it says at the %s walk alone', async ([, first, second], { scope, expect }) => {
    const served = await scope.serve(moving(era, first, second, ['a x', 'b']), transport);
    const texts = toolsOf(await scope.read(served.launch, patient)).map((tool) => own(tool, 'description'));
    expect(texts).toHaveLength(3);
    expect(texts).toContain('evil');
  });

  it('with other items at every walk counts with all that was seen', async ({ scope, expect }) => {
    const served = await scope.serve(
      moving(era, ['a old,b', 'evil,b'], ['a,b', 'b,worse'], ['a new,b', 'b,c']),
      transport,
    );
    const observation = await scope.read(served.launch, patient);
    expect(toolNames(observation)).toEqual(['a', 'b', 'c', 'a', 'worse', 'a', 'evil']);
    const texts = toolsOf(observation).filter((tool) => own(tool, 'name') === 'a');
    expect(texts).toMatchObject(['new', 'x', 'old'].map((description) => ({ description })));
    expect(complete(observation).remarks).toEqual([
      'the list held other items at each walk over its pages: all that was seen counts',
    ]);
    expect(pagesAsked(served)).toBe(6);
  });

  it('is not beyond a limit because it is walked twice, but because of all that was seen', async ({
    scope,
    expect,
  }) => {
    const options = { limits: { ...patient.limits, maxItems: 5 } };
    const agreeing = await scope.serve(moving(era, ['a,b', 'c']), transport);
    expect(toolNames(await scope.read(agreeing.launch, options))).toHaveLength(3);
    const others = await scope.serve(moving(era, ['a', 'b'], ['c', 'd'], ['e', 'f']), transport);
    expect(failed(await scope.read(others.launch, options)).reason).toBe('the list goes beyond limits.maxItems (5)');
  });
});

describe('a list on one page', () => {
  it('is read once, however often it changes', async ({ scope }) => {
    const served = await scope.serve(moving('legacy', ['a'], ['b'], ['c']), 'http');
    const session = await scope.session(scope.source(patient), served.launch);
    const names = [];
    for (let reading = 0; reading < 3; reading += 1) names.push(toolNames(await session.read(neverAborted())));
    expect(names).toEqual([['a'], ['b'], ['c']]);
  });

  it('that was on several is walked again', async ({ scope }) => {
    const served = await scope.serve(moving('legacy', ['a'], ['a', 'b'], ['a,b']), 'http');
    const session = await scope.session(scope.source(patient), served.launch);
    await session.read(neverAborted());
    expect(toolNames(await session.read(neverAborted()))).toEqual(['a', 'b']);
    expect(pagesAsked(served)).toBe(4);
  });
});

describe('a list whose pages come slowly', () => {
  it('is walked once, and that is said', async () => {
    const pages = [1, 2].map((number) => new RawResult(Buffer.from(`{"tools":[{"name":"${number}"}]}`)));
    const walked: Walk = { outcome: 'listed', pages, facts: [], ttlMs: null };
    const spent = { items: 0, bytes: 0 };
    const noTime = new ReadingTime(0);
    const agreed = await walkUntilAgreed(async () => walked, toolList, new PageMemo(), limits, spent, noTime);
    expect(agreed).toEqual({
      ...walked,
      earlier: [],
      isAgreed: false,
      remarks: ['there was no time to walk over the pages of the list twice'],
    });
  });
});
