import type { RawItem } from '../core/definition.ts';
import { isArray, own, type Json } from '../core/json.ts';
import type { FailedObservation, Limits, Observation } from '../monitor/ports.ts';
import type { Connection } from './connection.ts';
import { isMethodNotFound } from './is-method-not-found.ts';
import { request } from './request.ts';
import { sha256, type RawResult } from './raw-result.ts';
import { StdioTransport } from './stdio-transport.ts';
import { walkPages, type Walk } from './walk-pages.ts';

const twofold = 'an object of the list holds the same key twice: clients differ in which value they see';

/** The name under which an element without a usable `name` is kept. */
const unnamed = '(unnamed)';

/** Reads all that a server tells: its instructions and all pages of its tools. Throws what the SDK throws. */
export async function readSurface(
  connection: Connection,
  /** The raw answer to `initialize` or `server/discover`. */
  handshake: RawResult,
  limits: Limits,
  signal: AbortSignal,
): Promise<Observation> {
  const isAdvertised = own(own(handshake.value, 'capabilities'), 'tools') !== undefined;
  const tools = await listTools(connection, isAdvertised, limits, signal);
  if (tools !== null && tools.outcome !== 'listed') return tools;
  const instructions = own(handshake.value, 'instructions');
  const pages = tools?.pages ?? [];
  let items: readonly RawItem[] | null = null;
  return {
    outcome: tools === null ? 'no-tools' : 'listed',
    // Whoever knows the digest knows the items: they are not parsed before somebody asks.
    get items() {
      items ??= [...instructionItems(instructions), ...pages.flatMap(toolsOf).map(toolItem)];
      return items;
    },
    digest: sha256(
      [instructionText(instructions, handshake), ...(tools === null ? ['no tools'] : pages.map((page) => page.digest))]
        // The length keeps the borders between texts.
        .map((text) => `${text.length}\n${text}`)
        .join(''),
    ),
    ttlMs: tools?.ttlMs ?? null,
    remarks: [...(tools?.remarks ?? []), ...(tools?.hasDuplicateKeys === true ? [twofold] : []), ...noise(connection)],
  };
}

/** Null: this server has no tools. One that serves them without saying so is read all the same. */
async function listTools(
  connection: Connection,
  isAdvertised: boolean,
  limits: Limits,
  signal: AbortSignal,
): Promise<Walk | FailedObservation | null> {
  const fetchPage = (cursor: string | null) =>
    request(connection, 'tools/list', cursor === null ? {} : { cursor }, limits.readTimeoutMs, signal);
  try {
    return await walkPages(fetchPage, 'tools', (page) => connection.memo.factsOf('tools/list', 'tools', page), limits);
  } catch (error) {
    if (!isAdvertised && isMethodNotFound(error)) return null;
    throw error;
  }
}

function instructionItems(value: Json | undefined): readonly RawItem[] {
  return value === undefined || value === null ? [] : [{ kind: 'instructions', name: '', value }];
}

function toolsOf(page: RawResult): readonly Json[] {
  const tools = own(page.value, 'tools');
  return isArray(tools) ? tools : [];
}

function toolItem(value: Json): RawItem {
  const name = own(value, 'name');
  return { kind: 'tool', name: typeof name === 'string' ? name : unnamed, value };
}

/** Instructions that are no text may be too deep to be written: then the whole answer around them counts. */
function instructionText(value: Json | undefined, handshake: RawResult): string {
  return typeof value === 'object' && value !== null ? handshake.text : JSON.stringify(value ?? null);
}

function noise({ transport }: Connection): readonly string[] {
  return transport instanceof StdioTransport && transport.isNoisy
    ? ['stdout holds lines that are no messages: other clients may choke on them']
    : [];
}
