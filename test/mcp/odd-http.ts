import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Json } from '../../src/core/json.ts';
import { own } from '../../src/core/json.ts';
import type { Era } from '../../src/monitor/ports-reading.ts';
import type { Launch } from '../../src/monitor/ports-watched.ts';
import { Inbox } from '../support/inbox.ts';
import { listenOnLoopback } from '../support/servers/loopback.ts';
import { http, type Scope } from './scope.ts';

/** A request that arrived, and what to answer it with. */
export interface Call {
  readonly httpMethod: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON-RPC method, null for none. */
  readonly method: string | null;
  /** The id as JSON text, `null` for none. */
  readonly id: string;
  readonly message: Json;
  readonly response: ServerResponse;
}

export interface OddServer {
  readonly url: string;
  readonly launch: Launch;
  readonly calls: Inbox<Call>;
}

/** An HTTP server that shakes hands as its era asks and leaves every other request to `serve`, down to the bytes. */
export async function startOddServer(scope: Scope, era: Era, serve: (call: Call) => void): Promise<OddServer> {
  const calls = new Inbox<Call>();
  const loopback = await listenOnLoopback((incoming, response) => {
    void readText(incoming).then(
      (body) => {
        const message = body === '' ? null : (JSON.parse(body) as Json); // JSON.parse returns nothing but JSON values
        const { method: httpMethod = '', url: path = '', headers } = incoming;
        const method = own(message, 'method');
        const call: Call = {
          httpMethod,
          path,
          headers,
          method: typeof method === 'string' ? method : null,
          id: JSON.stringify(own(message, 'id') ?? null),
          message,
          response,
        };
        calls.put(call);
        if (!greet(era, call)) serve(call);
      },
      () => undefined, // the client went away
    );
  });
  scope.closeAfter(loopback, (server) => server.close());
  return { url: loopback.url, launch: http(loopback.url), calls };
}

export function sendJson(response: ServerResponse, body: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

/** Begins an event stream. */
export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
}

/** The handshake; false if `call` is no part of it. */
function greet(era: Era, { httpMethod, method, id, response }: Call): boolean {
  const answer = (result: string) => sendJson(response, `{"jsonrpc":"2.0","id":${id},"result":${result}}`);
  if (httpMethod === 'POST' && method === 'server/discover') {
    if (era === 'modern') {
      answer(
        '{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"resultType":"complete",' +
          '"ttlMs":0,"cacheScope":"private"}',
      );
    } else {
      sendJson(response, `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`);
    }
    return true;
  }
  if (method === 'initialize') {
    answer(
      '{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"odd","version":"1"}}',
    );
    return true;
  }
  if (method?.startsWith('notifications/')) {
    response.writeHead(202).end();
    return true;
  }
  return false;
}
