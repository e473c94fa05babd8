import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { listenOnLoopback } from './loopback.ts';

/** What a real server of 2026-07-28 serves beside one tool with a page behind it. */
export interface ModernSurface {
  readonly promptDescription: string;
  readonly html: string;
  /** False: the server has no prompts, and does not say that it has. */
  readonly hasPrompts: boolean;
}

export interface ModernSurfaceServer {
  readonly url: string;
  set(surface: ModernSurface): void;
  close(): Promise<void>;
}

/** Starts a real server, built with the SDK, that has all kinds of definitions. */
export async function startModernSurfaceServer(initial: ModernSurface): Promise<ModernSurfaceServer> {
  let surface = initial;
  const build = (): Server => {
    const { hasPrompts, html, promptDescription } = surface;
    const server = new Server(
      { name: 'modern-surface', version: '1.0.0', title: 'All kinds' },
      { capabilities: { tools: {}, resources: {}, ...(hasPrompts && { prompts: {} }) } },
    );
    server.setRequestHandler('tools/list', () => ({
      tools: [{ name: 'chart', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: 'ui://chart' } } }],
    }));
    if (hasPrompts)
      server.setRequestHandler('prompts/list', () => ({
        prompts: [{ name: 'review', description: promptDescription, arguments: [{ name: 'file' }] }],
      }));
    server.setRequestHandler('resources/list', () => ({ resources: [{ uri: 'file:///a', name: 'a' }] }));
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [{ uriTemplate: 'file:///{path}', name: 'files' }],
    }));
    server.setRequestHandler('resources/read', ({ params: { uri } }) => ({
      contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: html }],
    }));
    return server;
  };
  const serve = toNodeHandler(createMcpHandler(build, { legacy: 'reject' }));
  const loopback = await listenOnLoopback((request, response) => {
    // The cast hides an `auth?: AuthInfo` without `| undefined`, which exactOptionalPropertyTypes refuses; no one sets it here.
    void serve(request as Parameters<typeof serve>[0], response);
  });
  return {
    url: loopback.url,
    set(next) {
      surface = next;
    },
    close: () => loopback.close(),
  };
}
