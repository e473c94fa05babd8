import { describe, expect } from 'vitest';
import type { Era } from '../../src/monitor/ports-reading.ts';
import { failure, result, type Reply, type Script } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { beginEvents, startOddServer, type Call } from './odd-http.ts';
import { failed, toolNames } from './observation.ts';
import { countTraced, it, stdio, type Served } from './scope.ts';

const both = ['modern', 'legacy'] as const;
const everywhere = both.flatMap((era) => (['http', 'stdio'] as const).map((transport) => ({ era, transport })));

const tool = '{"name":"tool_{{page}}","inputSchema":{}}';
const pageOf = (era: Era, cursor?: string) =>
  result(page(era, [tool], cursor === undefined ? '' : `,"nextCursor":${cursor}`));

/** On a busy machine as well there shall be time for a second walk. */
const patient = { limits: { readTimeoutMs: 60_000 } };

/** How many pages were asked for. */
function pagesAsked(served: Served): number {
  return served.kind === 'stdio'
    ? countTraced(served.file, 'tools/list')
    : served.server.received.filter(({ message }) => message?.method === 'tools/list').length;
}

describe.concurrent.each(everywhere)('a list of pages ($era, $transport)', ({ era, transport }) => {
  const listOf = (...pages: readonly [Reply, ...Reply[]]): Script => scriptOf(era, pages);

  it('is read to its last page', async ({ scope, expect }) => {
    const script = listOf(pageOf(era, '"a"'), pageOf(era, '"b"'), pageOf(era, 'null'));
    const served = await scope.serve(script, transport);
    expect(toolNames(await scope.read(served.launch, patient))).toEqual(['tool_0', 'tool_1', 'tool_2']);
    // Twice: items may move from page to page.
    expect(pagesAsked(served)).toBe(6);
  });

  it('is a loop when the same cursor brings the same page', async ({ scope, expect }) => {
    const served = await scope.serve(listOf(result(page(era, ['{"name":"same"}'], ',"nextCursor":"x"'))), transport);
    const { outcome, reason } = failed(await scope.read(served.launch));
    expect([outcome, reason]).toEqual(['incomplete', 'the list does not end: the same page comes again']);
    expect(pagesAsked(served)).toBe(2);
  });

  it('is given up after limits.maxPages', async ({ scope, expect }) => {
    const served = await scope.serve(listOf(pageOf(era, '"{{page}}"')), transport);
    const { outcome, reason } = failed(await scope.read(served.launch, { limits: { maxPages: 5 } }));
    expect([outcome, reason]).toEqual(['incomplete', 'the list goes beyond limits.maxPages (5)']);
    expect(pagesAsked(served)).toBe(5);
  });

  it('is incomplete when a page fails', async ({ scope, expect }) => {
    const served = await scope.serve(listOf(pageOf(era, '"a"'), failure(-32603, 'boom')), transport);
    expect(failed(await scope.read(served.launch))).toEqual({
      outcome: 'incomplete',
      reason: 'page 2 of the list did not come: the server answers with JSON-RPC error -32603',
    });
  });

  it('is incomplete when a page holds no list', async ({ scope, expect }) => {
    const served = await scope.serve(listOf(pageOf(era, '"a"'), result('{"resultType":"complete"}')), transport);
    expect(failed(await scope.read(served.launch))).toEqual({
      outcome: 'incomplete',
      reason: 'page 2 of the list holds no `tools` list',
    });
  });

  it('is incomplete when its cursor is no text', async ({ scope, expect }) => {
    const served = await scope.serve(listOf(pageOf(era, '7'), pageOf(era)), transport);
    expect(failed(await scope.read(served.launch)).outcome).toBe('incomplete');
    expect(pagesAsked(served)).toBe(1);
  });

  it('is given up beyond limits.maxItems, on one page', async ({ scope, expect }) => {
    // More than can be spread into one call.
    const served = await scope.serve(listOf(result(page(era, Array<string>(300_000).fill('0')))), transport);
    const { outcome, reason } = failed(await scope.read(served.launch));
    expect([outcome, reason]).toEqual(['incomplete', 'the list goes beyond limits.maxItems (20000)']);
  });

  it('is given up beyond limits.maxItems, over several pages', async ({ scope, expect }) => {
    const served = await scope.serve(listOf(pageOf(era, '"{{page}}"')), transport);
    const { reason } = failed(await scope.read(served.launch, { limits: { maxItems: 3 } }));
    expect(reason).toBe('the list goes beyond limits.maxItems (3)');
    expect(pagesAsked(served)).toBe(4);
  });

  it('is given up beyond limits.maxBytes, over several pages', async ({ scope, expect }) => {
    const long = `{"name":"tool_{{page}}","description":"${'x'.repeat(3_000)}"}`;
    const served = await scope.serve(listOf(result(page(era, [long], ',"nextCursor":"{{page}}"'))), transport);
    const { outcome, reason } = failed(await scope.read(served.launch, { limits: { maxBytes: 10_000 } }));
    expect([outcome, reason]).toEqual(['incomplete', 'the list goes beyond limits.maxBytes (10000)']);
  });
});

