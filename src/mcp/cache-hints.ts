import type { RawItem } from '../core/definition.ts';
import { own, type Json } from '../core/json.ts';

/** How long a server says that a page stays true, and for whom (MCP 2026-07-28 caching). */
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
export function smallestTtl(hints: readonly PageHints[]): number | null {
  const ttls = hints.map((hint) => hint.ttlMs);
  return ttls.includes(null) ? null : Math.min(...ttls.filter((ttl) => ttl !== null));
}

/** The hints of all pages of one answer to `method`. */
export interface Hinted {
  readonly method: string;
  readonly hints: readonly PageHints[];
}

/** Longer than any list should be kept; the official SDK clamps to this, others believe what they are told. */
const longestTtlMs = 24 * 60 * 60_000;

/**
 * What is odd about cache hints, as an item of the surface; none where nothing is. Facts without numbers: one that changes
 * with every answer would be drift each time. They are fingerprinted, so their words stay as they are.
 */
export function oddHints(answers: readonly Hinted[]): readonly RawItem[] {
  const facts = new Set(answers.flatMap(({ method, hints }) => oddities(hints).map((fact) => `${method}: ${fact}`)));
  return facts.size === 0 ? [] : [{ kind: 'cache-hints', name: '', value: [...facts].sort() }];
}

function oddities(hints: readonly PageHints[]): readonly string[] {
  const scopes = hints.map((hint) => hint.cacheScope);
  const isKnown = (scope: Json | undefined): boolean =>
    scope === undefined || scope === 'public' || scope === 'private';
  return [
    ...(hints.some(({ ttlMs }) => ttlMs !== null && ttlMs > longestTtlMs) ? ['ttlMs is more than a day'] : []),
    ...(hints.some(({ isMalformed }) => isMalformed) ? ['ttlMs is not a non-negative whole number'] : []),
    // MCP 2026-07-28 caching: a server MUST give all pages of a list the same scope.
    ...(new Set(scopes).size > 1 ? ['cacheScope differs from page to page'] : []),
    ...(scopes.every(isKnown) ? [] : ['cacheScope is neither public nor private']),
  ];
}
