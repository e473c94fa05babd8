import { createHash } from 'node:crypto';
import { isArray, own, type Json } from '../core/json.ts';
import type { FailedObservation, Limits } from '../monitor/ports.ts';
import type { RawResult } from './result-tap.ts';

export interface Walk {
  readonly outcome: 'listed';
  readonly items: readonly Json[];
  /** The received text of each page. */
  readonly texts: readonly string[];
  readonly ttlMs: number | null;
  readonly remarks: readonly string[];
}

/**
 * Reads all pages of a list (MCP 2026-07-28 pagination). A cursor is opaque and `""` is one: the same cursor with another
 * page goes on, only the same cursor with the same page is a loop. A limit makes the walk incomplete, never shorter.
 */
export async function walkPages(
  fetchPage: (cursor: string | null) => Promise<RawResult | null>,
  key: string,
  limits: Pick<Limits, 'maxPages' | 'maxItems' | 'maxBytes'>,
): Promise<Walk | FailedObservation> {
  const items: Json[] = [];
  const texts: string[] = [];
  const hints: PageHints[] = [];
  const seen = new Set<string>();
  let characters = 0;
  for (let cursor: string | null = null; ;) {
    const page: RawResult | null = await fetchPage(cursor);
    const list = own(page?.value, key);
    if (page === null || !isArray(list)) return { outcome: 'invalid', reason: `the answer holds no \`${key}\` list` };
    items.push(...list);
    texts.push(page.text);
    characters += page.text.length;
    hints.push(readHints(page.value));
    if (items.length > limits.maxItems) return tooMuch('maxItems', limits.maxItems);
    if (characters > limits.maxBytes) return tooMuch('maxBytes', limits.maxBytes);

    const next = own(page.value, 'nextCursor') ?? null;
    if (next === null) return { outcome: 'listed', items, texts, ...summarise(hints) };
    if (typeof next !== 'string')
      return { outcome: 'incomplete', reason: 'the list goes on with a cursor that is not a string' };
    const place = createHash('sha256')
      .update(JSON.stringify([next, page.text]))
      .digest('hex');
    if (seen.has(place)) return { outcome: 'incomplete', reason: 'the list does not end: the same page comes again' };
    seen.add(place);
    if (texts.length >= limits.maxPages) return tooMuch('maxPages', limits.maxPages);
    cursor = next;
  }
}

interface PageHints {
  readonly ttlMs: number | null;
  readonly isMalformed: boolean;
  readonly cacheScope: Json | undefined;
}

function readHints(page: Json): PageHints {
  const ttlMs = own(page, 'ttlMs');
  const isValid = typeof ttlMs === 'number' && Number.isSafeInteger(ttlMs) && ttlMs >= 0;
  return {
    ttlMs: isValid ? ttlMs : null,
    isMalformed: ttlMs !== undefined && !isValid,
    cacheScope: own(page, 'cacheScope'),
  };
}

/** The smallest `ttlMs` counts; a page without one is stale at once. */
function summarise(hints: readonly PageHints[]): Pick<Walk, 'ttlMs' | 'remarks'> {
  const ttls = hints.map((hint) => hint.ttlMs);
  const remarks = [
    ...(hints.some((hint) => hint.isMalformed) ? ['a `ttlMs` is not a non-negative whole number and is ignored'] : []),
    ...(new Set(hints.map((hint) => JSON.stringify(hint.cacheScope))).size > 1
      ? ['`cacheScope` differs from page to page']
      : []),
  ];
  return { ttlMs: ttls.includes(null) ? null : Math.min(...ttls.filter((ttl) => ttl !== null)), remarks };
}

function tooMuch(limit: string, value: number): FailedObservation {
  return { outcome: 'incomplete', reason: `the list goes beyond limits.${limit} (${value})` };
}
