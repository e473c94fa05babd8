import { own, type Json } from '../core/json.ts';

/** How long a server says that a page stays true (MCP 2026-07-28 caching). */
export interface PageHints {
  readonly ttlMs: number | null;
  readonly isMalformed: boolean;
  readonly cacheScope: Json | undefined;
}

export function readHints(page: Json): PageHints {
  const ttlMs = own(page, 'ttlMs');
  const isValid = typeof ttlMs === 'number' && Number.isSafeInteger(ttlMs) && ttlMs >= 0;
  const scope = own(page, 'cacheScope');
  return {
    ttlMs: isValid ? ttlMs : null,
    isMalformed: ttlMs !== undefined && !isValid,
    // Anything but a text is as odd as anything else, and may be too deep to be written.
    cacheScope: typeof scope === 'string' || scope === undefined ? scope : null,
  };
}

/** The smallest `ttlMs` counts; a page without one is stale at once. */
export function summariseHints(hints: readonly PageHints[]): {
  readonly ttlMs: number | null;
  readonly remarks: readonly string[];
} {
  const ttls = hints.map((hint) => hint.ttlMs);
  const remarks = [
    ...(hints.some((hint) => hint.isMalformed) ? ['a `ttlMs` is not a non-negative whole number and is ignored'] : []),
    ...(new Set(hints.map((hint) => hint.cacheScope)).size > 1 ? ['`cacheScope` differs from page to page'] : []),
  ];
  return { ttlMs: ttls.includes(null) ? null : Math.min(...ttls.filter((ttl) => ttl !== null)), remarks };
}
