import { StreamLives } from '../core/stream-life.ts';
import { deadline } from '../linked-signal.ts';
import type { Era, Opening, Source } from '../monitor/ports-reading.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import type { Child } from './child.ts';
import { Connection, type ConnectionDeps, type Negotiation } from './connection.ts';
import { createDispatcher } from './dispatcher.ts';
import { explainFailure, isSsePossible, type Failure } from './failure.ts';
import { Keyring } from './keyring.ts';
import { PageMemos } from './page-memo.ts';
import { killGroups } from './process-group.ts';
import { McpSession } from './session.ts';
import { defaultTimes, type Times } from './times.ts';

/** Reads MCP servers of both eras over stdio and Streamable HTTP, and those of 2024 over HTTP+SSE. */
export function createMcpSource(
  deps: Omit<ConnectionDeps, 'dispatcher' | 'times' | 'memos' | 'streamLives' | 'keyring'> & {
    readonly times?: Partial<Times>;
    /** Certificates (PEM) that servers may be signed by, beside those that Node trusts. */
    readonly trustedCertificates?: readonly string[];
    /** Where access tokens are kept. Without it, none is sent. */
    readonly tokenFolder?: string;
  },
): Source {
  const dispatcher = createDispatcher(deps.limits, deps.trustedCertificates ?? []);
  const times = { ...defaultTimes, ...deps.times };
  const streamLives = new StreamLives(times.shortestHabitMs);
  const { tokenFolder } = deps;
  const keyring = tokenFolder === undefined ? null : new Keyring({ ...deps, dispatcher, tokenFolder });
  const memos = new PageMemos();
  const all = { ...deps, dispatcher, memos, times, streamLives, keyring, speakSse: new Set<string>() };
  return {
    open: (server, era, signal) => openSession(server, era, all, signal),
    kill: killGroups,
    async close() {
      await keyring?.close();
      await dispatcher.destroy();
    },
  };
}

interface OpenDeps extends ConnectionDeps {
  /** The addresses that refused Streamable HTTP and answered over HTTP+SSE. */
  readonly speakSse: Set<string>;
}

type Attempt =
  | { readonly kind: 'open'; readonly session: McpSession }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** The answer to `server/discover` came too late, and says that the server is modern. */
      readonly isModern: boolean;
      readonly isSsePossible: boolean;
      /** The process that gave such an answer: it runs. */
      readonly child: Child | null;
    };

const sse: Negotiation = { mode: 'legacy', probeMs: 0, isSse: true };

/**
 * Connects, over HTTP+SSE where the server refuses what came after it (MCP 2025-11-25, backwards compatibility). All of it
 * within one budget.
 */
async function openSession(
  server: WatchedServer,
  era: Era | null,
  deps: OpenDeps,
  signal: AbortSignal,
): Promise<Opening> {
  const { limits } = deps;
  const budgetMs = server.launch.kind === 'stdio' ? limits.startTimeoutMs : limits.readTimeoutMs;
  const inTime = deadline(signal, budgetMs);
  return openWithin(server, era, budgetMs, deps, inTime.signal).finally(() => inTime.done());
}

async function openWithin(
  server: WatchedServer,
  era: Era | null,
  budgetMs: number,
  deps: OpenDeps,
  inTime: AbortSignal,
): Promise<Opening> {
  const { speakSse } = deps;
  const { launch, identity } = server;
  const isOld = identity?.protocol !== undefined;
  const attempt = (how: Negotiation, child: Child | null = null): Promise<Attempt> =>
    connect(server, how, child, budgetMs, deps, inTime);
  if (launch.kind !== 'http' || launch.transport === 'streamable-http')
    return openingOf(await openStreamable(attempt, era, budgetMs, deps, isOld, inTime));
  if (launch.transport === 'sse' || speakSse.has(launch.url)) {
    const known = await attempt(sse);
    if (launch.transport === 'sse' || known.kind === 'open' || inTime.aborted) return openingOf(known);
    speakSse.delete(launch.url);
  }
  const usual = await openStreamable(attempt, era, budgetMs, deps, isOld, inTime);
  if (usual.kind === 'open' || !usual.isSsePossible || inTime.aborted) return openingOf(usual);
  const older = await attempt(sse);
  if (older.kind === 'open') speakSse.add(launch.url);
  const isTelling = older.kind === 'open' || older.failure.observation.outcome === 'auth-required';
  return openingOf(isTelling ? older : usual);
}

function openingOf(attempt: Attempt): Opening {
  return attempt.kind === 'open' ? attempt : { kind: 'failed', observation: attempt.failure.observation };
}

/**
 * Connects under the remembered era, or probes. An era that no longer fits, or a server that dies or falls silent at the
 * probe, gets one more try on a fresh connection: what is not clearly modern is legacy. Who acts as a client of old
 * (`isOld`) asks for no other era.
 */
async function openStreamable(
  attempt: (how: Negotiation, child?: Child | null) => Promise<Attempt>,
  era: Era | null,
  budgetMs: number,
  { times }: ConnectionDeps,
  isOld: boolean,
  inTime: AbortSignal,
): Promise<Attempt> {
  const patientMs = budgetMs / 2;
  const probe: Negotiation = { mode: 'auto', probeMs: Math.min(times.probeMs, patientMs) };
  // A server that was modern gets the time to start; one that is so no longer still falls back on the same connection.
  const patientProbe: Negotiation = { mode: 'auto', probeMs: patientMs };
  const greet: Negotiation = { mode: 'legacy', probeMs: 0 };

  if (isOld) return attempt(greet);
  const remembered = era === null ? probe : era === 'modern' ? patientProbe : greet;
  const first = await attempt(remembered);
  if (first.kind === 'open' || first.failure.isFinal) return first;
  // What took its time to start is not started again.
  if (first.child !== null) return attempt(patientProbe, first.child);
  if (inTime.aborted) return first;
  // An answer to `server/discover` that came too late is an answer all the same.
  const second = await attempt(first.isModern ? patientProbe : era === 'legacy' ? probe : greet);
  // The first failure tells more about a server that fails either way.
  return second.kind === 'open' ? second : first;
}

async function connect(
  server: WatchedServer,
  negotiation: Negotiation,
  child: Child | null,
  budgetMs: number,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<Attempt> {
  const connection = new Connection(server, negotiation, deps, child);
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
    const isModern = expectation.results.has('server/discover');
    const running = connection.overtaken();
    await connection.close();
    return { kind: 'failed', failure, isModern, isSsePossible: !isModern && isSsePossible(error), child: running };
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
