import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Connection } from './connection.ts';
import { isMethodNotFound } from './is-method-not-found.ts';
import { refused, type Opened } from './opened.ts';

/** Asks a 2026-07-28 server for the stream of its list changes (`subscriptions/listen`). */
export async function openSubscription(
  { client }: Connection,
  acknowledgeMs: number,
  signal: AbortSignal,
): Promise<Opened> {
  try {
    const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
    const filter = {
      toolsListChanged: true,
      ...(prompts === undefined ? {} : { promptsListChanged: true }),
      ...(resources === undefined ? {} : { resourcesListChanged: true }),
    };
    const { honoredFilter, ...subscription } = await client.listen(filter, { timeout: acknowledgeMs, signal });
    const { toolsListChanged, promptsListChanged, resourcesListChanged } = honoredFilter;
    const hasNoTools = tools === undefined;
    // Changes of tools are what counts; a server without them may announce what it has.
    if (toolsListChanged === true || (hasNoTools && (promptsListChanged === true || resourcesListChanged === true))) {
      const ended = subscription.closed.then(() => 0);
      const lists = [
        ...(toolsListChanged === true ? (['tools'] as const) : []),
        ...(promptsListChanged === true ? (['prompts'] as const) : []),
        ...(resourcesListChanged === true ? (['resources'] as const) : []),
      ];
      return { kind: 'open', doubt: null, lists, ended, close: () => subscription.close() };
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
