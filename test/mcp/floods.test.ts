import { describe, expect } from 'vitest';
import { own } from '../../src/core/json.ts';
import { beginEvents, startOddServer } from './odd-http.ts';
import { toolNames } from './observation.ts';
import { it, stdio } from './scope.ts';

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
