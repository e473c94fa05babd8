import type { Json } from '../core/json.ts';
import type { FailedObservation } from '../monitor/ports-reading.ts';
import type { Limits } from '../monitor/ports-watched.ts';
import { smallestTtl } from './cache-hints.ts';
import type { List } from './lists.ts';
import type { PageFacts } from './page-memo.ts';
import type { RawResult } from './raw-result.ts';

export interface Walk {
  readonly outcome: 'listed';
  readonly pages: readonly RawResult[];
  readonly facts: readonly PageFacts[];
  readonly ttlMs: number | null;
}

/** A page of a list did not come. What came before is no list. */
export class PageError extends Error {
  readonly page: number;

  constructor(page: number, noun: string, cause: unknown) {
    super(`${page === 1 ? '' : `page ${page} of `}the ${noun} did not come`, { cause });
    this.name = 'PageError';
    this.page = page;
  }
}

const twoLists = 'the answer holds a key twice: clients differ in which list they see';

/** What all lists of one reading hold together. */
export interface Spent {
  items: number;
  bytes: number;
}

/**
 * Reads all pages of a list (MCP 2026-07-28 pagination). A cursor is opaque and `""` is one: the same cursor with another
 * page goes on, only the same cursor with the same page is a loop. A limit makes the walk incomplete, never shorter. Throws
 * what `fetchPage` throws, from the second page on as the cause of a `PageError`. `spent` grows by what the list holds.
 */
export async function walkPages(
  fetchPage: (cursor: string | null) => Promise<RawResult | null>,
  { key, noun }: Pick<List, 'key' | 'noun'>,
  factsOf: (page: RawResult) => PageFacts,
  limits: Pick<Limits, 'maxPages' | 'maxItems' | 'maxBytes'>,
  spent: Spent,
): Promise<Walk | FailedObservation> {
  const pages: RawResult[] = [];
  const facts: PageFacts[] = [];
  const seen = new Set<string>();
  const incomplete = (what: string): FailedObservation => ({ outcome: 'incomplete', reason: `the ${noun} ${what}` });
  for (let cursor: string | null = null; ;) {
    const page: RawResult | null = await fetchPage(cursor).catch((error: unknown) => {
      throw pages.length === 0 ? error : new PageError(pages.length + 1, noun, error);
    });
    const fact: PageFacts | null = page === null ? null : factsOf(page);
    if (page === null || fact === null || fact.count === null) return noList(key, noun, pages.length + 1);
    if (!fact.isDivisible) return { outcome: 'invalid', reason: twoLists };
    pages.push(page);
    facts.push(fact);
    spent.items += fact.count;
    spent.bytes += page.bytes.length;
    const over = tooMuch({ noun }, limits, spent);
    if (over !== null) return over;

    const next: Json = fact.next;
    if (next === null) return listed(pages, facts);
    if (typeof next !== 'string') return incomplete('goes on with a cursor that is not a string');
    const place = `${page.digest} ${next}`;
    if (seen.has(place)) return incomplete('does not end: the same page comes again');
    seen.add(place);
    if (pages.length >= limits.maxPages) return incomplete(beyond('maxPages', limits.maxPages));
    cursor = next;
  }
}

/** What is said of a list that, with all that was read before it, is beyond a limit; null if it is not. */
export function tooMuch(
  { noun }: Pick<List, 'noun'>,
  { maxItems, maxBytes }: Pick<Limits, 'maxItems' | 'maxBytes'>,
  { items, bytes }: Spent,
): FailedObservation | null {
  const over = items > maxItems ? beyond('maxItems', maxItems) : bytes > maxBytes ? beyond('maxBytes', maxBytes) : null;
  return over === null ? null : { outcome: 'incomplete', reason: `the ${noun} ${over}` };
}

function beyond(limit: string, value: number): string {
  return `goes beyond limits.${limit} (${value})`;
}

function listed(pages: readonly RawResult[], facts: readonly PageFacts[]): Walk {
  return { outcome: 'listed', pages, facts, ttlMs: smallestTtl(facts.map((fact) => fact.hints)) };
}

function noList(key: string, noun: string, page: number): FailedObservation {
  return page === 1
    ? { outcome: 'invalid', reason: `the answer holds no \`${key}\` list` }
    : { outcome: 'incomplete', reason: `page ${page} of the ${noun} holds no \`${key}\` list` };
}
