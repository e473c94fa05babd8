import type { Json } from '../core/json.ts';
import { isDeeperThan } from '../core/raw-json.ts';
import { decodeUtf8 } from './bytes.ts';
import { LimitError } from './limit-error.ts';
import { harmless, maxLevels } from './raw-list.ts';

/** Only a list may be longer than this: its items are parsed one by one. */
const maxBytes = 2_000_000;

/** `JSON.parse`, which may need fifty times the size of a text, for a text of limited size and depth. Throws a `LimitError` for any other. */
export function parseMessage(bytes: Buffer): Json {
  if (bytes.length > maxBytes) throw new LimitError(`a message that is no list is longer than ${maxBytes} bytes`);
  const text = decodeUtf8(bytes);
  if (text.length > harmless && isDeeperThan(text, maxLevels)) {
    throw new LimitError(`the answer nests deeper than ${maxLevels} levels`);
  }
  return JSON.parse(text) as Json; // JSON.parse returns nothing but JSON values
}
