import { isObject, own, type Json } from '../core/json.ts';

/** A result as it was received: its value, and a text that is equal for equal results. */
export interface RawResult {
  readonly value: Json;
  readonly text: string;
}

const lists = new Set(['tools/list']);
const handshakes = new Set(['initialize', 'server/discover']);

/** What the SDK gets to see of a list: it validates whole lists against the spec, and one odd tool would cost us all of them. */
const emptyList: Json = { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' };

/**
 * Takes raw results out of a JSON-RPC connection before the SDK parses them (it strips unknown keys, drops tools, rejects
 * lists). Both transports tell it what they send and what they receive.
 */
export class ResultTap {
  readonly #waiting = new Map<Json, string>();
  readonly #results = new Map<string, RawResult>();

  /** Notes the requests whose results are ours to read. */
  sent(message: Json): void {
    const method = own(message, 'method');
    const id = own(message, 'id');
    if (typeof method !== 'string' || id === undefined) return;
    if (lists.has(method) || handshakes.has(method)) this.#waiting.set(id, method);
  }

  /** True if an answer to one of our own reads is outstanding. */
  isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Takes the result out of `message`, whose JSON text is `text`; returns what the SDK shall see instead. */
  received(message: Json, text: string): Json {
    const id = own(message, 'id');
    if (!isObject(message) || id === undefined) return message;
    const method = this.#waiting.get(id);
    if (method === undefined) return message;
    this.#waiting.delete(id);
    const value = own(message, 'result');
    if (value === undefined) return message;
    this.#results.set(method, { value, text: withoutEnvelope(text, id) });
    return lists.has(method) ? { jsonrpc: '2.0', id, result: emptyList } : message;
  }

  /** The latest result of `method`, once. */
  take(method: string): RawResult | null {
    const result = this.#results.get(method) ?? null;
    this.#results.delete(method);
    return result;
  }
}

/**
 * Cuts off an envelope of exactly the known forms, so that the same result under another request id has the same text.
 * Any other form is left whole: then equal results merely look different, never different ones equal.
 */
function withoutEnvelope(text: string, id: Json): string {
  const json = JSON.stringify(id);
  for (const head of [`{"jsonrpc":"2.0","id":${json},"result":`, `{"id":${json},"jsonrpc":"2.0","result":`]) {
    if (text.startsWith(head)) return text.slice(head.length);
  }
  for (const tail of [`,"jsonrpc":"2.0","id":${json}}`, `,"id":${json},"jsonrpc":"2.0"}`]) {
    if (text.startsWith('{"result":') && text.endsWith(tail))
      return text.slice('{"result":'.length, -tail.length) + '}';
  }
  return text;
}
