import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Connection } from './connection.ts';
import { isMethodNotFound } from './is-method-not-found.ts';
import type { Opened } from './listener.ts';

/** Asks a 2026-07-28 server for the stream of its list changes (`subscriptions/listen`). */
export async function openSubscription(
  { client }: Connection,
  acknowledgeMs: number,
  signal: AbortSignal,
): Promise<Opened> {
  try {
    const subscription = await client.listen({ toolsListChanged: true }, { timeout: acknowledgeMs, signal });
    if (subscription.honoredFilter.toolsListChanged === true) {
      const ended = subscription.closed.then(() => 0);
      return { kind: 'open', doubt: null, ended, close: () => subscription.close() };
    }
    await subscription.close();
    const detail = 'the server acknowledged the stream and honours nothing of it';
    return { kind: 'closed', state: 'empty', detail, retry: 'seldom' };
  } catch (error) {
    return explainRefusal(error);
  }
}

function explainRefusal(error: unknown): Opened {
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected)
    return { kind: 'gone', reason: 'the connection was closed' };
  if (isMethodNotFound(error) || (error instanceof SdkHttpError && error.status === 404)) {
    const detail = 'the server does not know subscriptions/listen';
    return { kind: 'closed', state: 'unsupported', detail, retry: 'never' };
  }
  if (error instanceof ProtocolError) return refused(`JSON-RPC error ${error.code}`, 'seldom');
  if (error instanceof SdkHttpError) return refused(`HTTP ${error.status}`, error.status >= 500 ? 'soon' : 'seldom');
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return refused('no acknowledgement', 'seldom');
  return refused('the connection broke', 'soon');
}

function refused(why: string, retry: 'seldom' | 'soon'): Opened {
  return {
    kind: 'closed',
    state: 'refused',
    detail: `the server did not open the notification stream (${why})`,
    retry,
  };
}
