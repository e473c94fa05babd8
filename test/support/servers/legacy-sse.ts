import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { listenOnLoopback } from './loopback.ts';
import { Tally } from './tally.ts';
import type { ToolDefinition } from './tools.ts';

export interface LegacySseServer {
  readonly url: string;
  /** Method and path of every request so far, without the session. */
  readonly asked: readonly string[];
  setTools(tools: readonly ToolDefinition[]): void;
  /** How many streams are open now. */
  streams(): number;
  whenStreams(count: number): Promise<void>;
  cutStreams(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a real server of protocol 2024-11-05: a stream at `/mcp`, requests to `/messages`, and nothing else. */
export async function startLegacySseServer(
  first: readonly ToolDefinition[],
  /** What a POST to `/mcp` is answered with. */
  refusal = 405,
): Promise<LegacySseServer> {
  let tools = first;
  const asked: string[] = [];
  const sessions = new Map<string, { server: Server; transport: SSEServerTransport; response: ServerResponse }>();
  const streams = new Tally();

  const openStream = async (response: ServerResponse): Promise<void> => {
    const server = new Server(
      { name: 'legacy-sse', version: '1.0.0' },
      { capabilities: { tools: { listChanged: true } } },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
    const transport = new SSEServerTransport('/messages', response);
    sessions.set(transport.sessionId, { server, transport, response });
    streams.up();
    response.once('close', () => {
      sessions.delete(transport.sessionId);
      streams.down();
    });
    await server.connect(transport);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    asked.push(`${request.method ?? ''} ${pathname}`);
    const session = sessions.get(searchParams.get('sessionId') ?? '');
    if (request.method === 'GET' && pathname === '/mcp') await openStream(response);
    else if (request.method === 'POST' && pathname === '/messages' && session !== undefined)
      await session.transport.handlePostMessage(request, response);
    else response.writeHead(refusal).end();
  };

  const loopback = await listenOnLoopback((request, response) => void serve(request, response));
  return {
    url: loopback.url,
    asked,
    setTools(next) {
      tools = next;
      for (const { server } of sessions.values()) void server.sendToolListChanged();
    },
    streams: () => streams.count,
    whenStreams: (count) => streams.whenAtLeast(count),
    cutStreams() {
      for (const { response } of sessions.values()) response.destroy();
      return streams.whenZero();
    },
    close: () => loopback.close(),
  };
}
