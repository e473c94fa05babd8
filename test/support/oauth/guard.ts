import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../servers/loopback.ts';
import { json, type AuthorizationServer, type OAuthAnswer } from './authorization-server.ts';

export interface GuardOptions {
  readonly authorizationServer: AuthorizationServer;
  /** Put in place of what the metadata of the protected resource says. */
  metadata?: Readonly<Record<string, unknown>>;
  /** Answers requests for the metadata, in place of it. */
  metadataAnswer?: () => OAuthAnswer;
  /** What else a 401 says. */
  challenge?: string;
  /** True: no token is needed. */
  isOpen?: boolean;
  /** True: no token is good enough. */
  isClosed?: boolean;
  /** Waited for before a 401 goes out. */
  readonly beforeRefusal?: () => Promise<void>;
}

export interface Guard {
  readonly url: string;
  readonly options: GuardOptions;
  /** The Authorization headers so far, null for a request without one. */
  readonly seen: readonly (string | null)[];
  close(): Promise<void>;
}

/** Stands before a real MCP server, and lets requests through to it that bear a token of the authorization server. */
export async function startGuard(target: { readonly url: string }, options: GuardOptions): Promise<Guard> {
  const seen: (string | null)[] = [];
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '';
    if (path.startsWith('/.well-known/oauth-protected-resource')) {
      const own = { resource: loopback.url, authorization_servers: [options.authorizationServer.issuer] };
      send(response, options.metadataAnswer?.() ?? json(200, { ...own, ...options.metadata }));
      return;
    }
    const authorization = incoming.headers.authorization ?? null;
    seen.push(authorization);
    const token = /^Bearer (.*)$/.exec(authorization ?? '')?.[1] ?? null;
    if (options.isClosed !== true && (options.isOpen === true || options.authorizationServer.accepts(token))) {
      forward(incoming, response, new URL(path, target.url));
      return;
    }
    await options.beforeRefusal?.();
    send(response, { status: 401, headers: { 'www-authenticate': `Bearer ${options.challenge ?? 'realm="mcp"'}` } });
  };
  const loopback = await listenOnLoopback((incoming, response) => void serve(incoming, response));
  return { url: loopback.url, options, seen, close: () => loopback.close() };
}

function send(response: ServerResponse, { status, headers, body }: OAuthAnswer): void {
  response.writeHead(status, headers).end(body ?? '');
}

function forward(incoming: IncomingMessage, response: ServerResponse, to: URL): void {
  const { method, headers } = incoming;
  const outgoing = request(to, { method, headers: { ...headers, host: to.host }, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
