import type { Limits } from '../monitor/ports-watched.ts';
import { createDispatcher } from './dispatcher.ts';
import { sendHttp } from './http-send.ts';

/** The `Date` header of the host of a server, asked for nothing and without credentials. Null where it tells none. */
export async function askDate(
  url: string,
  limits: Limits,
  trusted: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const dispatcher = createDispatcher(limits, trusted);
  const request = { method: 'HEAD', headers: new Headers(), signal, headersTimeoutMs: limits.readTimeoutMs };
  try {
    const answer = await sendHttp(new URL(url).origin, request, dispatcher);
    answer.discard();
    return answer.headers.get('date');
  } catch {
    return null;
  } finally {
    await dispatcher.destroy();
  }
}
