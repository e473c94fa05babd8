import type { RawItem } from '../core/definition.ts';
import { own } from '../core/json.ts';
import type { Limits } from '../monitor/ports.ts';
import type { Connection } from './connection.ts';
import { pageRead } from './lists.ts';
import { ambiguityOf } from './page-memo.ts';
import type { RawResult } from './raw-result.ts';
import { request } from './request.ts';
import type { Spent } from './walk-pages.ts';

/** A page behind a tool; null: it cannot be read. */
export interface ToolPage {
  readonly uri: string;
  readonly result: RawResult | null;
}

export interface ToolPages {
  readonly pages: readonly ToolPage[];
  /** Why parsers may disagree about some of them. */
  readonly ambiguities: readonly string[];
  readonly remarks: readonly string[];
}

/** More pages than any server was seen to have; each one costs a request in every reading. */
const maxToolPages = 50;

/**
 * Reads the pages behind tools, one after the other and all within the time of one request. None of them makes a reading
 * fail: a server could hide everything else behind a page that never comes. Throws when `signal` aborts.
 */
export async function readToolPages(
  connection: Connection,
  uris: readonly string[],
  limits: Limits,
  spent: Spent,
  signal: AbortSignal,
): Promise<ToolPages> {
  if (uris.length === 0) return { pages: [], ambiguities: [], remarks: [] };
  const endsAt = performance.now() + limits.readTimeoutMs;
  const pages: ToolPage[] = [];
  const ambiguities: string[] = [];
  // In an order that the server does not choose: always the same ones are left out.
  const chosen = [...new Set(uris)].sort().slice(0, maxToolPages);
  for (const uri of chosen) {
    const result = await readPage(connection, uri, endsAt - performance.now(), signal).catch(() => null);
    signal.throwIfAborted();
    const facts = result === null ? null : connection.memo.factsOf(pageRead, result);
    if (result === null || facts?.count == null || spent.bytes + result.size > limits.maxBytes) {
      pages.push({ uri, result: null });
      continue;
    }
    spent.bytes += result.size;
    if (facts.ambiguity !== null) ambiguities.push(facts.ambiguity);
    pages.push({ uri, result });
  }
  const isCut = new Set(uris).size > chosen.length;
  const remarks = isCut ? [`only ${maxToolPages} of the pages behind the tools are read`] : [];
  return { pages, ambiguities, remarks };
}

async function readPage(
  connection: Connection,
  uri: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<RawResult | null> {
  return timeoutMs <= 0 ? null : request(connection, pageRead.method, { uri }, timeoutMs, signal);
}

/** Becoming unreadable is a difference, and so is becoming readable. */
export function toolPageItem({ uri, result }: ToolPage): RawItem {
  const contents = result === null ? undefined : own(result.value, pageRead.key);
  const raw = result === null || ambiguityOf(result) === null ? {} : { raw: result.text };
  return { kind: 'ui-resource', name: uri, value: contents ?? { unreadable: true }, ...raw };
}
