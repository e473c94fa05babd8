import { describe, expect } from 'vitest';
import { buildSurface } from '../../src/core/surface.ts';
import { result, type Reply } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { complete, failed, toolNames, toolsOf } from './observation.ts';
import { it, neverAborted } from './scope.ts';
import { listOf, surfaceScript } from './surface-script.ts';

const both = ['modern', 'legacy'] as const;
const everywhere = both.flatMap((era) => (['http', 'stdio'] as const).map((transport) => ({ era, transport })));
const long = 'x'.repeat(1_100_000);

describe.concurrent.each(everywhere)('a list ($era, $transport)', ({ era, transport }) => {
  it.for([
    // Four times 600,000 values in less than a megabyte each.
    [Array<string>(4).fill(`[${'{},'.repeat(300_000)}0]`), 'the answer holds more than 2000000 values'],
    [[`{"name":"a","description":"${long}"}`], 'an item of the list is longer than 1000000 bytes'],
  ] as const)('is refused by name (%#)', async ([tools, reason], { scope, expect }) => {
    const served = await scope.serve(scriptOf(era, [result(page(era, tools))]), transport);
    expect(failed(await scope.read(served.launch))).toEqual({ outcome: 'incomplete', reason });
  });

  it('is refused where too much stands beside it', async ({ scope, expect }) => {
    const script = scriptOf(era, [result(page(era, ['{"name":"a"}'], `,"x":"${long}"`))]);
    const served = await scope.serve(script, transport);
    expect(failed(await scope.read(served.launch)).reason).toBe(
      'the answer holds more than 1000000 bytes beside its list',
    );
  });

  it('of 10,000 tools is read', async ({ scope, expect }) => {
    const tools = Array.from({ length: 10_000 }, (_, index) => `{"name":"tool ${index}","inputSchema":{"a":[{}]}}`);
    const served = await scope.serve(scriptOf(era, [result(page(era, tools))]), transport);
    expect(toolsOf(await scope.read(served.launch))).toHaveLength(10_000);
  });

  it('behind a page that is too long is read all the same', async ({ scope, expect }) => {
    const tools = ['1', '2'].map((uri) => `{"name":"${uri}","_meta":{"ui":{"resourceUri":"ui://${uri}"}}}`);
    const contents = (text: string): Reply => listOf(era, 'contents', [`{"uri":"ui://x","text":"${text}"}`]);
    const replies = [contents('x'.repeat(4_100_000)), contents('x'.repeat(4_100_000)), contents('short')];
    const script = surfaceScript(
      era,
      { 'tools/list': [result(page(era, tools))], 'resources/list': [listOf(era, 'resources', [])] },
      {
        capabilities: { tools: {}, resources: {} },
        answers: { 'resources/read': { once: replies, replies: [contents('short')] } },
      },
    );
    const served = await scope.serve(script, transport);
    const { items } = complete(await scope.read(served.launch, { limits: { readTimeoutMs: 60_000 } }));
    expect(items.filter(({ kind }) => kind === 'ui-resource').map(({ value }) => value)).toEqual([
      { unreadable: true },
      [{ uri: 'ui://x', text: 'short' }],
    ]);
  });
});

describe('a list over stdio', () => {
  it('is read between lines of a log, however long they are', async ({ scope }) => {
    const script = scriptOf('legacy', [result(page('legacy', ['{"name":"a"}']))], {
      child: { noise: `${long}${long}\n` },
    });
    const served = await scope.serve(script, 'stdio');
    const observation = await scope.read(served.launch);
    expect(toolNames(observation)).toEqual(['a']);
    expect(complete(observation).remarks).toHaveLength(1);
  });
});

describe.each(both)('a list of a %s server', (era) => {
  it('is cut out of an answer with more in it', async ({ scope }) => {
    const list = page(era, ['{"name":"a","b":[{},[]]}', 'null', '{"name":"c"}']);
    const answers = [
      `{"more":{"result":{"tools":[]}},"jsonrpc":"2.0","id":{{id}},"result":${list}}`,
      `{"jsonrpc":"2.0","id":{{id}},"\\u0072esult": ${list} ,"more":["result"]}`,
      `[{"jsonrpc":"2.0","id":{{id}},"result":${list}}]`,
    ];
    for (const text of answers) {
      const server = await scope.raw(scriptOf(era, [{ kind: 'message', text }], { framing: 'json' }));
      const observation = await scope.read({ kind: 'http', url: server.url, headers: {} });
      expect(toolNames(observation), text).toEqual(['a', null, 'c']);
    }
  });

  it('is not JSON where one item is not', async ({ scope }) => {
    const server = await scope.raw(scriptOf(era, [result(page(era, ['{"name":"a"}', '{"name":"b",}']))]));
    const observation = await scope.read({ kind: 'http', url: server.url, headers: {} });
    expect(failed(observation).outcome).toBe('invalid');
  });

  it('tells of the same items whenever it is asked', async ({ scope }) => {
    const tools = ['{"name":"b","x":1e400}', '{"name":"a"}', '{"name":"a","y":1}', '{"name":"c","z":1,"z":2}'];
    const server = await scope.raw(scriptOf(era, [result(page(era, tools))]));
    const session = await scope.session(scope.source(), { kind: 'http', url: server.url, headers: {} });
    const { items } = complete(await session.read(neverAborted()));
    const [first, second] = [buildSurface(items), buildSurface(items)];
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(second.definitions.map(({ text }) => text)).toEqual(first.definitions.map(({ text }) => text));
    expect(items.filter(({ raw }) => raw !== undefined).map(({ name }) => name)).toEqual(['b', 'c']);
  });
});
