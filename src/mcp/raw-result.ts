import { createHash } from 'node:crypto';
import { own, type Json } from '../core/json.ts';

/** A result as it was received: a text that is equal for equal results, its SHA-256, and its value. */
export class RawResult {
  readonly #source: string | Buffer;
  #text: string | null = null;
  #digest: string | null;
  #value: Json | undefined;

  /**
   * Without `value`, `source` must be what stood behind `"result":` in a JSON object, as text or as UTF-8: it is decoded
   * and parsed when somebody asks.
   */
  constructor(source: string | Buffer, value?: Json, digest: string | null = null) {
    this.#source = source;
    this.#value = value;
    this.#digest = digest;
  }

  /** Bytes or UTF-16 code units. */
  get size(): number {
    return this.#source.length;
  }

  get text(): string {
    this.#text ??= typeof this.#source === 'string' ? this.#source : this.#source.toString('utf8');
    return this.#text;
  }

  get digest(): string {
    this.#digest ??= sha256(this.text);
    return this.#digest;
  }

  get value(): Json {
    // JSON.parse returns nothing but JSON values. `null` may be the value.
    if (this.#value === undefined) this.#value = own(JSON.parse(`{"result":${this.text}}`) as Json, 'result') ?? null;
    return this.#value;
  }
}

/** SHA-256 of UTF-8 text, in hex. */
export function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}
