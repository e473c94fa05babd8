import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect } from 'vitest';
import { own } from '../../src/core/json.ts';
import type { Era, Observation } from '../../src/monitor/ports-reading.ts';
import type { HostileTransport } from '../support/servers/hostile/hostile-case.ts';
import { http as httpReply, message, result, type Reply, type Script } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { complete, failed, instructionsOf, toolsOf } from './observation.ts';
import { http, it } from './scope.ts';

/** A list of the era whose tool says `text`; `rest` is added to it. */
const listOf = (era: Era, text: string, rest = ''): string =>
  page(era, [JSON.stringify({ name: 'a', description: text, inputSchema: { type: 'object' } })], rest);
const answer = (list: string, id = '{{id}}'): string => `{"jsonrpc":"2.0","id":${id},"result":${list}}`;

/** Answers that the official SDKs pass over without a word, in messages of their own: those of the approved list, where nothing else is said. */
const passedOver: Readonly<Record<string, (era: Era) => string>> = {
  'names no version': (era) => `{"id":{{id}},"result":${listOf(era, 'good')}}`,
  'names another version': (era) => `{"jsonrpc":"1.0","id":{{id}},"result":${listOf(era, 'good')}}`,
  'has a key too many': (era) => `{"jsonrpc":"2.0","id":{{id}},"result":${listOf(era, 'good')},"x":1}`,
  'has a prototype': (era) => `{"jsonrpc":"2.0","id":{{id}},"__proto__":{},"result":${listOf(era, 'good')}}`,
  'has an error too': (era) => `{"jsonrpc":"2.0","id":{{id}},"error":null,"result":${listOf(era, 'good')}}`,
  'stands in a batch': (era) => `[${answer(listOf(era, 'good'))}]`,
  'begins with a byte order mark': (era) => `\uFEFF${answer(listOf(era, 'good'))}`,
  'has no object for its `_meta`': (era) => answer(listOf(era, 'good', ',"_meta":5')),
  'has an odd progress token': (era) => answer(listOf(era, 'good', ',"_meta":{"progressToken":{}}')),
  'has an odd task': (era) => answer(listOf(era, 'good', ',"_meta":{"io.modelcontextprotocol/related-task":5}')),
};

/** Answers under something that the SDKs take for the id of the request, before the one that they pass over then. */
const takenFirst: readonly string[] = ['"0x{{id}}"', '" {{id}}"', '"+{{id}}"', '"0{{id}}"', '"{{id}}.0"', '"{{id}}"'];

const everywhere = (['modern', 'legacy'] as const).flatMap((era) =>
  (['http', 'stdio'] as const).map((transport) => ({ era, transport })),
);

/** `texts`, one after the other: as lines, or as the events of one stream. */
function inTurn(transport: HostileTransport, texts: readonly string[]): Reply {
  if (transport === 'stdio') return message(texts.join('\n'));
  return httpReply(200, texts.map((text) => `data: ${text}\n\n`).join(''), { 'content-type': 'text/event-stream' });
}

/** True if a person is told of the evil words, or that they cannot be told. */
function isTold(observation: Observation): boolean {
  if (!('items' in observation)) return failed(observation).outcome === 'invalid';
  return toolsOf(observation).some((tool) => own(tool, 'description') === 'evil');
}

