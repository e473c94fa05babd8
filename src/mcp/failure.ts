import {
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { makeVisible } from '../core/visible.ts';
import type { FailedObservation } from '../monitor/ports.ts';
import { LimitError } from './limit-error.ts';
import { StdioTransport } from './stdio-transport.ts';
import type { Connection } from './connection.ts';

/** A failure in our own words. */
export interface Failure {
  readonly observation: FailedObservation;
  /** Another era or a fresh connection would fail the same way: nobody is there, or the server wants credentials. */
  readonly isFinal: boolean;
}

/** What a failure to connect or to read means. */
export function explainFailure(error: unknown, connection: Connection, timeoutMs: number): Failure {
  const chain = causes(error);
  const limit = chain.find((item) => item instanceof LimitError);
  if (limit !== undefined) return { observation: { outcome: 'incomplete', reason: limit.message }, isFinal: true };
  for (const item of chain) {
    const http = explainHttp(item);
    if (http !== null) return { observation: http, isFinal: http.outcome === 'auth-required' };
    const system = explainSystem(item);
    if (system !== null) return { observation: system, isFinal: true };
  }
  return { observation: explainExit(connection) ?? explainAnswer(chain, timeoutMs), isFinal: false };
}

function explainExit({ transport }: Connection): FailedObservation | null {
  if (!(transport instanceof StdioTransport) || transport.exit === null) return null;
  return {
    outcome: 'unreachable',
    reason: `the server's process ${transport.exit} before it answered${lastWords(transport.stderrTail)}`,
  };
}

function explainAnswer(chain: readonly Error[], timeoutMs: number): FailedObservation {
  for (const item of chain) {
    const known = explainProtocol(item, timeoutMs);
    if (known !== null) return known;
  }
  return { outcome: 'invalid', reason: 'the answer is not valid MCP' };
}

/** True if the server does not know the method: a JSON-RPC error, or on 2026-07-28 over HTTP also status 404. */
export function isMethodNotFound(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === ProtocolErrorCode.MethodNotFound;
  return error instanceof SdkHttpError && error.status === 404;
}

function explainHttp(error: Error): FailedObservation | null {
  if (error instanceof UnauthorizedError) return authRequired(401);
  if (!(error instanceof SdkHttpError)) return null;
  const { status } = error;
  if (status === 401) return authRequired(status);
  if (status === 403)
    return { outcome: 'refused', reason: 'the server refuses access (HTTP 403): check the credentials in `headers`' };
  if (status >= 300 && status < 400) {
    return {
      outcome: 'refused',
      reason: `the server redirects (HTTP ${status}); redirects are not followed, put the final address in \`url\``,
    };
  }
  if (status === 404) return { outcome: 'refused', reason: 'nothing answers at this path (HTTP 404): check `url`' };
  if (status >= 500) return { outcome: 'unreachable', reason: `the server fails (HTTP ${status})` };
  return { outcome: 'refused', reason: `the server refuses the request (HTTP ${status})` };
}

function authRequired(status: number): FailedObservation {
  return {
    outcome: 'auth-required',
    reason: `the server wants credentials (HTTP ${status}): set \`headers\` in the config`,
  };
}

const systemErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens at this address (ECONNREFUSED)',
  ECONNRESET: 'the connection was reset (ECONNRESET)',
  EHOSTUNREACH: 'the host cannot be reached (EHOSTUNREACH)',
  ENETUNREACH: 'the network cannot be reached (ENETUNREACH)',
  ENOTFOUND: 'the host name does not exist (ENOTFOUND)',
  EAI_AGAIN: 'the host name cannot be looked up now (EAI_AGAIN)',
  ETIMEDOUT: 'the connection timed out (ETIMEDOUT)',
  EPIPE: 'the connection broke (EPIPE)',
  ENOENT: 'the command was not found (ENOENT): check `command` and `cwd`',
  EACCES: 'the command may not be run (EACCES): check its permissions',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'the server accepted the connection and did not answer',
  UND_ERR_SOCKET: 'the server closed the connection before it answered',
};

function explainSystem(error: Error): FailedObservation | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = Object.hasOwn(systemErrors, code) ? systemErrors[code] : undefined;
  if (reason !== undefined) return { outcome: 'unreachable', reason };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code))
    return { outcome: 'unreachable', reason: `the TLS certificate is not accepted (${code})` };
  return null;
}

function explainProtocol(error: Error, timeoutMs: number): FailedObservation | null {
  if (error instanceof ProtocolError)
    return { outcome: 'refused', reason: `the server answers with JSON-RPC error ${error.code}` };
  if (!(error instanceof SdkError)) return null;
  if (error.code === SdkErrorCode.RequestTimeout) {
    return { outcome: 'unreachable', reason: `the server did not answer within ${Math.round(timeoutMs / 1000)} s` };
  }
  if (error.code === SdkErrorCode.ConnectionClosed)
    return { outcome: 'unreachable', reason: 'the server closed the connection before it answered' };
  if (error.code === SdkErrorCode.ClientHttpUnexpectedContent)
    return {
      outcome: 'invalid',
      reason: 'the answer is neither JSON nor an event stream: this is not an MCP endpoint',
    };
  return null;
}

function lastWords(stderr: string): string {
  const line = stderr.trim().split('\n').at(-1)?.trim() ?? '';
  return line === '' ? '' : `; it last wrote: ${makeVisible(line.slice(0, 200))}`;
}

/** An error and what caused it. The SDK keeps causes in `cause` and in `data.cause`. */
function causes(error: unknown): readonly Error[] {
  const chain: Error[] = [];
  let next = error;
  while (next instanceof Error && chain.length < 10) {
    chain.push(next);
    next = next.cause ?? ('data' in next ? (next.data as { readonly cause?: unknown } | undefined)?.cause : undefined);
  }
  return chain;
}
