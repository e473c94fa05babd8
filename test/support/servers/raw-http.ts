import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';
import { RawStreams, sseEvent, type RequestId } from './raw-streams.ts';
import { fill, fillText, ScriptPlayer, type PlayedRequest } from './script-player.mjs';
import type { Reply, Script } from './script.ts';
import { Tally } from './tally.ts';

/** A request as it arrived. */
export interface RawRequest {
  readonly httpMethod: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body, if it is a JSON-RPC request or notification. */
  readonly message: PlayedRequest | null;
}

export interface RawHttpOptions {
  /** Asked before the script. Undefined leaves the request to the script; a promise delays the answer. */
  readonly intercept?: (request: RawRequest) => Reply | undefined | Promise<Reply | undefined>;
  /** 0, the default, takes a free port. */
  readonly port?: number;
}

export interface RawHttpServer {
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly received: readonly RawRequest[];
  /** Resolves once at least `count` (default 1) requests arrived, answered or not. */
  whenReceived(count?: number): Promise<void>;
  /** Plays another script from its beginning, and answers the held requests with it. */
  setScript(script: Script): void;
  /** How many notification streams are open now. */
  listeners(): number;
  /** Resolves once at least `count` (default 1) notification streams are open. */
  whenListening(count?: number): Promise<void>;
  /** Says on every open stream that the tools changed. */
  notify(): void;
  /** Writes any message on every open stream; `{{id}}` is the id of the request that opened it. */
  send(text: string): void;
  /** Destroys the connection under every open stream. */
  cutStreams(): Promise<void>;
  /** Destroys all connections and frees the port. */
  close(): Promise<void>;
}

/** Starts an HTTP server that plays `script` at `/mcp`. */
export async function startRawHttpServer(script: Script, options: RawHttpOptions = {}): Promise<RawHttpServer> {
  const player = new ScriptPlayer(script);
  const received: RawRequest[] = [];
  const arrived = new Tally();
  const streams = new RawStreams();
  let held: (() => void)[] = [];

  const answer = async (request: RawRequest, response: ServerResponse): Promise<void> => {
    const id = request.message?.id ?? null;
    const intercepted = await options.intercept?.(request);
    const reply = intercepted === undefined ? play(player, request) : fill(intercepted, id);
    if (reply.kind === 'held') held.push(() => void answer(request, response));
    else if (reply.kind === 'stream') streams.begin(response, id, reply);
    else sendReply(response, reply, player.script);
  };

  const receive = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(incoming).catch(() => null);
    if (body === null) return; // the client went away
    const { method = '', headers } = incoming;
    const request = { httpMethod: method, headers, body, message: parseMessage(body) };
    received.push(request);
    arrived.up();
    await answer(request, response);
  };

  const loopback = await listenOnLoopback((request, response) => void receive(request, response), options.port);

  return {
    url: loopback.url,
    received,
    whenReceived: (count = 1) => arrived.whenAtLeast(count),
    setScript(next) {
      player.replace(next);
      const waiting = held;
      held = [];
      for (const answerNow of waiting) answerNow();
    },
    listeners: () => streams.open.count,
    whenListening: (count = 1) => streams.open.whenAtLeast(count),
    notify() {
      streams.send((id: RequestId) => player.changed(id));
    },
    send(text) {
      streams.send((id: RequestId) => fillText(text, id));
    },
    cutStreams: () => streams.cut(),
    close: () => loopback.close(),
  };
}

/** A request is played, a notification is accepted, and a GET asks for the stream. */
function play(player: ScriptPlayer, { httpMethod, message }: RawRequest): Reply {
  if (message?.id !== undefined) return player.reply(message);
  const { everything, get } = player.script;
  if (everything !== undefined) return everything;
  if (httpMethod === 'GET') return get;
  return { kind: 'http', status: 202, headers: {}, body: '' };
}

type FinalReply = Exclude<Reply, { kind: 'held' | 'stream' }>;

function sendReply(response: ServerResponse, reply: FinalReply, { framing }: Script): void {
  switch (reply.kind) {
    case 'message':
      response.writeHead(200, {
        'content-type': framing === 'sse' ? 'text/event-stream' : 'application/json',
        ...reply.headers,
      });
      response.end(framing === 'sse' ? sseEvent(reply.text) : reply.text);
      return;
    case 'http':
      response.writeHead(reply.status, reply.headers);
      response.write(Buffer.from(reply.body, reply.encoding ?? 'utf8'));
      if (!reply.unfinished) response.end();
      return;
    case 'death':
      response.destroy();
      return;
    case 'silence':
  }
}

function parseMessage(body: string): PlayedRequest | null {
  try {
    const value: unknown = JSON.parse(body);
    const isMessage = typeof value === 'object' && value !== null && 'method' in value;
    // The clients of these servers are our own: what has a method is a JSON-RPC message.
    return isMessage ? (value as PlayedRequest) : null;
  } catch {
    return null;
  }
}
