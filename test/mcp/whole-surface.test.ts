import { describe, expect } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import type { Observation } from '../../src/monitor/ports-reading.ts';
import { failure, result, type Reply } from '../support/servers/script.ts';
import { complete, failed, toolNames } from './observation.ts';
import { countTraced, http, it, neverAborted, type Served } from './scope.ts';
import { listOf, serverInfo, surfaceScript } from './surface-script.ts';

const both = ['modern', 'legacy'] as const;
const everywhere = both.flatMap((era) => (['http', 'stdio'] as const).map((transport) => ({ era, transport })));

/** `kind name` of all items but tools, in the order served. */
function namesOf(observation: Observation): readonly string[] {
  return complete(observation)
    .items.filter(({ kind }) => kind !== 'tool')
    .map(({ kind, name }) => `${kind} ${name}`);
}

function valueOf(observation: Observation, kind: string): Json | undefined {
  return complete(observation).items.find((item) => item.kind === kind)?.value;
}

function timesAsked(served: Served, method: string): number {
  return served.kind === 'stdio'
    ? countTraced(served.file, method)
    : served.server.received.filter(({ message }) => message?.method === method).length;
}

const greeting = ['server-info ', 'capabilities ', 'instructions '];

describe.concurrent.each(everywhere)('the surface of a server ($era, $transport)', ({ era, transport }) => {
  const full = {
    'prompts/list': [
      listOf(era, 'prompts', ['{"name":"p","x-own":null,"__proto__":{"a":1}}'], ',"nextCursor":"2"'),
      listOf(era, 'prompts', ['{"name":"q"}', '7']),
    ],
    'resources/list': [listOf(era, 'resources', ['{"uri":"file:///a","name":"n"}'])],
    'resources/templates/list': [listOf(era, 'resourceTemplates', ['{"uriTemplate":"file:///{a}"}'])],
  } as const;

  it('is read whole and as it was sent', async ({ scope, expect }) => {
    const served = await scope.serve(surfaceScript(era, full), transport);
    const observation = await scope.read(served.launch);
    expect(namesOf(observation)).toEqual([
      ...greeting,
      'prompt p',
      'prompt q',
      'prompt (unnamed)',
      'resource file:///a',
      'resource-template file:///{a}',
    ]);
    expect(valueOf(observation, 'server-info')).toEqual(serverInfo);
    expect(valueOf(observation, 'capabilities')).toMatchObject({ 'x-own': { a: [null, 1.5] } });
    expect(JSON.stringify(valueOf(observation, 'prompt'))).toBe('{"name":"p","x-own":null,"__proto__":{"a":1}}');
    expect(complete(observation).remarks).toEqual([]);
  });

  it('holds no list that the server does not announce, and that one is not asked for', async ({ scope, expect }) => {
    const served = await scope.serve(surfaceScript(era, full, { capabilities: { tools: {} } }), transport);
    expect(namesOf(await scope.read(served.launch))).toEqual(greeting);
    for (const method of Object.keys(full)) expect(timesAsked(served, method)).toBe(0);
  });

  it('holds tools that the server does not announce', async ({ scope, expect }) => {
    const served = await scope.serve(surfaceScript(era, full, { capabilities: { prompts: {} } }), transport);
    expect(toolNames(await scope.read(served.launch))).toEqual(['a']);
  });

  it('is whole without templates, and is remarked on where an announced list is unknown', async ({ scope, expect }) => {
    const { 'prompts/list': prompts, 'resources/list': resources } = full;
    const served = await scope.serve(
      surfaceScript(era, { 'prompts/list': prompts, 'resources/list': resources }),
      transport,
    );
    expect(complete(await scope.read(served.launch)).remarks).toEqual([]);
    const other = await scope.serve(surfaceScript(era, { 'resources/list': resources }), transport);
    const observation = await scope.read(other.launch);
    expect(complete(observation).remarks).toEqual([
      '`prompts` are announced, but the server does not know `prompts/list`',
    ]);
    expect(namesOf(observation)).toEqual([...greeting, 'resource file:///a']);
  });

  it('is not read when a list fails, and the list is named', async ({ scope, expect }) => {
    const bad = (reply: readonly [Reply, ...Reply[]], method: keyof typeof full = 'prompts/list') =>
      surfaceScript(era, { ...full, [method]: reply });
    const ways = [
      [
        bad([failure(-32603, 'boom')]),
        'refused',
        'the list of prompts did not come: the server answers with JSON-RPC error -32603',
      ],
      [
        bad([listOf(era, 'resources', [], ',"nextCursor":"2"'), failure(-32603, 'boom')], 'resources/list'),
        'incomplete',
        'page 2 of the list of resources did not come: the server answers with JSON-RPC error -32603',
      ],
      [
        bad([failure(-32603, 'boom')], 'resources/templates/list'),
        'refused',
        'the list of resource templates did not come: the server answers with JSON-RPC error -32603',
      ],
      [bad([result('{"resultType":"complete"}')]), 'invalid', 'the answer holds no `prompts` list'],
      [
        bad([listOf(era, 'prompts', [], ',"nextCursor":"same"')]),
        'incomplete',
        'the list of prompts does not end: the same page comes again',
      ],
    ] as const;
    for (const [script, outcome, reason] of ways) {
      const served = await scope.serve(script, transport);
      expect(failed(await scope.read(served.launch))).toEqual({ outcome, reason });
    }
  });

  it('is limited as a whole', async ({ scope, expect }) => {
    const served = await scope.serve(surfaceScript(era, full), transport);
    const { items } = complete(await scope.read(served.launch, { limits: { maxItems: 6 } }));
    expect(items).toHaveLength(9);
    expect(failed(await scope.read(served.launch, { limits: { maxItems: 5 } })).reason).toBe(
      'the list of resource templates goes beyond limits.maxItems (5)',
    );
    const long = listOf(era, 'prompts', [`{"name":"p","description":"${'x'.repeat(6_000)}"}`]);
    const wide = listOf(era, 'resources', [`{"uri":"a","description":"${'x'.repeat(6_000)}"}`]);
    const big = await scope.serve(surfaceScript(era, { 'prompts/list': [long], 'resources/list': [wide] }), transport);
    expect(failed(await scope.read(big.launch, { limits: { maxBytes: 10_000 } }))).toEqual({
      outcome: 'incomplete',
      reason: 'the list of resources goes beyond limits.maxBytes (10000)',
    });
  });
});

