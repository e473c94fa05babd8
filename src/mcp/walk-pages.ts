import type { Json } from '../core/json.ts';
import type { FailedObservation, Limits } from '../monitor/ports.ts';
import { summariseHints } from './cache-hints.ts';
import type { PageFacts } from './page-memo.ts';
import type { RawResult } from './raw-result.ts';

export interface Walk {
  readonly outcome: 'listed';
  readonly pages: readonly RawResult[];
  /** An object of some page holds the same key twice. */
  readonly hasDuplicateKeys: boolean;
  readonly ttlMs: number | null;
  readonly remarks: readonly string[];
}

/** A page after the first one did not come. What came before is no list. */
export class PageError extends Error {
  readonly page: number;

  constructor(page: number, cause: unknown) {
    super(`page ${page} of the list did not come`, { cause });
    this.name = 'PageError';
    this.page = page;
  }
}

/**
 * Reads all pages of a list (MCP 2026-07-28 pagination). A cursor is opaque and `""` is one: the same cursor with another
 * page goes on, only the same cursor with the same page is a loop. A limit makes the walk incomplete, never shorter. Throws
 * what `fetchPage` throws, from the second page on as the cause of a `PageError`.
 */
export async function walkPages(
  fetchPage: (cursor: string | null) => Promise<RawResult | null>,
  key: string,
  factsOf: (page: RawResult) => PageFacts,
  limits: Pick<Limits, 'maxPages' | 'maxItems' | 'maxBytes'>,
): Promise<Walk | FailedObservation> {
  const pages: RawResult[] = [];
  const facts: PageFacts[] = [];
  const seen = new Set<string>();
  let size = 0;
  let items = 0;
  for (let cursor: string | null = null; ;) {
    const page: RawResult | null = await fetchPage(cursor).catch((error: unknown) => {
      throw pages.length === 0 ? error : new PageError(pages.length + 1, error);
    });
    const fact: PageFacts | null = page === null ? null : factsOf(page);
    if (page === null || fact === null || fact.count === null) return noList(key, pages.length + 1);
    pages.push(page);
    facts.push(fact);
    items += fact.count;
    if (items > limits.maxItems) return tooMuch('maxItems', limits.maxItems);
    size += page.size;
    if (size > limits.maxBytes) return tooMuch('maxBytes', limits.maxBytes);

    const next: Json = fact.next;
    if (next === null) return listed(pages, facts);
    if (typeof next !== 'string')
      return { outcome: 'incomplete', reason: 'the list goes on with a cursor that is not a string' };
    const place = `${page.digest} ${next}`;
    if (seen.has(place)) return { outcome: 'incomplete', reason: 'the list does not end: the same page comes again' };
    seen.add(place);
    if (pages.length >= limits.maxPages) return tooMuch('maxPages', limits.maxPages);
    cursor = next;
  }
}

function listed(pages: readonly RawResult[], facts: readonly PageFacts[]): Walk {
  const hasDuplicateKeys = facts.some((fact) => fact.hasDuplicateKeys);
  return { outcome: 'listed', pages, hasDuplicateKeys, ...summariseHints(facts.map((fact) => fact.hints)) };
}

function noList(key: string, page: number): FailedObservation {
  return page === 1
    ? { outcome: 'invalid', reason: `the answer holds no \`${key}\` list` }
    : { outcome: 'incomplete', reason: `page ${page} of the list holds no \`${key}\` list` };
}

function tooMuch(limit: string, value: number): FailedObservation {
  return { outcome: 'incomplete', reason: `the list goes beyond limits.${limit} (${value})` };
}
