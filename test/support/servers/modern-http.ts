import type { ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, InMemoryServerEventBus, Server, type ListToolsResult } from '@modelcontextprotocol/server';
import { listenOnLoopback } from './loopback.ts';
import { Tally } from './tally.ts';
import { toolsFor, type ToolServer, type ToolServerOptions } from './tool-server.ts';

/** The SDK's own bus, which also counts: one subscription is one acknowledged listen stream. */
class CountingBus extends InMemoryServerEventBus {
  readonly streams = new Tally();

  override subscribe(listener: Parameters<InMemoryServerEventBus['subscribe']>[0]): () => void {
    const unsubscribe = super.subscribe(listener);
    this.streams.up();
    return () => {
      unsubscribe();
      this.streams.down();
    };
  }
}

/** Starts a real server of protocol 2026-07-28 that refuses older clients. */
export async function startModernHttpServer(options: ToolServerOptions): Promise<ToolServer> {
  let { tools, instructions, reserved } = options;
  let requests = 0;
  const bus = new CountingBus();
  const listening = new Set<ServerResponse>();

  const build = (): Server => {
    const server = new Server(
      { name: 'modern-http', version: '1.0.0' },
      {
        capabilities: { tools: options.listChanged === false ? {} : { listChanged: true } },
        ...(instructions !== undefined && { instructions }),
      },
    );
    server.setRequestHandler('tools/list', () => {
      requests += 1;
      // The type admits proper tools only; the low-level server sends what it is given, and that is the point.
      return {
        tools: toolsFor(server.getClientVersion()?.name, tools, reserved),
        ttlMs: options.ttlMs,
      } as unknown as ListToolsResult;
    });
    return server;
  };

  const handler = createMcpHandler(build, { legacy: 'reject', bus });
  const serve = toNodeHandler(handler);
  const loopback = await listenOnLoopback((request, response) => {
    // The era demands this header, so the body need not be parsed twice.
    if (request.headers['mcp-method'] === 'subscriptions/listen') {
      listening.add(response);
      response.once('close', () => listening.delete(response));
    }
    // The cast hides an `auth?: AuthInfo` without `| undefined`, which exactOptionalPropertyTypes refuses; no one sets it here.
    void serve(request as Parameters<typeof serve>[0], response);
  }, options.port);

  return {
    url: loopback.url,
    get requests() {
      return requests;
    },
    setTools(next, { notify = options.notify ?? options.listChanged ?? true } = {}) {
      tools = next;
      if (notify) handler.notify.toolsChanged();
    },
    setReserved(next, { notify = options.notify ?? options.listChanged ?? true } = {}) {
      reserved = next;
      if (notify) handler.notify.toolsChanged();
    },
    setInstructions(next) {
      instructions = next;
    },
    listeners: () => bus.streams.count,
    whenListening: (count = 1) => bus.streams.whenAtLeast(count),
    cutStreams() {
      for (const response of listening) response.destroy();
      return bus.streams.whenZero();
    },
    async close() {
      await handler.close();
      await loopback.close();
    },
  };
}
