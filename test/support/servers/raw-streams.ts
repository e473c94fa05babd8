import type { ServerResponse } from 'node:http';
import type { Reply } from './script.ts';
import { Tally } from './tally.ts';

/** The id of a JSON-RPC request, null where there is none. */
export type RequestId = string | number | null;

/** The notification streams that a raw HTTP server holds open. */
export class RawStreams {
  readonly open = new Tally();
  readonly #responses = new Map<ServerResponse, RequestId>();

  /** Begins the stream that the request `id` asked for. */
  begin(response: ServerResponse, id: RequestId, reply: Reply & { readonly kind: 'stream' }): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    for (const message of reply.messages) response.write(sseEvent(message));
    if (reply.ends) {
      response.end();
      return;
    }
    const cut = reply.cutAfterMs === undefined ? undefined : setTimeout(() => response.destroy(), reply.cutAfterMs);
    this.#responses.set(response, id);
    response.once('close', () => {
      clearTimeout(cut);
      this.#responses.delete(response);
      this.open.down();
    });
    this.open.up();
  }

  /** Writes on each stream the message that `textFor` makes for the request that opened it. */
  send(textFor: (id: RequestId) => string): void {
    for (const [response, id] of this.#responses) response.write(sseEvent(textFor(id)));
  }

  /** Destroys the connection under every stream. */
  async cut(): Promise<void> {
    for (const response of this.#responses.keys()) response.destroy();
    await this.open.whenZero();
  }
}

/** One server-sent event. A line feed in the text would end its line, so each line gets a `data:` of its own. */
export function sseEvent(text: string): string {
  const lines = text.split('\n').map((line) => `data: ${line}\n`);
  return `event: message\n${lines.join('')}\n`;
}
