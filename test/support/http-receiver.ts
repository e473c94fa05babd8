import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Inbox } from './inbox.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body parsed as JSON. */
  json(): unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a request gets: an answer, none for ever, an answer whose body never ends, or a connection that is cut. */
export type Reaction = Answer | 'hang' | 'endless' | 'reset';

export interface HttpReceiver {
  /** Without a trailing slash. */
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  waitForRequest(predicate?: (request: ReceivedRequest) => boolean): Promise<ReceivedRequest>;
  /** Reactions to the next requests, in order; after them `200 ok` again. */
  respondWith(...reactions: readonly Reaction[]): void;
  /** Asked for the reaction to each request that `respondWith` says nothing of; null: `200 ok`. */
  respondBy(choose: () => Reaction | null): void;
  close(): Promise<void>;
}

/** A real HTTP server on an ephemeral loopback port that keeps what it receives. */
export async function startHttpReceiver(): Promise<HttpReceiver> {
  const inbox = new Inbox<ReceivedRequest>();
  const reactions: Reaction[] = [];
  let choose: () => Reaction | null = () => null;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request);
    react(reactions.shift() ?? choose() ?? { status: 200, body: 'ok' }, request, response);
    inbox.put(received);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    requests: inbox.items,
    waitForRequest: (predicate) => inbox.waitFor(predicate),
    respondWith(...next) {
      reactions.push(...next);
    },
    respondBy(chooser) {
      choose = chooser;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const body = await text(request);
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers, body, json: () => JSON.parse(body) as unknown };
}

function react(reaction: Reaction, request: IncomingMessage, response: ServerResponse): void {
  if (reaction === 'hang') return;
  if (reaction === 'reset') {
    request.socket.resetAndDestroy();
  } else if (reaction === 'endless') {
    response.writeHead(200);
    response.on('drain', () => response.write('x'.repeat(65_536)));
    response.write('x'.repeat(1_000_000));
  } else {
    response.writeHead(reaction.status, reaction.headers);
    response.end(reaction.body ?? '');
  }
}
