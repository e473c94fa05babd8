import { createHash } from 'node:crypto';
import type { RawItem } from '../core/definition.ts';
import { own, type Json } from '../core/json.ts';
import type { FailedObservation, Limits, Observation } from '../monitor/ports.ts';
import type { Connection } from './connection.ts';
import { isMethodNotFound } from './failure.ts';
import type { RawResult } from './result-tap.ts';
import { walkPages, type Walk } from './walk-pages.ts';

/** Accepts anything: the tap has the result already, the SDK sees a stand-in. */
const anyResult = {
  '~standard': { version: 1, vendor: 'tooldrift', validate: (value: unknown) => ({ value }) },
} as const;

/** The name under which an element without a usable `name` is kept. */
const unnamed = '(unnamed)';

/**
 * Reads all that a server tells: its instructions (from `handshake`, the raw answer to `initialize` or `server/discover`)
 * and all pages of its tools. Throws what the SDK throws.
 */
export async function readSurface(
  connection: Connection,
  handshake: RawResult,
  limits: Limits,
  signal: AbortSignal,
): Promise<Observation> {
  const instructions = own(handshake.value, 'instructions');
  const tools = await listTools(
    connection,
    own(own(handshake.value, 'capabilities'), 'tools') !== undefined,
    limits,
    signal,
  );
  if (tools !== null && tools.outcome !== 'listed') return tools;
  return {
    outcome: tools === null ? 'no-tools' : 'listed',
    items: [...instructionItems(instructions), ...(tools?.items ?? []).map(toolItem)],
    digest: digest([JSON.stringify(instructions ?? null), ...(tools?.texts ?? ['no tools'])]),
    ttlMs: tools?.ttlMs ?? null,
    remarks: tools?.remarks ?? [],
  };
}

/** Null: this server has no tools. One that serves them without saying so is read all the same. */
async function listTools(
  connection: Connection,
  isAdvertised: boolean,
  limits: Limits,
  signal: AbortSignal,
): Promise<Walk | FailedObservation | null> {
  try {
    return await walkPages((cursor) => requestPage(connection, cursor, limits, signal), 'tools', limits);
  } catch (error) {
    if (!isAdvertised && isMethodNotFound(error)) return null;
    throw error;
  }
}

async function requestPage(
  connection: Connection,
  cursor: string | null,
  limits: Limits,
  signal: AbortSignal,
): Promise<RawResult | null> {
  await request(connection, 'tools/list', cursor === null ? {} : { cursor }, limits.readTimeoutMs, signal);
  return connection.tap.take('tools/list');
}

/** One request whose answer the tap takes. Fails at once when the body that brings it breaks off. */
export async function request(
  connection: Connection,
  method: string,
  params: Record<string, unknown>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  const broken = new Promise<never>((_resolve, reject) => {
    connection.onBroken = reject;
  });
  const answered = connection.client.request({ method, params }, anyResult, {
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs,
    signal,
  });
  try {
    await Promise.race([answered, broken]);
  } finally {
    connection.onBroken = null;
    answered.catch(() => undefined); // it may still fail after the race is lost
  }
}

function instructionItems(value: Json | undefined): readonly RawItem[] {
  return value === undefined || value === null ? [] : [{ kind: 'instructions', name: '', value }];
}

function toolItem(value: Json): RawItem {
  const name = own(value, 'name');
  return { kind: 'tool', name: typeof name === 'string' ? name : unnamed, value };
}

function digest(texts: readonly string[]): string {
  const hash = createHash('sha256');
  // The length keeps the borders between texts.
  for (const text of texts) hash.update(`${text.length}\n`).update(text, 'utf8');
  return hash.digest('hex');
}
