import type { Limits } from '../monitor/ports-watched.ts';
import type { Connection } from './connection.ts';
import { pageRead } from './lists.ts';
import type { RawResult } from './raw-result.ts';
import type { ReadingTime } from './reading-time.ts';
import { request } from './request.ts';
import { toolPageOf, type ToolPage } from './tool-page.ts';
import type { Spent } from './walk-pages.ts';

export interface ToolPages {
  readonly pages: readonly ToolPage[];
  readonly remarks: readonly string[];
}

/** More pages than any server was seen to have; each one costs a request in every reading. */
const maxToolPages = 50;
/** The share of the time of a reading after which no page is waited for. */
const pageShare = 3 / 4;

/**
 * Reads the pages behind tools, one after the other. None of them makes a reading fail: a server could hide everything
 * else behind a page that never comes. What differs from the last reading is read once more: one failure is none, and a
 * page that changes at once cannot be pinned. Throws when `signal` aborts.
 */
export async function readToolPages(
  connection: Connection,
  uris: readonly string[],
  limits: Limits,
  spent: Spent,
  time: ReadingTime,
  signal: AbortSignal,
): Promise<ToolPages> {
  const { memo } = connection;
  // In an order that the server does not choose: always the same ones are left out.
  const chosen = [...new Set(uris)].sort().slice(0, maxToolPages);
  const read = async (uri: string): Promise<RawResult | null> => {
    // Half of what is left: a page that never comes leaves time for the others.
    const timeoutMs = time.leftMs(pageShare) / 2;
    if (timeoutMs <= 0) return null;
    const result = await request(connection, pageRead.method, { uri }, timeoutMs, signal).catch(() => null);
    signal.throwIfAborted();
    const isPage = result !== null && memo.factsOf(pageRead, result).count !== null;
    return isPage && spent.bytes + result.bytes.length <= limits.maxBytes ? result : null;
  };
  const pages: ToolPage[] = [];
  const seen = new Map<string, string | null>();
  for (const uri of chosen) {
    const first = await read(uri);
    const isLast = memo.toolPages.get(uri) === (first?.digest ?? null);
    const second = isLast ? first : await read(uri);
    const page = toolPageOf(uri, first, second);
    pages.push(page);
    if (page.kind !== 'volatile') seen.set(uri, page.kind === 'read' ? page.result.digest : null);
    spent.bytes += page.kind === 'read' ? page.result.bytes.length : 0;
  }
  memo.toolPages = seen;
  return { pages, remarks: remarksOn(pages, new Set(uris).size > chosen.length, connection) };
}

function remarksOn(pages: readonly ToolPage[], isCut: boolean, { memo }: Connection): readonly string[] {
  const ambiguities = pages.flatMap((page) =>
    page.kind === 'read' ? (memo.factsOf(pageRead, page.result).ambiguity ?? []) : [],
  );
  const isVolatile = pages.some(({ kind }) => kind === 'volatile');
  return [
    ...(isCut ? [`only ${maxToolPages} of the pages behind the tools are read`] : []),
    ...(isVolatile ? ['a page behind a tool is another one each time that it is read: its text cannot be pinned'] : []),
    ...ambiguities,
  ];
}
