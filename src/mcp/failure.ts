import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { FailedObservation } from '../monitor/ports-reading.ts';
import type { Connection } from './connection.ts';
import { AuthError } from './auth-error.ts';
import { FormError } from './answer-form.ts';
import { explainHttp, explainRedirect, maySpeakSse } from './http-failure.ts';
import { HttpTransport } from './http-transport.ts';
import { LimitError } from './limit-error.ts';
import { RedirectError } from './redirect-error.ts';
import { StdioTransport } from './stdio-transport.ts';
import { explainSystem } from './system-failure.ts';
import { UnansweredError } from './unanswered-error.ts';
import { UnfinishedError } from './unfinished-error.ts';
import { PageError } from './walk-pages.ts';

/** A failure in our own words. */
export interface Failure {
  readonly observation: FailedObservation;
  /** Another era or a fresh connection would fail the same way: nobody is there, or the server wants credentials. */
  readonly isFinal: boolean;
}

/** True if the server may be one of protocol 2024-11-05, whose requests go another way. */
export function isSsePossible(error: unknown): boolean {
  return causes(error).some(maySpeakSse);
}

/** What a failure to connect or to read means. */
export function explainFailure(error: unknown, connection: Connection, timeoutMs: number): Failure {
  const chain = causes(error);
  const failure = explain(chain, connection, timeoutMs);
  const page = chain.find((item) => item instanceof PageError);
  if (page === undefined) return failure;
  const { outcome } = failure.observation;
  const reason = `${page.message}: ${failure.observation.reason}`;
  const observation = { ...failure.observation, outcome: page.page === 1 ? outcome : 'incomplete', reason } as const;
  return { observation, isFinal: failure.isFinal };
}

function explain(chain: readonly Error[], connection: Connection, timeoutMs: number): Failure {
  const limit = chain.find((item) => item instanceof LimitError);
  if (limit !== undefined) return { observation: { outcome: 'incomplete', reason: limit.message }, isFinal: true };
  const auth = chain.find((item) => item instanceof AuthError);
  if (auth !== undefined) return { observation: { outcome: auth.outcome, reason: auth.message }, isFinal: true };
  const exit = explainExit(connection);
  if (exit !== null) return { observation: exit, isFinal: false };
  const { transport } = connection;
  const hasSession = transport instanceof HttpTransport && transport.sessionId !== undefined;
  const redirect = chain.find((item) => item instanceof RedirectError);
  if (redirect !== undefined) return { observation: explainRedirect(redirect), isFinal: true };
  for (const item of chain) {
    const http = explainHttp(item, hasSession);
    if (http !== null) return { observation: http, isFinal: http.outcome === 'auth-required' };
    const system = explainSystem(item);
    if (system !== null) return system;
  }
  for (const item of chain) {
    const answer = explainAnswer(item);
    if (answer !== null) return { observation: answer, isFinal: false };
  }
  return { observation: explainSilence(chain, connection, timeoutMs) ?? unknownFailure(chain), isFinal: false };
}

function explainExit({ transport }: Connection): FailedObservation | null {
  if (!(transport instanceof StdioTransport) || transport.exit === null) return null;
  const reason = `the server's process ${transport.exit} before it answered${lastWords(transport)}`;
  return { outcome: 'unreachable', reason };
}

function explainSilence(
  chain: readonly Error[],
  { transport }: Connection,
  timeoutMs: number,
): FailedObservation | null {
  const isLate = chain.some(
    (item) => item.name === 'TimeoutError' || (item instanceof SdkError && item.code === SdkErrorCode.RequestTimeout),
  );
  if (!isLate) return null;
  const seconds = Number((timeoutMs / 1000).toFixed(1));
  const words = transport instanceof StdioTransport ? lastWords(transport) : '';
  return { outcome: 'unreachable', reason: `the server did not answer within ${seconds} s${words}` };
}

function explainAnswer(error: Error): FailedObservation | null {
  if (error instanceof ProtocolError)
    return { outcome: 'refused', reason: `the server answers with JSON-RPC error ${error.code}` };
  if (error instanceof UnansweredError)
    return { outcome: 'invalid', reason: 'the answer ended and did not hold what was asked for' };
  if (error instanceof FormError || error instanceof UnfinishedError)
    return { outcome: 'invalid', reason: error.message };
  if (error instanceof SyntaxError) return { outcome: 'invalid', reason: 'the answer is not valid JSON' };
  // A request on a client that was closed before: the SDK has no code for it.
  if (error.message === 'Not connected' || hasCode(error, SdkErrorCode.ConnectionClosed, SdkErrorCode.NotConnected))
    return { outcome: 'unreachable', reason: 'the connection was closed before the server answered' };
  if (!(error instanceof SdkError)) return null;
  if (error.code === SdkErrorCode.ClientHttpUnexpectedContent) {
    const reason = 'the answer is neither JSON nor an event stream: this is not an MCP endpoint, check `url`';
    return { outcome: 'invalid', reason };
  }
  return null;
}

function hasCode(error: Error, ...codes: readonly SdkErrorCode[]): boolean {
  return error instanceof SdkError && codes.includes(error.code);
}

/** The SDK could not make sense of what it got; what its schemas say about it quotes the server. */
function unknownFailure(chain: readonly Error[]): FailedObservation {
  if (chain.some((item) => item.name === 'AbortError'))
    return { outcome: 'unreachable', reason: 'the reading was stopped' };
  if (chain.some((item) => item instanceof TypeError))
    return { outcome: 'unreachable', reason: 'the request could not be made: check `url` and `headers`' };
  return { outcome: 'invalid', reason: 'the answer is not valid MCP' };
}

function lastWords(transport: StdioTransport): string {
  return transport.lastWords === null ? '' : `; it last wrote: ${transport.lastWords}`;
}

/** An error and what caused it. The SDK keeps causes in `cause` and in `data.cause`. */
function causes(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  let next = error;
  while (next instanceof Error && chain.length < 10) {
    chain.push(next);
    next = next.cause ?? causeInData(next);
  }
  return chain;
}

function causeInData(error: Error): unknown {
  const data = 'data' in error ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'cause' in data ? data.cause : undefined;
}
