import type { Json } from '../core/json.ts';
import { isDeeperThan } from '../core/raw-json.ts';
import { LimitError } from './limit-error.ts';

/** Far deeper than `limits.maxDepth`: what is only too deep for that is read, and told as such. */
const maxLevels = 20_000;
/** A text this short cannot do harm by its depth. */
const harmless = 256_000;

/** `JSON.parse`, which needs a hundred times the size of a text that does nothing but nest. Throws a `LimitError` for such a text. */
export function parseMessage(text: string): Json {
  if (text.length > harmless && isDeeperThan(text, maxLevels)) {
    throw new LimitError(`the answer nests deeper than ${maxLevels} levels`);
  }
  return JSON.parse(text) as Json; // JSON.parse returns nothing but JSON values
}
