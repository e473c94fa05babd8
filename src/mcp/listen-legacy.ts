import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isObject, type Json } from '../core/json.ts';
import type { AnnouncedList } from '../core/silences.ts';
import { AuthError } from './auth-error.ts';
import type { Connection } from './connection.ts';
import { isMessage, readEvents } from './event-stream.ts';
import { maxNotificationBytes } from './http-fetch.ts';
import type { HttpAnswer } from './http-send.ts';
import type { HttpTransport } from './http-transport.ts';
import { refused, type Opened } from './opened.ts';
import type { ResultTap } from './result-tap.ts';

/** Why a server of 2025 may stay silent. */
const unannounced = 'the server does not announce changes (no `listChanged`)';

/** What keeps a 2025 server from notifying, null if it promised to: of its tools, or without tools of what it has. */
export function doubtOf({ client }: Connection): string | null {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  const lists = tools === undefined ? [prompts, resources] : [tools];
  return lists.some((list) => list?.listChanged === true) ? null : unannounced;
}

/** The lists whose changes a 2025 server promised to announce. */
export function announcedBy({ client }: Connection): readonly AnnouncedList[] {
  const capabilities = client.getServerCapabilities() ?? {};
  return (['tools', 'prompts', 'resources'] as const).filter((list) => capabilities[list]?.listChanged === true);
}

/** Asks a 2025 HTTP server for the stream (GET) on which it says what nobody asked for. */
export async function openStandingStream(
  connection: Connection,
  transport: HttpTransport,
  signal: AbortSignal,
): Promise<Opened> {
  let answer: HttpAnswer;
  try {
    answer = await transport.openStream(signal);
  } catch (error) {
    // The readings tell about it.
    if (error instanceof AuthError) return refused('no access', 'seldom');
    const isSilent = error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT';
    return refused(isSilent ? 'no answer' : 'the connection broke', isSilent ? 'seldom' : 'soon');
  }
  const { status, mediaType } = answer;
  if (status === 200 && mediaType === 'text/event-stream') {
    return {
      kind: 'open',
      doubt: doubtOf(connection),
      lists: announcedBy(connection),
      ended: forward(answer, connection, transport),
      close: () => Promise.resolve(answer.discard()),
    };
  }
  answer.discard();
  if (status === 404 && transport.sessionId !== undefined)
    return { kind: 'gone', reason: 'the server no longer knows the session (HTTP 404)' };
  if (status === 401 || status === 403 || status === 429) return refused(`HTTP ${status}`, 'seldom');
  // 409: our last stream, which the server has not missed yet.
  if (status === 409 || (status >= 500 && status !== 501)) return refused(`HTTP ${status}`, 'soon');
  const detail = `the server offers no notification stream (HTTP ${status})`;
  return { kind: 'closed', state: 'unsupported', detail, retry: 'never' };
}

/** Hands every message to the SDK, which also answers the server's requests. Resolves when the stream ends. */
async function forward(answer: HttpAnswer, { tap }: Connection, transport: HttpTransport): Promise<number> {
  let retryMs = 0;
  try {
    for await (const event of readEvents(answer.body, maxNotificationBytes, 'event')) {
      if (event.kind === 'retry') retryMs = event.retryMs;
      else if (isMessage(event)) deliver(event.data, tap, transport);
    }
  } catch {
    // Cut, or too long for a notification: the stream is over either way, and the next one begins with a reading.
  } finally {
    answer.discard();
  }
  return retryMs;
}

function deliver(text: Buffer, tap: ResultTap, transport: HttpTransport): void {
  let seen: Json;
  try {
    seen = tap.read(text).seen;
  } catch {
    return;
  }
  // The SDK checks the shape of what it dispatches.
  if (isObject(seen)) transport.onmessage?.(seen as unknown as JSONRPCMessage);
}
