import { describe, expect } from 'vitest';
import { own } from '../../src/core/json.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { result } from '../support/servers/script.ts';
import { scriptOf } from '../support/servers/skeletons.ts';
import { aTool } from '../support/servers/tools.ts';
import { ListenLog } from './listen-log.ts';
import { beginEvents, startOddServer } from './odd-http.ts';
import { toolNames } from './observation.ts';
import { http, it, neverAborted, stdio } from './scope.ts';

const pings = 20_000;

/** Answers `tools/list` only after it has asked very often, and never reads a reply before that. */
const askingChild = `
  process.stdin.once('data', (data) => {
    let input = data.toString();
    process.stdin.on('data', (more) => { input += more; });
    const say = (text) => process.stdout.write(text + '\\n');
    const { id } = JSON.parse(input.split('\\n')[0]);
    say(JSON.stringify({ jsonrpc: '2.0', id, result: {
      protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } } }));
    const look = setInterval(() => {
      const list = input.split('\\n').slice(0, -1).map((line) => JSON.parse(line)).find((m) => m.method === 'tools/list');
      if (list === undefined) return;
      clearInterval(look);
      process.stdin.pause();
      for (let i = 0; i < ${pings}; i += 1) say(JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(200) + i, method: 'ping' }));
      say(JSON.stringify({ jsonrpc: '2.0', id: list.id, result: { tools: [{ name: 'a' }] } }));
    }, 5);
  });`;

describe('a server that asks without end', () => {
  it('over HTTP has few of its requests answered at a time', async ({ scope }) => {
    let open = 0;
    let most = 0;
    let answered = 0;
    const server = await startOddServer(scope, 'legacy', ({ method, message, id, response }) => {
      if (method === 'tools/list') {
        beginEvents(response);
        for (let index = 0; index < 2_000; index += 1) {
          response.write(`data: {"jsonrpc":"2.0","id":"p${index}","method":"ping"}\n\n`);
        }
        response.end(`data: {"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"a"}]}}\n\n`);
      } else if (own(message, 'result') !== undefined) {
        open += 1;
        answered += 1;
        most = Math.max(most, open);
        setImmediate(() => {
          open -= 1;
          response.writeHead(202).end();
        });
      } else response.writeHead(405).end();
    });
    expect(toolNames(await scope.read(server.launch))).toEqual(['a']);
    expect(answered).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('over stdio, and reads no reply, is read all the same', async ({ scope }) => {
    const launch = stdio({ command: process.execPath, args: ['-e', askingChild] });
    expect(toolNames(await scope.read(launch, {}, 'legacy'))).toEqual(['a']);
  });
});

describe('a server that notifies without end', () => {
  it.for([
    ['2026-07-28', startModernHttpServer],
    ['2025-11-25', startLegacyHttpServer],
  ] as const)('is cut off and heard again after a pause (%s)', async ([, start], { scope }) => {
    const server = scope.closeAfter(await start({ tools: [aTool()] }), (real) => real.close());
    const session = await scope.session(scope.source({ times: { firstReopenMs: 20 } }), http(server.url));
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listening');
    for (let times = 0; times < 2_000; times += 1) server.setTools([aTool({ title: `${times}` })], { notify: true });
    await log.whenCounted('listening', 2);
    expect(log.count('changed')).toBeLessThanOrEqual(1_000);
    expect(toolNames(await session.read(neverAborted()))).toEqual(['delete_file']);
  });
});

describe('an answer that does nothing but nest', () => {
  it.for(['http', 'stdio'] as const)('is refused before it is parsed (%s)', async (transport, { scope }) => {
    const depth = 200_000;
    const list = result(`{"tools":[${'['.repeat(depth)}${']'.repeat(depth)}]}`);
    const served = await scope.serve(scriptOf('legacy', [list]), transport);
    const reason = 'the answer nests deeper than 20000 levels';
    expect(await scope.read(served.launch, {}, 'legacy')).toMatchObject({ outcome: 'incomplete', reason });
  });
});
