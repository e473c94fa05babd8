import { isArray, own, type Json } from '../core/json.ts';
import { findAmbiguity, itemTexts } from '../core/raw-json.ts';
import { readHints, type PageHints } from './cache-hints.ts';
import { toolList, type List } from './lists.ts';
import type { RawResult } from './raw-result.ts';
import { toolPagesOf } from './tool-pages.ts';

/** What a walk over pages has to know of one page. */
export interface PageFacts {
  /** Number of items, null where the page holds no list. */
  readonly count: number | null;
  readonly next: Json;
  readonly hints: PageHints;
  /** Why parsers may disagree about its items, null when they cannot. */
  readonly ambiguity: string | null;
  /** They may disagree about its items alone, and not about which list counts. */
  readonly isDivisible: boolean;
  /** URIs of the pages behind the tools of a page of `tools/list`. */
  readonly toolPages: readonly string[];
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
  factsOf({ method, key }: Pick<List, 'method' | 'key'>, page: RawResult): PageFacts {
    const name = `${method} ${page.digest}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const list = own(page.value, key);
    const whole = ambiguityOf(page);
    const texts = whole === null ? [] : itemTexts(page.text, key);
    const facts = {
      count: isArray(list) ? list.length : null,
      next: own(page.value, 'nextCursor') ?? null,
      hints: readHints(page.value),
      ambiguity: texts === null ? whole : (texts.map(findAmbiguity).find((found) => found !== null) ?? null),
      isDivisible: texts !== null,
      toolPages: method === toolList.method && isArray(list) ? toolPagesOf(list) : [],
    };
    if (this.#known.size >= maxPages) this.#known.clear();
    this.#known.set(name, facts);
    return facts;
  }
}

/** The key around the result counts as well: of an answer with two results, each parser takes its own. */
export function ambiguityOf(result: RawResult): string | null {
  return findAmbiguity(`{"result":${result.text}}`);
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
