import { createHash } from 'node:crypto';
import type { Json } from '../core/json.ts';
import { decodeUtf8 } from './bytes.ts';
import type { RawRead } from './lists.ts';
import { parseMessage } from './parse-message.ts';
import { findList, type RawList } from './raw-list.ts';

/** A result as it was received: its JSON text, a SHA-256 that is equal for equal results, and its value. */
export class RawResult {
  readonly bytes: Buffer;
  /** False where the text of the whole answer stands for the result, which parsers may disagree about. */
  readonly isPlain: boolean;
  #digest: string | null;
  #value: Json | undefined;
  #list: { readonly key: string; readonly found: ReturnType<typeof findList> } | null = null;

  /** `bytes`: what stood behind `"result":`, or the whole answer; then `value` is the result in it. */
  constructor(
    bytes: Buffer,
    { digest = null, value }: { readonly digest?: string | null; readonly value?: Json } = {},
  ) {
    this.bytes = bytes;
    this.isPlain = value === undefined;
    this.#digest = digest;
    this.#value = value;
  }

  get text(): string {
    return decodeUtf8(this.bytes);
  }

  get digest(): string {
    this.#digest ??= sha256(this.bytes);
    return this.#digest;
  }

  /** Throws a `SyntaxError` where the text is not JSON, and a `LimitError` where it is long. */
  get value(): Json {
    this.#value ??= parseMessage(this.bytes);
    return this.#value;
  }

  /** The list that was asked for, or why there is none. Throws as `findList` does. */
  listOf(read: Pick<RawRead, 'key' | 'maxItemBytes'>): RawList | 'none' | 'twice' {
    if (!this.isPlain) return 'twice';
    const { key } = read;
    if (this.#list?.key !== key) this.#list = { key, found: findList(this.bytes, read) };
    return this.#list.found;
  }
}

/** SHA-256 of UTF-8 text, in hex. */
export function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}