describe.each(both)('the digest of a whole surface (%s)', (era) => {
  it('changes with whatever is in it, and not otherwise', async ({ scope }) => {
    const script = (parts: { prompt?: string; uri?: string; template?: string; capabilities?: object }) =>
      surfaceScript(
        era,
        {
          'prompts/list': [listOf(era, 'prompts', [`{"name":"${parts.prompt ?? 'p'}"}`])],
          'resources/list': [listOf(era, 'resources', [`{"uri":"${parts.uri ?? 'u'}"}`])],
          'resources/templates/list': [
            listOf(era, 'resourceTemplates', [`{"uriTemplate":"${parts.template ?? 't'}"}`]),
          ],
        },
        { capabilities: parts.capabilities ?? { tools: {}, prompts: {}, resources: {} } },
      );
    const withOne = { tools: {}, prompts: {}, resources: {}, logging: {} };
    const parts = [{}, { prompt: 'q' }, { uri: 'v' }, { template: 'w' }, { capabilities: withOne }, {}];
    const digests: string[] = [];
    for (const part of parts) {
      const server = await scope.raw(script(part));
      const session = await scope.session(scope.source(), http(server.url));
      const first = complete(await session.read(neverAborted())).digest;
      expect(complete(await session.read(neverAborted())).digest).toBe(first);
      digests.push(first);
    }
    expect(new Set(digests).size).toBe(parts.length - 1);
    expect(digests.at(-1)).toBe(digests[0]);
  });
});
