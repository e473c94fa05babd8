import { ProtocolError, type McpSubscription } from '@modelcontextprotocol/client';
import { Backoff } from '../core/backoff.ts';
import type { ListenState, SessionEvents } from '../monitor/ports.ts';
import { isMethodNotFound } from './failure.ts';
import { firstReopenMs, maxReopenMs, stableStreamMs, type Connection, type ConnectionDeps } from './connection.ts';

const acknowledgeTimeoutMs = 10_000;
/** A server that refuses, or honours nothing, is asked again at this pace: it may have been full. */
const retryRefusedMs = 15 * 60_000;
/** This many short streams in a row are flapping. */
const flappingAfter = 3;

/** Hears `subscriptions/listen` streams of one 2026-07-28 connection until `signal` aborts, and opens them again. */
export async function listenModern(
  connection: Connection,
  events: SessionEvents,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff(firstReopenMs, maxReopenMs, deps.random);
  let shortStreams = 0;
  while (!signal.aborted) {
    const opened = await openStream(connection, signal);
    if (signal.aborted) return;
    if (opened.kind === 'closed') {
      events.listen(opened.state, opened.detail);
      if (opened.state === 'unsupported') return;
      await deps.clock.sleep(retryRefusedMs, signal);
      continue;
    }
    const startedAt = deps.clock.now().getTime();
    events.listen(shortStreams >= flappingAfter ? 'flapping' : 'honoured', null);
    events.listening();
    // Also after a graceful end: nothing that happens before the next stream opens will be told.
    await opened.subscription.closed;
    const isStable = deps.clock.now().getTime() - startedAt >= stableStreamMs;
    shortStreams = isStable ? 0 : shortStreams + 1;
    if (isStable) backoff.reset();
    if (!signal.aborted) await deps.clock.sleep(backoff.next(), signal);
  }
}

type Opened =
  | { readonly kind: 'open'; readonly subscription: McpSubscription }
  | { readonly kind: 'closed'; readonly state: ListenState; readonly detail: string };

async function openStream({ client }: Connection, signal: AbortSignal): Promise<Opened> {
  try {
    const subscription = await client.listen({ toolsListChanged: true }, { timeout: acknowledgeTimeoutMs, signal });
    if (subscription.honoredFilter.toolsListChanged === true) return { kind: 'open', subscription };
    await subscription.close();
    return { kind: 'closed', state: 'empty', detail: 'the server acknowledged the stream and honours nothing of it' };
  } catch (error) {
    if (isMethodNotFound(error)) {
      return { kind: 'closed', state: 'unsupported', detail: 'the server does not know subscriptions/listen' };
    }
    const detail = error instanceof ProtocolError ? `JSON-RPC error ${error.code}` : 'no acknowledgement';
    return { kind: 'closed', state: 'refused', detail: `the server did not open the stream (${detail})` };
  }
}

/** Hears the unasked notifications of a 2025 connection: on the pipe, or on the GET stream of HTTP. */
export function listenLegacy(connection: Connection, isHttp: boolean, events: SessionEvents): void {
  const announces = connection.client.getServerCapabilities()?.tools?.listChanged === true;
  const unannounced = 'the server does not announce changes (no `listChanged`)';
  if (!isHttp) {
    events.listen(announces ? 'honoured' : 'unsupported', announces ? null : unannounced);
    return;
  }
  connection.watchStream({
    opened: () => {
      events.listen(announces ? 'honoured' : 'unsupported', announces ? null : unannounced);
      events.listening();
    },
    refused: (status) => events.listen('unsupported', `the server offers no notification stream (HTTP ${status})`),
    ended: () => undefined,
  });
}
