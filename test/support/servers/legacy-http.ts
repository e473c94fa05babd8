import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { listenOnLoopback } from './loopback.ts';
import { Tally } from './tally.ts';
import { toolsFor, type ToolServer, type ToolServerOptions } from './tool-server.ts';

/** A server of the 2025 era also has sessions to lose. */
export interface LegacyToolServer extends ToolServer {
  /** Forgets every session, as a restarted server does: their streams end, and their next request is answered 404. */
  dropSessions(): Promise<void>;
}

interface McpSession {
  readonly server: Server;
  readonly transport: StreamableHTTPServerTransport;
}

/** Starts a real server of protocol 2025-11-25 over Streamable HTTP, with sessions. */
export async function startLegacyHttpServer(options: ToolServerOptions): Promise<LegacyToolServer> {
  let { tools, instructions, reserved } = options;
  let requests = 0;
  const sessions = new Map<string, McpSession>();
  const streams = new Tally();
  const listening = new Set<ServerResponse>();

  const build = (): Server => {
    const server = new Server(
      { name: 'legacy-http', version: '1.0.0' },
      {
        capabilities: { tools: options.listChanged === false ? {} : { listChanged: true } },
        ...(instructions !== undefined && { instructions }),
      },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => {
      requests += 1;
      const shown = toolsFor(server.getClientVersion()?.name, tools, reserved);
      return { tools: [...shown], ...(options.ttlMs !== undefined && { ttlMs: options.ttlMs }) };
    });
    return server;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? sessions.get(id) : await openSession(build(), sessions);
    if (session === undefined) {
      answerSessionNotFound(response);
      return;
    }
    if (request.method === 'GET') {
      onStreamOpen(response, () => {
        listening.add(response);
        streams.up();
        response.once('close', () => {
          listening.delete(response);
          streams.down();
        });
      });
    }
    await session.transport.handleRequest(request, response);
  };

  const loopback = await listenOnLoopback(
    (request, response) => void serve(request, response),
    options.port,
    options.keys,
  );

  const announce = (): void => {
    for (const { server } of sessions.values()) void server.sendToolListChanged();
  };

  const dropSessions = async (): Promise<void> => {
    const dropped = [...sessions.values()];
    sessions.clear();
    for (const { server } of dropped) await server.close();
    await streams.whenZero();
  };

  return {
    url: loopback.url,
    get requests() {
      return requests;
    },
    setTools(next, { notify = options.notify ?? options.listChanged ?? true } = {}) {
      tools = next;
      if (notify) announce();
    },
    setReserved(next, { notify = options.notify ?? options.listChanged ?? true } = {}) {
      reserved = next;
      if (notify) announce();
    },
    setInstructions(next) {
      instructions = next;
    },
    listeners: () => streams.count,
    whenListening: (count = 1) => streams.whenAtLeast(count),
    cutStreams() {
      for (const response of listening) response.destroy();
      return streams.whenZero();
    },
    dropSessions,
    async close() {
      await dropSessions();
      await loopback.close();
    },
  };
}

/** A session enters `sessions` once a client initialises it. A request that does not is answered 400 by the transport. */
async function openSession(server: Server, sessions: Map<string, McpSession>): Promise<McpSession> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, session),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  const session = { server, transport };
  // The class declares `onclose: … | undefined` where its interface has `onclose?: …`: exactOptionalPropertyTypes minds.
  await server.connect(transport);
  return session;
}

/** Calls back when the head of a 200 answer is written: by then the transport holds the stream. There is no event for it. */
function onStreamOpen(response: ServerResponse, opened: () => void): void {
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status: number, ...rest: []) => {
    if (status === 200) opened();
    return writeHead(status, ...rest);
  };
}

function answerSessionNotFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' });
  response.end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}');
}
