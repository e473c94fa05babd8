import { isArray, own, type Json } from '../core/json.ts';
import { readHints, type PageHints } from './cache-hints.ts';
import { hasDuplicateKeys } from './duplicate-keys.ts';
import type { RawResult } from './raw-result.ts';

/** What a walk over pages has to know of one page. */
export interface PageFacts {
  /** Number of items, null where the page holds no list. */
  readonly count: number | null;
  readonly next: Json;
  readonly hints: PageHints;
  /** An object of the page holds the same key twice. */
  readonly hasDuplicateKeys: boolean;
}

/** More pages than a list may have by default. */
const maxPages = 2_000;

/**
 * The pages of one server whose text is known: nearly every reading brings the text of the last one, and then nothing of it
 * needs to be parsed.
 */
export class PageMemo {
  readonly #known = new Map<string, PageFacts>();

  has(method: string, digest: string): boolean {
    return this.#known.has(`${method} ${digest}`);
  }

  /** The facts of `page`, an answer to `method` whose items are under `key`. */
  factsOf(method: string, key: string, page: RawResult): PageFacts {
    const name = `${method} ${page.digest}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const list = own(page.value, key);
    const facts = {
      count: isArray(list) ? list.length : null,
      next: own(page.value, 'nextCursor') ?? null,
      hints: readHints(page.value),
      hasDuplicateKeys: hasDuplicateKeys(page.text),
    };
    if (this.#known.size >= maxPages) this.#known.clear();
    this.#known.set(name, facts);
    return facts;
  }
}

/** One memo for each server, kept over its connections. */
export class PageMemos {
  readonly #byServer = new Map<string, PageMemo>();

  of(server: string): PageMemo {
    const memo = this.#byServer.get(server) ?? new PageMemo();
    this.#byServer.set(server, memo);
    return memo;
  }
}
