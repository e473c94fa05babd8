import { canonicalise } from '../core/canonical.ts';
import type { RawItem } from '../core/definition.ts';
import { own, type Json } from '../core/json.ts';
import { pageRead } from './lists.ts';
import { ambiguityOf } from './page-memo.ts';
import { sha256, type RawResult } from './raw-result.ts';
import { pinnable } from './volatile-page.ts';

/** A page behind a tool. */
export type ToolPage = { readonly uri: string } & (
  | { readonly kind: 'read'; readonly result: RawResult }
  /** It was another one when it was read twice in a row. */
  | { readonly kind: 'volatile'; readonly value: Json }
  | { readonly kind: 'unreadable' }
);

/** What two readings of a page in a row say of it; null: it could not be read. */
export function toolPageOf(uri: string, first: RawResult | null, second: RawResult | null): ToolPage {
  const result = second ?? first;
  if (result === null) return { uri, kind: 'unreadable' };
  if (first === null || first.digest === result.digest) return { uri, kind: 'read', result };
  const [before, after] = [contentsOf(first), contentsOf(result)];
  // What stands beside the contents, such as a cache hint, is no part of the page.
  const isSame = canonicalise(before).text === canonicalise(after).text;
  return isSame ? { uri, kind: 'read', result } : { uri, kind: 'volatile', value: pinnable(before, after) };
}

/** A text that is equal for equal pages. */
export function toolPageLine(page: ToolPage): string {
  const digest =
    page.kind === 'read'
      ? page.result.digest
      : page.kind === 'volatile'
        ? `volatile ${sha256(canonicalise(page.value).text)}`
        : 'unreadable';
  return `${JSON.stringify(page.uri)} ${digest}`;
}

/** Becoming unreadable is a difference, and so is becoming readable. */
export function toolPageItem(page: ToolPage): RawItem {
  const item = { kind: 'ui-resource', name: page.uri } as const;
  if (page.kind === 'unreadable') return { ...item, value: { unreadable: true } };
  if (page.kind === 'volatile') return { ...item, value: page.value };
  const { result } = page;
  return ambiguityOf(result) === null
    ? new PageItem(page.uri, result)
    : { ...item, value: contentsOf(result), raw: result.text };
}

/** Text until somebody asks. */
class PageItem implements RawItem {
  readonly kind = 'ui-resource';
  readonly name: string;
  readonly #result: RawResult;

  constructor(name: string, result: RawResult) {
    this.name = name;
    this.#result = result;
  }

  get value(): Json {
    return contentsOf(this.#result);
  }
}

function contentsOf(result: RawResult): Json {
  const list = result.listOf(pageRead);
  return typeof list === 'string' ? (own(result.value, pageRead.key) ?? null) : list.values();
}
