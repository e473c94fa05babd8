import { canonicalise } from '../core/canonical.ts';
import type { RawItem } from '../core/definition.ts';
import type { Json } from '../core/json.ts';
import { findAmbiguity } from '../core/raw-json.ts';
import { itemName, type List } from './lists.ts';
import type { RawList } from './raw-list.ts';
import type { RawResult } from './raw-result.ts';
import type { ReadList } from './read-lists.ts';
import type { Walk } from './walk-pages.ts';

/**
 * The items of a list: those of the walk that counts, and of the earlier ones what the later ones lack, or say in other
 * words: a client that asks once sees one of them.
 */
export function listItems(read: ReadList): readonly RawItem[] {
  const items = walkItems(read, read.list);
  if (read.earlier.length === 0) return items;
  // What moved while the pages were read may stand on two of them.
  const all = read.isAgreed ? [...items] : withoutCopies(items);
  const known = new Set(all.map(textOf));
  for (const walk of read.earlier) {
    const others = withoutCopies(walkItems(walk, read.list)).filter((item) => !known.has(textOf(item)));
    for (const item of others) known.add(textOf(item));
    all.push(...others);
  }
  return all;
}

/** The names of the items of one page. */
export function itemNames(page: RawResult, read: List): readonly string[] {
  const list = page.listOf(read);
  if (typeof list === 'string') return [];
  return Array.from({ length: list.count }, (_, place) => itemName(list.valueOf(place), read));
}

function walkItems({ pages, facts }: Walk, read: List): readonly RawItem[] {
  return pages.flatMap((page, index) => {
    const list = page.listOf(read);
    if (typeof list === 'string') return [];
    const isClear = facts[index]?.ambiguity === null;
    return Array.from({ length: list.count }, (_, place): RawItem => {
      const name = itemName(list.valueOf(place), read);
      return isClear || findAmbiguity(list.textOf(place)) === null
        ? new ListItem(read.kind, name, list, place)
        : new AmbiguousItem(read.kind, name, list, place);
    });
  });
}

/** Text until somebody asks: all values of a list at once may need fifty times its size. */
class ListItem implements RawItem {
  readonly kind: RawItem['kind'];
  readonly name: string;
  protected readonly list: RawList;
  protected readonly place: number;

  constructor(kind: RawItem['kind'], name: string, list: RawList, place: number) {
    this.kind = kind;
    this.name = name;
    this.list = list;
    this.place = place;
  }

  get value(): Json {
    return this.list.valueOf(this.place);
  }
}

/** One that parsers may disagree about. */
class AmbiguousItem extends ListItem {
  get raw(): string {
    return this.list.textOf(this.place);
  }
}

function withoutCopies(items: readonly RawItem[]): RawItem[] {
  return [...new Map(items.map((item) => [textOf(item), item])).values()];
}

function textOf({ raw, value }: RawItem): string {
  return raw ?? canonicalise(value).text;
}
