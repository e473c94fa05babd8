import type { Era, Opening, Source, WatchedServer } from '../monitor/ports.ts';
import { Connection, type ConnectionDeps, type Negotiation } from './connection.ts';
import { createDispatcher } from './dispatcher.ts';
import { explainFailure, type Failure } from './failure.ts';
import { PageMemos } from './page-memo.ts';
import { killGroups } from './process-group.ts';
import { McpSession } from './session.ts';
import { defaultTimes, type Times } from './times.ts';

/** Reads MCP servers of both eras over stdio and Streamable HTTP. */
export function createMcpSource(
  deps: Omit<ConnectionDeps, 'dispatcher' | 'times' | 'memos'> & { readonly times?: Partial<Times> },
): Source {
  const dispatcher = createDispatcher(deps.limits);
  const all = { ...deps, dispatcher, memos: new PageMemos(), times: { ...defaultTimes, ...deps.times } };
  return {
    open: (server, era, signal) => openSession(server, era, all, signal),
    kill: killGroups,
    close: () => dispatcher.destroy(),
  };
}

type Attempt =
  | { readonly kind: 'open'; readonly session: McpSession }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly isModern: boolean };

/**
 * Connects under the remembered era, or probes. An era that no longer fits, or a server that dies or falls silent at the
 * probe, gets one more try on a fresh connection: what is not clearly modern is legacy. All of it within one budget.
 */
async function openSession(
  server: WatchedServer,
  era: Era | null,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<Opening> {
  const { limits, times } = deps;
  const budgetMs = server.launch.kind === 'stdio' ? limits.startTimeoutMs : limits.readTimeoutMs;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(budgetMs)]);
  const patientMs = budgetMs / 2;
  const probe: Negotiation = { mode: 'auto', probeMs: Math.min(times.probeMs, patientMs) };
  // A server that was modern gets the time to start; one that is so no longer still falls back on the same connection.
  const patientProbe: Negotiation = { mode: 'auto', probeMs: patientMs };
  const greet: Negotiation = { mode: 'legacy', probeMs: 0 };

  const remembered = era === null ? probe : era === 'modern' ? patientProbe : greet;
  const first = await connect(server, remembered, budgetMs, deps, inTime);
  if (first.kind === 'open') return first;
  const failed = { kind: 'failed', observation: first.failure.observation } as const;
  if (first.failure.isFinal || inTime.aborted) return failed;
  // An answer to `server/discover` that came too late is an answer all the same.
  const other = first.isModern ? patientProbe : era === 'legacy' ? probe : greet;
  const second = await connect(server, other, budgetMs, deps, inTime);
  // The first failure tells more about a server that fails either way.
  return second.kind === 'open' ? second : failed;
}

async function connect(
  server: WatchedServer,
  negotiation: Negotiation,
  budgetMs: number,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<Attempt> {
  const connection = new Connection(server, negotiation, deps);
  const expectation = connection.tap.expect('initialize', 'server/discover');
  const options = { timeout: budgetMs, maxTotalTimeout: budgetMs, signal };
  const connected = connection.client.connect(connection.transport, options);
  const stopped = whenAborted(signal);
  try {
    // The SDK's probe knows no signal.
    await Promise.race([connected, expectation.broken, stopped.promise]);
    const isModern = connection.client.getProtocolEra() === 'modern';
    const handshake = expectation.results.get(isModern ? 'server/discover' : 'initialize');
    if (handshake === undefined) throw new Error('connected without a handshake');
    return { kind: 'open', session: new McpSession(connection, handshake, deps) };
  } catch (error) {
    connected.catch(() => undefined); // it may still fail after the race is lost
    const failure = explainFailure(error, connection, budgetMs);
    await connection.close();
    return { kind: 'failed', failure, isModern: expectation.results.has('server/discover') };
  } finally {
    stopped.forget();
  }
}

interface Aborted {
  readonly promise: Promise<never>;
  forget(): void;
}

function whenAborted(signal: AbortSignal): Aborted {
  const watch = new AbortController();
  const promise = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error); // aborted without a reason of ours: a DOMException
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true, signal: watch.signal });
  });
  promise.catch(() => undefined); // nobody has to look
  return { promise, forget: () => watch.abort() };
}
