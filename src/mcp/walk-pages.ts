import { createHash } from 'node:crypto';
import { isArray, own, type Json } from '../core/json.ts';
import type { FailedObservation, Limits } from '../monitor/ports.ts';
import { readHints, summariseHints, type PageHints } from './cache-hints.ts';
import type { RawResult } from './result-tap.ts';

export interface Walk {
  readonly outcome: 'listed';
  readonly items: readonly Json[];
  /** The received text of each page, and its SHA-256. */
  readonly pages: readonly Page[];
  readonly ttlMs: number | null;
  readonly remarks: readonly string[];
}

interface Page {
  readonly text: string;
  readonly digest: string;
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
  limits: Pick<Limits, 'maxPages' | 'maxItems' | 'maxBytes'>,
): Promise<Walk | FailedObservation> {
  const items: Json[] = [];
  const pages: Page[] = [];
  const hints: PageHints[] = [];
  const seen = new Set<string>();
  let characters = 0;
  for (let cursor: string | null = null; ;) {
    const page: RawResult | null = await fetchPage(cursor).catch((error: unknown) => {
      throw pages.length === 0 ? error : new PageError(pages.length + 1, error);
    });
    const list = own(page?.value, key);
    if (page === null || !isArray(list)) return noList(key, pages.length + 1);
    if (items.length + list.length > limits.maxItems) return tooMuch('maxItems', limits.maxItems);
    for (const item of list) items.push(item); // spread into one call, a long list would overflow the stack
    const digest = createHash('sha256').update(page.text, 'utf8').digest('hex');
    pages.push({ text: page.text, digest });
    hints.push(readHints(page.value));
    characters += page.text.length;
    if (characters > limits.maxBytes) return tooMuch('maxBytes', limits.maxBytes);

    const next: Json = own(page.value, 'nextCursor') ?? null;
    if (next === null) return { outcome: 'listed', items, pages, ...summariseHints(hints) };
    if (typeof next !== 'string')
      return { outcome: 'incomplete', reason: 'the list goes on with a cursor that is not a string' };
    const place = `${digest} ${next}`;
    if (seen.has(place)) return { outcome: 'incomplete', reason: 'the list does not end: the same page comes again' };
    seen.add(place);
    if (pages.length >= limits.maxPages) return tooMuch('maxPages', limits.maxPages);
    cursor = next;
  }
}

function noList(key: string, page: number): FailedObservation {
  return page === 1
    ? { outcome: 'invalid', reason: `the answer holds no \`${key}\` list` }
    : { outcome: 'incomplete', reason: `page ${page} of the list holds no \`${key}\` list` };
}

function tooMuch(limit: string, value: number): FailedObservation {
  return { outcome: 'incomplete', reason: `the list goes beyond limits.${limit} (${value})` };
}
