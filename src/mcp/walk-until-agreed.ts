import type { FailedObservation } from '../monitor/ports-reading.ts';
import type { Limits } from '../monitor/ports-watched.ts';
import { itemNames } from './list-items.ts';
import type { List } from './lists.ts';
import type { PageMemo } from './page-memo.ts';
import { sha256 } from './raw-result.ts';
import type { ReadingTime } from './reading-time.ts';
import { tooMuch, type Spent, type Walk } from './walk-pages.ts';

/** The walk that counts, and those before it, the last of them first, of which counts what the later ones do not say. */
export interface AgreedWalk extends Walk {
  readonly earlier: readonly Walk[];
  /** One of the earlier walks found the same names. */
  readonly isAgreed: boolean;
  /** What was odd about the walks, in our own words. */
  readonly remarks: readonly string[];
}

const maxWalks = 3;
/** No further walk begins after this share of the time of a reading. */
const walkShare = 1 / 3;

/**
 * Walks over the pages of a list again where items may have moved between them meanwhile: where there are several pages,
 * and not those of the last walk. The first walk that finds the same names as one before it is the last. All that was seen
 * counts: nobody hides anything by serving something else at every walk. `spent` grows by what counts.
 */
export async function walkUntilAgreed(
  walk: (spent: Spent) => Promise<Walk | FailedObservation>,
  list: List,
  memo: PageMemo,
  limits: Pick<Limits, 'maxItems' | 'maxBytes'>,
  spent: Spent,
  time: ReadingTime,
): Promise<AgreedWalk | FailedObservation> {
  const walks: Walk[] = [];
  const found = new Set<string>();
  const all = { ...spent };
  for (;;) {
    const one = { ...spent };
    const next = await walk(one);
    if (next.outcome !== 'listed') return next;
    const isLast = memo.noteWalk(list.method, digestOfPages(next));
    if (isLast || (walks.length === 0 && next.pages.length === 1)) {
      Object.assign(spent, one);
      return { ...next, earlier: [], isAgreed: true, remarks: [] };
    }
    const names = digestOfNames(next, list);
    if (found.has(names)) {
      Object.assign(spent, one);
      const remark = `the ${list.noun} changed between two walks over its pages: all that was seen counts`;
      return withEarlier(next, walks, true, remark);
    }
    all.items += one.items - spent.items;
    all.bytes += one.bytes - spent.bytes;
    if (walks.length + 1 === maxWalks || time.leftMs(walkShare) <= 0) {
      Object.assign(spent, all);
      const remark =
        walks.length === 0
          ? `there was no time to walk over the pages of the ${list.noun} twice`
          : `the ${list.noun} held other items at each walk over its pages: all that was seen counts`;
      return tooMuch(list, limits, spent) ?? withEarlier(next, walks, false, remark);
    }
    found.add(names);
    walks.push(next);
  }
}

function withEarlier(walk: Walk, walks: readonly Walk[], isAgreed: boolean, remark: string): AgreedWalk {
  return { ...walk, earlier: walks.toReversed(), isAgreed, remarks: [remark] };
}

function digestOfPages({ pages }: Walk): string {
  return sha256(pages.map((page) => page.digest).join(' '));
}

/** Equal for walks that find the same names equally often, in whatever order. */
function digestOfNames({ pages }: Walk, list: List): string {
  const names = pages.flatMap((page) => itemNames(page, list));
  return sha256(JSON.stringify(names.sort()));
}