/** What the official SDK shows of the tool `a`. */
async function shownBySdk(url: string): Promise<string | undefined> {
  const client = new Client({ name: 'client', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  try {
    return (await client.listTools()).tools[0]?.description;
  } finally {
    await client.close();
  }
}

describe.concurrent.each(everywhere)('before the list that clients see ($era, $transport)', ({ era, transport }) => {
  it.for(Object.keys(passedOver))('an answer that %s hides nothing', async (name, { scope, expect }) => {
    const first = passedOver[name]?.(era) ?? '';
    const served = await scope.serve(
      scriptOf(era, [inTurn(transport, [first, answer(listOf(era, 'evil'))])]),
      transport,
    );
    expect(isTold(await scope.read(served.launch))).toBe(true);
  });

  it.for(takenFirst)('an answer with the id %s is not passed over', async (id, { scope, expect }) => {
    const texts = [answer(listOf(era, 'evil'), id), answer(listOf(era, 'good'))];
    const served = await scope.serve(scriptOf(era, [inTurn(transport, texts)]), transport);
    expect(isTold(await scope.read(served.launch))).toBe(true);
  });
});

describe.concurrent('the official SDK', () => {
  it.for(Object.keys(passedOver))('passes an answer over that %s', async (name, { scope, expect }) => {
    const texts = [passedOver[name]?.('legacy') ?? '', answer(listOf('legacy', 'evil'))];
    const { url } = await scope.raw(scriptOf('legacy', [inTurn('http', texts)]));
    expect(await shownBySdk(url)).toBe('evil');
  });

  it.for(takenFirst)('takes the answer with the id %s', async (id, { scope, expect }) => {
    const texts = [answer(listOf('legacy', 'evil'), id), answer(listOf('legacy', 'good'))];
    const { url } = await scope.raw(scriptOf('legacy', [inTurn('http', texts)]));
    expect(await shownBySdk(url)).toBe('evil');
  });
});

describe('a handshake that clients pass over, before another one', () => {
  const greeting = (words: string) =>
    `"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"},"instructions":"${words}"}`;
  const texts = [`{"id":{{id}},${greeting('good')}}`, `{"jsonrpc":"2.0","id":{{id}},${greeting('evil')}}`];

  it.for(['http', 'stdio'] as const)('hides no instructions (%s)', async (transport, { scope }) => {
    const answers = { initialize: { replies: [inTurn(transport, texts)] as const } };
    const served = await scope.serve(scriptOf('legacy', [result(listOf('legacy', 'good'))], { answers }), transport);
    const observation = await scope.read(served.launch);
    if ('items' in observation) expect(instructionsOf(observation)).toBe('evil');
    else expect(failed(observation).outcome).toBe('invalid');
  });
});

describe('a body that is one answer alone', () => {
  // Nothing can follow it: a client fails at it, or is as lenient as we are.
  it.for(['names no version', 'has a key too many', 'has no object for its `_meta`', 'begins with a byte order mark'])(
    'is read although it %s',
    async (name, { scope }) => {
      const body = passedOver[name]?.('modern') ?? '';
      const reply = httpReply(200, body, { 'content-type': 'application/json' });
      const { url } = await scope.raw(scriptOf('modern', [reply]));
      expect(complete(await scope.read(http(url))).items.some(({ kind }) => kind === 'tool')).toBe(true);
    },
  );
});

describe('a line of a stream that is two lines to some clients', () => {
  it.for(['\u2028', '\u2029', '\u0085', '\v', '\f', '\u001C', '\u001E'])(
    'hides no answer (%j)',
    async (separator, { scope }) => {
      const good = answer(listOf('legacy', 'good'));
      for (const field of [':', 'id: 1', 'event: x', 'other']) {
        const body = `${field}${separator}data: ${answer(listOf('legacy', 'evil'))}\n\ndata: ${good}\n\n`;
        const { url } = await scope.raw(
          scriptOf('legacy', [httpReply(200, body, { 'content-type': 'text/event-stream' })]),
        );
        expect(isTold(await scope.read(http(url)))).toBe(true);
      }
    },
  );
});

describe('what is no result yet', () => {
  const evil = result(listOf('modern', 'evil'));
  const asking = result(
    listOf('modern', 'good').replace('"resultType":"complete"', '"resultType":"input_required","requestState":"x"'),
  );

  it('is not taken for the list that a client is told when it asks again', async ({ scope }) => {
    const script: Script = scriptOf('modern', [evil], {
      answers: { 'tools/list': { once: [asking], replies: [evil] } },
    });
    const served = await scope.serve(script, 'http');
    expect(failed(await scope.read(served.launch))).toEqual({
      outcome: 'invalid',
      reason: 'the answer is no result yet (its `resultType` is not "complete")',
    });
  });
});

describe('a list with two cursors', () => {
  it('is not read as one of them says', async ({ scope }) => {
    const list = listOf('legacy', 'good', ',"nextCursor":"more","nextCursor":null');
    const served = await scope.serve(scriptOf('legacy', [result(list), result(listOf('legacy', 'evil'))]), 'http');
    expect(failed(await scope.read(served.launch)).reason).toMatch(/holds a key twice/);
  });
});
