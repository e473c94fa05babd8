import { isArray, own, type Json } from '../core/json.ts';
import { findAmbiguity } from '../core/raw-json.ts';
import { isCommonResult } from './answer-form.ts';
import { readHints, type PageHints } from './cache-hints.ts';
import { toolList, type RawRead } from './lists.ts';
import type { RawList } from './raw-list.ts';
import type { RawResult } from './raw-result.ts';
import { toolPagesOf } from './tool-pages.ts';

/** What a walk over pages has to know of one page. */
export interface PageFacts {
  /** Number of items, null where the page holds no list. */
  readonly count: number | null;
  readonly next: Json;
  /** Every client takes it for a result, whatever its list. */
  readonly isCommon: boolean;
  /** What a server of 2026-07-28 says that it is. */
  readonly resultType: Json | undefined;
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
  readonly #walks = new Map<string, string>();
  /** What the last reading found behind the tools, by URI: a digest, null for a page that cannot be read. */
  toolPages: ReadonlyMap<string, string | null> = new Map();

  /** The facts of `page`, the answer to `read`. Throws a `SyntaxError` where it is not JSON, and a `LimitError`. */
  factsOf(read: RawRead, page: RawResult): PageFacts {
    const name = `${read.method} ${page.digest}`;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const facts = readFacts(page, read);
    if (this.#known.size >= maxPages) this.#known.clear();
    this.#known.set(name, facts);
    return facts;
  }

  /** Notes the pages that a walk over the list of `method` found; true if the walk before found the same ones. */
  noteWalk(method: string, digest: string): boolean {
    const isLast = this.#walks.get(method) === digest;
    this.#walks.set(method, digest);
    return isLast;
  }
}

function readFacts(page: RawResult, read: RawRead): PageFacts {
  const list = page.listOf(read);
  const around = typeof list === 'string' ? page.value : list.around;
  const shared = {
    next: own(around, 'nextCursor') ?? null,
    isCommon: isCommonResult(around),
    resultType: own(around, 'resultType'),
    hints: readHints(around),
  };
  if (typeof list !== 'string') return { ...shared, count: list.count, isDivisible: true, ...factsOfItems(list, read) };
  const items = own(around, read.key);
  const count = isArray(items) ? items.length : null;
  return { ...shared, count, isDivisible: list !== 'twice', ambiguity: ambiguityOf(page), toolPages: [] };
}

/** What of a list has to be read item by item. */
function factsOfItems(list: RawList, { method }: RawRead): Pick<PageFacts, 'ambiguity' | 'toolPages'> {
  let ambiguity: string | null = null;
  const toolPages = new Set<string>();
  for (let index = 0; index < list.count; index += 1) {
    const text = list.textOf(index);
    const value = JSON.parse(text) as Json; // JSON.parse returns nothing but JSON values
    ambiguity ??= findAmbiguity(text);
    if (method === toolList.method) for (const uri of toolPagesOf([value])) toolPages.add(uri);
  }
  return { ambiguity, toolPages: [...toolPages] };
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
