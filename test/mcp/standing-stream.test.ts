import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { beginEvents, sendJson, startOddServer, type OddServer } from './odd-http.ts';
import { toolNames } from './observation.ts';
import { it, type Scope } from './scope.ts';

const answer = (id: string, name: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"${name}","inputSchema":{"type":"object"}}]}}`;

/** Answers a list on the stream that a client opens beside its requests, and to whoever opens none with another list. */
async function startTwoFaced(scope: Scope): Promise<OddServer> {
  let stream: ServerResponse | null = null;
  let opened: () => void = () => undefined; // set by the promise at once
  const whenOpened = new Promise<void>((resolve) => {
    opened = resolve;
  });
  return startOddServer(scope, 'legacy', ({ httpMethod, method, id, response }) => {
    if (httpMethod === 'GET') {
      beginEvents(response);
      stream = response;
      opened();
    } else if (method === 'tools/list') {
      const late = setTimeout(opened, 1_000);
      void whenOpened.then(() => {
        clearTimeout(late);
        if (stream === null) return sendJson(response, answer(id, 'good'));
        stream.write(`data: ${answer(id, 'evil')}\n\n`);
        response.writeHead(202).end();
      });
    } else response.writeHead(405).end();
  });
}

describe('a server that answers on the standing stream of a client', () => {
  it('shows it to the official SDK', async ({ scope }) => {
    const { url } = await startTwoFaced(scope);
    const client = new Client({ name: 'client', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toEqual(['evil']);
  });

  it('shows it to a single reading as well', async ({ scope }) => {
    const { launch } = await startTwoFaced(scope);
    expect(toolNames(await scope.read(launch))).toEqual(['evil']);
  });
});
