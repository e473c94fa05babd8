import { Agent, EnvHttpProxyAgent, request } from 'undici';
import type { Dispatcher } from 'undici';
import { DeliveryError } from '../monitor/delivery-error.ts';
import { connectionError, statusError } from './http-error.ts';
import { isLoopback } from '../core/loopback.ts';

/** Silence longer than this ends an attempt even without a signal. */
const silenceMs = 30_000;
/** Of an answer nothing more is read. */
const maxAnswerBytes = 64 * 1024;

export interface Endpoint {
  /** What error messages call it: the URL may be a secret. */
  readonly label: string;
  /** Resolves to what was answered, or the beginning of it, once the message was accepted. */
  post(body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>;
  /**
   * Connects and asks the host for nothing, without the path: it may be a secret. Any answer will do. Resolves with its
   * `Date` header, null without one; throws a `DeliveryError` where there is no answer.
   */
  greet(signal: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}

/** A place that takes JSON by POST. Redirects are not followed; the proxy comes from the environment, loopback needs none. */
export function httpEndpoint(name: string, url: string): Endpoint {
  const target = URL.canParse(url) ? new URL(url) : null;
  const label = target === null ? name : `${name} (${target.host})`;
  const dispatcher = dispatcherFor(target?.hostname ?? '');
  return {
    label,
    async post(body, headers, signal) {
      if (target === null || !/^https?:$/.test(target.protocol)) {
        throw new DeliveryError(`the URL of the ${name} channel in the configuration is not valid`, {
          retryable: false,
        });
      }
      return post(dispatcher, target, label, body, headers, signal);
    },
    async greet(signal) {
      if (target === null) throw new DeliveryError(`the URL of the ${name} channel is not valid`, { retryable: false });
      return greet(dispatcher, target, label, signal);
    },
    close: () => dispatcher.destroy(),
  };
}

function dispatcherFor(hostname: string): Dispatcher {
  const options = {
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: { timeout: silenceMs },
    maxHeaderSize: 16 * 1024,
  };
  return isLoopback(hostname) ? new Agent(options) : new EnvHttpProxyAgent(options);
}

async function post(
  dispatcher: Dispatcher,
  target: URL,
  label: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  let status: number;
  let answerHeaders: Readonly<Record<string, string | string[] | undefined>>;
  let text: string;
  try {
    const answer = await request(target, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'tooldrift', ...headers },
      body,
      signal,
    });
    ({ statusCode: status, headers: answerHeaders } = answer);
    text = await readSome(answer.body);
  } catch (error) {
    throw connectionError(label, error, signal);
  }
  if (status < 200 || status > 299) throw statusError(label, status, answerHeaders);
  return text;
}

/** An answer that breaks off, or never ends, was an answer all the same. */
async function readSome(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxAnswerBytes) break;
    }
  } catch {
    // What came so far counts.
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function greet(dispatcher: Dispatcher, target: URL, label: string, signal: AbortSignal): Promise<string | null> {
  try {
    const headers = { 'user-agent': 'tooldrift' };
    const answer = await request(target.origin, { dispatcher, method: 'HEAD', headers, signal });
    await answer.body.dump({ limit: maxAnswerBytes }).catch(() => undefined);
    const { date } = answer.headers;
    return typeof date === 'string' ? date : null;
  } catch (error) {
    throw connectionError(label, error, signal);
  }
}
