import type { Era } from '../../../src/monitor/ports-reading.ts';

/**
 * What a scripted server does with one request. In texts `{{id}}` becomes the id of the request, and `{{page}}` the
 * number of the page within the walk that the client makes, counted from 0.
 */
export type Reply =
  /** One JSON-RPC message, byte for byte, with headers of its own on HTTP. */
  | { readonly kind: 'message'; readonly text: string; readonly headers?: Readonly<Record<string, string>> }
  /** HTTP: status, headers and body, byte for byte. On stdio the body alone goes to stdout, as a line. */
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** How the body becomes bytes, UTF-8 by default: `latin1` makes invalid UTF-8, `base64` anything at all. */
      readonly encoding?: 'latin1' | 'base64';
      /** True: the body is begun and never ended. */
      readonly unfinished?: boolean;
    }
  /** The request is taken and never answered. */
  | { readonly kind: 'silence' }
  /** Not answered before the script is replaced, and then by the new one. */
  | { readonly kind: 'held' }
  /** The child exits; on HTTP the connection is destroyed. */
  | { readonly kind: 'death'; readonly exitCode: number }
  /** A notification stream that begins with `messages`. */
  | {
      readonly kind: 'stream';
      readonly messages: readonly string[];
      /** True: it ends at once, in good order. Otherwise it stays open for `notify`, `send` and `cutStreams`. */
      readonly ends?: boolean;
      /** HTTP: the connection is destroyed this long after the stream opened, every time. */
      readonly cutAfterMs?: number;
    };

/** The replies to one method. */
export interface Answer {
  /** Given first, one request each, and never again. */
  readonly once?: readonly Reply[];
  /** A request without a cursor gets the first, each one with a cursor the next, and the last repeats for ever. */
  readonly replies: readonly [Reply, ...Reply[]];
}

/** What only a child process can do wrong. */
export interface ChildScript {
  /** Printed on stdout at the start and again before every answer, as it is. */
  readonly noise?: string;
  /** Printed on stderr at the start. */
  readonly stderr?: string;
  /** The child exits with this code before it reads anything. */
  readonly exitAtStart?: number;
  /** The child does not look at its stdin before this. */
  readonly startDelayMs?: number;
  /** A grandchild that sleeps, its pid in the trace. `holds-stdout`: it keeps the stdout pipe of its parent open. */
  readonly grandchild?: 'quiet' | 'holds-stdout';
  /** The child ignores SIGTERM and the end of its stdin. */
  readonly stubborn?: boolean;
}

/** A whole server, as plain JSON: the same script plays over HTTP and over stdio. */
export interface Script {
  readonly era: Era;
  /** How an HTTP answer is framed. Both are legal in both eras. */
  readonly framing: 'json' | 'sse';
  /** By method. A method that is missing is answered "method not found". */
  readonly answers: Readonly<Record<string, Answer>>;
  /** HTTP: what a GET is answered. */
  readonly get: Reply;
  /** The notification that `notify` sends; `{{id}}` is the id of the request that opened the stream. */
  readonly changed: string;
  /** Instead of all of the above: the reply to every request and, on HTTP, also to every notification and GET. */
  readonly everything?: Reply;
  readonly child?: ChildScript;
}

/** The parts of a script that most servers leave as they are. */
export interface ScriptParts extends Partial<Omit<Script, 'era'>> {
  /** Modern: the reply to `subscriptions/listen`; legacy: to the GET. An honoured stream by default. */
  readonly listen?: Reply;
}

export function message(text: string): Reply & { kind: 'message' } {
  return { kind: 'message', text };
}

/** A successful answer; `json` is the text of the result. */
export function result(json: string): Reply & { kind: 'message' } {
  return message(`{"jsonrpc":"2.0","id":{{id}},"result":${json}}`);
}

export function failure(code: number, text: string): Reply & { kind: 'message' } {
  return message(`{"jsonrpc":"2.0","id":{{id}},"error":{"code":${String(code)},"message":${JSON.stringify(text)}}}`);
}

/** An HTTP answer, by default with a plain text body. */
export function http(status: number, body = '', headers: Readonly<Record<string, string>> = {}): Reply {
  return { kind: 'http', status, headers: { 'content-type': 'text/plain', ...headers }, body };
}
