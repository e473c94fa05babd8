import type { Dispatcher } from 'undici';
import type { Credentials } from './credentials.ts';
import { sendHttp, type HttpAnswer, type HttpRequest } from './http-send.ts';

/**
 * `sendHttp` with the access token of the server. If that is refused (401), it is renewed once and the request repeated; so it is
 * where there must be a token and is none, for what a server shows to anybody may be less than it shows to us. The token goes to
 * the server's own origin alone. Throws an `AuthError` where access is not got.
 */
export async function sendAuthorized(
  url: string | URL,
  request: HttpRequest,
  dispatcher: Dispatcher,
  credentials: Credentials | null,
): Promise<HttpAnswer> {
  if (credentials === null || new URL(url).origin !== credentials.url.origin) return sendHttp(url, request, dispatcher);
  const token = await credentials.token();
  const answer = await sendHttp(url, withToken(request, token), dispatcher);
  const isWanting = answer.status === 401 || (token === null && credentials.isRequired);
  // For a mere farewell no new token is asked for.
  if (!isWanting || request.method === 'DELETE') return answer;
  answer.discard();
  const renewed = await unlessAborted(credentials.renew(token, answer.headers), request.signal);
  const again = await sendHttp(url, withToken(request, renewed), dispatcher);
  if (again.status !== 401) return again;
  again.discard();
  throw credentials.refused();
}

function withToken(request: HttpRequest, token: string | null): HttpRequest {
  if (token === null) return request;
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...request, headers };
}

/** The result of `work`, which goes on to its end either way. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (signal === null) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error); // aborted without a reason of ours: a DOMException
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
