import type { Era, Opening, Source, WatchedServer } from '../monitor/ports.ts';
import { Connection, type ConnectionDeps } from './connection.ts';
import { explainFailure, type Failure } from './failure.ts';
import { createDispatcher } from './http-fetch.ts';
import { McpSession } from './session.ts';

/** A server that says nothing to `server/discover` for this long speaks 2025. */
const probeTimeoutMs = 10_000;

/** Reads MCP servers of both eras over stdio and Streamable HTTP. */
export function createMcpSource(deps: Omit<ConnectionDeps, 'dispatcher'>): Source {
  const dispatcher = createDispatcher(deps.limits);
  return {
    open: (server, era, signal) => openSession(server, era, { ...deps, dispatcher }, signal),
    close: () => dispatcher.destroy(),
  };
}

type Attempt =
  { readonly kind: 'open'; readonly session: McpSession } | { readonly kind: 'failed'; readonly failure: Failure };

/**
 * Connects under the remembered era, or probes. An era that no longer fits, or a server that dies or falls silent at the
 * probe, gets one more try on a fresh connection: what is not clearly modern is legacy.
 */
async function openSession(
  server: WatchedServer,
  era: Era | null,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<Opening> {
  const first = await connect(server, era, deps, signal);
  if (first.kind === 'open') return first;
  const failed = { kind: 'failed', observation: first.failure.observation } as const;
  if (first.failure.isFinal || signal.aborted) return failed;
  const second = await connect(server, era === null ? 'legacy' : null, deps, signal);
  // The first failure tells more about a server that fails either way.
  return second.kind === 'open' ? second : failed;
}

async function connect(
  server: WatchedServer,
  era: Era | null,
  deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<Attempt> {
  const timeoutMs = server.launch.kind === 'stdio' ? deps.limits.startTimeoutMs : deps.limits.readTimeoutMs;
  const connection = new Connection(server.launch, era, Math.min(probeTimeoutMs, timeoutMs / 2), deps);
  const broken = new Promise<never>((_resolve, reject) => {
    connection.onBroken = reject;
  });
  const connected = connection.client.connect(connection.transport, {
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs,
    signal,
  });
  try {
    await Promise.race([connected, broken]);
    connection.onBroken = null;
    const isModern = connection.client.getProtocolEra() === 'modern';
    const handshake = connection.tap.take(isModern ? 'server/discover' : 'initialize');
    if (handshake === null) throw new Error('connected without a handshake');
    return { kind: 'open', session: new McpSession(connection, handshake, deps) };
  } catch (error) {
    connected.catch(() => undefined); // it may still fail after the race is lost
    const failure = explainFailure(error, connection, timeoutMs);
    await connection.client.close().catch(() => undefined);
    await connection.transport.close().catch(() => undefined);
    return { kind: 'failed', failure };
  }
}
