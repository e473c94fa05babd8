import { describe, expect } from 'vitest';
import { own } from '../../src/core/json.ts';
import { beginEvents, startOddServer, type Call } from './odd-http.ts';
import { failed, toolNames } from './observation.ts';
import { it } from './scope.ts';

const both = ['modern', 'legacy'] as const;
const pageOf = (id: string, name: string, rest = '') =>
  `{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"${name}"}],"resultType":"complete","ttlMs":0,"cacheScope":"private"${rest}}}`;
const noted = (text: string) =>
  `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${JSON.stringify(text)}}}`;

describe('a list that is answered on a stream', () => {
  it.for(both)('is found between notifications and comments (%s)', async (era, { scope }) => {
    const server = await startOddServer(scope, era, ({ method, id, response }) => {
      if (method !== 'tools/list') return void response.writeHead(405).end();
      beginEvents(response);
      response.write(
        `: comment\n\nevent: message\ndata: ${noted('one')}\n\nevent: other\ndata: ${pageOf(id, 'of another kind')}\n\n`,
      );
      // One message over several lines and, cut in half, over two writes; all three kinds of line end.
      const text = pageOf(id, 'caf\u00e9 \u{1F600}').replace('"result":', '\n"result":');
      const bytes = Buffer.from(`data:${text.split('\n').join('\r\ndata: ')}\r\n\r\n`);
      const half = bytes.indexOf(0xf0) + 2;
      response.write(bytes.subarray(0, half), () => {
        response.write(bytes.subarray(half));
        response.end(`data: ${noted('three')}\r\r`);
      });
    });
    expect(toolNames(await scope.read(server.launch))).toEqual(['caf\u00e9 \u{1F600}']);
  });

  it('comes after the answer to a ping of the server, also under the same id', async ({ scope }) => {
    let waiting: Call | undefined;
    const server = await startOddServer(scope, 'legacy', (call) => {
      const { method, httpMethod, id, message, response } = call;
      if (method === 'tools/list') {
        waiting = call;
        beginEvents(response);
        response.write(`data: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n\n`);
      } else if (httpMethod === 'POST' && own(message, 'result') !== undefined) {
        response.writeHead(202).end();
        waiting?.response.end(`data: ${pageOf(waiting.id, 'after_ping')}\n\n`);
      } else response.writeHead(405).end();
    });
    expect(toolNames(await scope.read(server.launch))).toEqual(['after_ping']);
    const answer = server.calls.items.find(({ message }) => own(message, 'result') !== undefined);
    expect(answer?.message).toEqual({ jsonrpc: '2.0', id: Number(waiting?.id), result: {} });
  });

  it('may be fetched in two pieces (event ids)', async ({ scope }) => {
    let asked: Call | undefined;
    const server = await startOddServer(scope, 'legacy', (call) => {
      const { method, httpMethod, headers, response } = call;
      if (method === 'tools/list') {
        asked = call;
        beginEvents(response);
        response.end('id: 7\nretry: 0\ndata:\n\n');
      } else if (httpMethod === 'GET' && headers['last-event-id'] === '7') {
        beginEvents(response);
        response.end(`id: 8\ndata: ${pageOf(asked?.id ?? '', 'second_piece')}\n\n`);
      } else response.writeHead(405).end();
    });
    expect(toolNames(await scope.read(server.launch, { times: { firstReopenMs: 20 } }))).toEqual(['second_piece']);
  });

  it('fails at once when the second piece cannot be fetched', async ({ scope }) => {
    const server = await startOddServer(scope, 'legacy', ({ method, response }) => {
      if (method !== 'tools/list') return void response.writeHead(405).end();
      beginEvents(response);
      response.end('id: 7\ndata:\n\n');
    });
    expect(failed(await scope.read(server.launch, { times: { firstReopenMs: 20 } }))).toEqual({
      outcome: 'invalid',
      reason: 'the answer ended and did not hold what was asked for',
    });
  });

  it('does not come as an event of another kind', async ({ scope }) => {
    const server = await startOddServer(scope, 'legacy', ({ method, id, response }) => {
      if (method !== 'tools/list') return void response.writeHead(405).end();
      beginEvents(response);
      response.end(`event: other\ndata: ${pageOf(id, 'of another kind')}\n\n`);
    });
    expect(failed(await scope.read(server.launch)).outcome).toBe('invalid');
  });

  it.for(both)('is malformed as JSON-RPC (%s)', async (era, { scope }) => {
    for (const rest of [
      '"error":"no"',
      '"error":{"code":"x"}',
      '"result":{"tools":[]},"error":{"code":1,"message":""}',
    ]) {
      const server = await startOddServer(scope, era, ({ method, id, response }) => {
        if (method !== 'tools/list') return void response.writeHead(405).end();
        beginEvents(response);
        response.write(`data: {"jsonrpc":"2.0","id":${id},${rest}}\n\n`); // and stays open
      });
      expect(failed(await scope.read(server.launch)), rest).toEqual({
        outcome: 'invalid',
        reason: 'the answer ended and did not hold what was asked for',
      });
    }
  });
});
