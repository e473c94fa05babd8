import { own } from '../core/json.ts';
import type { FailedObservation } from '../monitor/ports-reading.ts';
import type { Limits } from '../monitor/ports-watched.ts';
import type { Connection } from './connection.ts';
import { isMethodNotFound } from './is-method-not-found.ts';
import { promptList, resourceList, templateList, toolList, type List } from './lists.ts';
import type { RawResult } from './raw-result.ts';
import { request } from './request.ts';
import type { ReadingTime } from './reading-time.ts';
import { PageError, walkPages, type Spent } from './walk-pages.ts';
import { walkUntilAgreed, type AgreedWalk } from './walk-until-agreed.ts';

export interface ReadList extends AgreedWalk {
  readonly list: List;
}

export interface ReadLists {
  readonly outcome: 'listed';
  readonly lists: readonly ReadList[];
  readonly remarks: readonly string[];
}

/** Reads all pages of all lists that a server has. Tools are asked for even where it does not say that it has them. */
export async function readLists(
  connection: Connection,
  /** The raw answer to `initialize` or `server/discover`. */
  handshake: RawResult,
  limits: Limits,
  spent: Spent,
  time: ReadingTime,
  signal: AbortSignal,
): Promise<ReadLists | FailedObservation> {
  const has = (name: string): boolean => own(own(handshake.value, 'capabilities'), name) !== undefined;
  const wanted = [
    toolList,
    ...(has('prompts') ? [promptList] : []),
    ...(has('resources') ? [resourceList, templateList] : []),
  ];
  const lists: ReadList[] = [];
  const remarks: string[] = [];
  for (const list of wanted) {
    const walk = await readList(connection, list, limits, spent, time, signal).catch((error: unknown) => {
      const isMissing = list === toolList ? !has('tools') : true;
      if (isMissing && isMethodNotFound(causeOf(error))) return null;
      throw error;
    });
    if (walk !== null && walk.outcome !== 'listed') return walk;
    if (walk !== null) lists.push({ list, ...walk });
    else if (list === promptList || list === resourceList)
      remarks.push(`\`${list.key}\` are announced, but the server does not know \`${list.method}\``);
  }
  return { outcome: 'listed', lists, remarks };
}

async function readList(
  connection: Connection,
  list: List,
  limits: Limits,
  spent: Spent,
  time: ReadingTime,
  signal: AbortSignal,
): Promise<AgreedWalk | FailedObservation> {
  const fetchPage = (cursor: string | null) =>
    request(connection, list.method, cursor === null ? {} : { cursor }, limits.readTimeoutMs, signal);
  const { memo } = connection;
  const walk = (own: Spent) => walkPages(fetchPage, list, (page) => memo.factsOf(list, page), limits, own);
  try {
    return await walkUntilAgreed(walk, list, memo, limits, spent, time);
  } catch (error) {
    // Tools are asked for first: a lost session shows there, and has to be seen as such.
    throw list === toolList || error instanceof PageError ? error : new PageError(1, list.noun, error);
  }
}

/** What made the first page of a list fail. */
function causeOf(error: unknown): unknown {
  return error instanceof PageError && error.page === 1 ? error.cause : error;
}