describe.each(both)('cursors of a %s server', (era) => {
  it('are sent back as they came, also an empty one', async ({ scope }) => {
    const cursors = ['', ' a"\\', '\u{1F600}'];
    const pages = cursors.map((cursor) => pageOf(era, JSON.stringify(cursor)));
    const server = await scope.raw(scriptOf(era, [pages[0] ?? pageOf(era), ...pages.slice(1), pageOf(era)]));
    const served = await scope.read({ kind: 'http', url: server.url, headers: {} }, patient);
    expect(toolNames(served)).toHaveLength(4);
    const asked = server.received.filter(({ message }) => message?.method === 'tools/list');
    expect(asked.map(({ message }) => message?.params?.cursor)).toEqual([undefined, ...cursors, undefined, ...cursors]);
  });
});

const endless = 'x'.repeat(65_536);

/** Sends a body that never ends, and counts what the client took of it. */
function pour({ id, response }: Call, framing: 'json' | 'sse', sent: { bytes: number }): void {
  const begin = `{"jsonrpc":"2.0","id":${id},"result":{"tools":["`;
  if (framing === 'json') response.writeHead(200, { 'content-type': 'application/json' }).write(begin);
  else {
    beginEvents(response);
    response.write(`data: ${begin}`);
  }
  const more = (): void => {
    if (response.destroyed) return;
    sent.bytes += endless.length;
    if (response.write(endless)) setImmediate(more);
    else response.once('drain', more);
  };
  more();
}

describe.each(both)('an answer of a %s server that never ends', (era) => {
  it.for(['json', 'sse'] as const)('is given up at limits.maxBytes (%s)', async (framing, { scope }) => {
    const sent = { bytes: 0 };
    let gone: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const server = await startOddServer(scope, era, (call) => {
      if (call.method !== 'tools/list') {
        call.response.writeHead(405).end();
        return;
      }
      call.response.once('close', () => gone?.());
      pour(call, framing, sent);
    });
    const { outcome, reason } = failed(await scope.read(server.launch, { limits: { maxBytes: 2_000_000 } }));
    expect([outcome, reason]).toEqual(['incomplete', 'the answer is longer than limits.maxBytes (2000000 bytes)']);
    await closed;
    // What was on its way in the buffers of two sockets was sent as well.
    expect(sent.bytes).toBeLessThan(20_000_000);
  });

  it('is given up at limits.maxBytes (a flood of small events)', async ({ scope }) => {
    const server = await startOddServer(scope, era, ({ method, response }) => {
      if (method !== 'tools/list') {
        response.writeHead(405).end();
        return;
      }
      beginEvents(response);
      const event = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${endless}"}}\n\n`;
      const more = (): void => {
        if (!response.destroyed && response.write(event)) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    const { outcome, reason } = failed(await scope.read(server.launch, { limits: { maxBytes: 2_000_000 } }));
    expect([outcome, reason]).toEqual(['incomplete', 'the answer is longer than limits.maxBytes (2000000 bytes)']);
  });
});

/** A server of either era that answers `tools/list` with a line that never ends. */
const pouringChild = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const say = (rest) => process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',' + rest);
    if (method === 'tools/list') {
      const more = () => { while (say('x'.repeat(65536))); process.stdout.once('drain', more); };
      more();
    } else if (method === 'initialize') {
      say('"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"a","version":"1"}}}\\n');
    } else say('"error":{"code":-32601,"message":"no"}}\\n');
  });`;

describe('a line that never ends', () => {
  it('is given up at limits.maxBytes', async ({ scope }) => {
    const launch = stdio({ command: process.execPath, args: ['-e', pouringChild] });
    const { outcome, reason } = failed(await scope.read(launch, { limits: { maxBytes: 2_000_000 } }));
    expect([outcome, reason]).toEqual(['incomplete', 'a line is longer than limits.maxBytes (2000000 bytes)']);
  });
});

describe('the cursor of the next page', () => {
  it('is missing from the request for the first one', async ({ scope }) => {
    const server = await scope.raw(scriptOf('legacy', [pageOf('legacy')]));
    await scope.read({ kind: 'http', url: server.url, headers: {} });
    const asked = server.received.find(({ message }) => message?.method === 'tools/list');
    expect(asked?.message?.params).not.toHaveProperty('cursor');
  });
});
