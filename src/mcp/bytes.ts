import { tooManyBytes } from './limit-error.ts';

/** A body as it arrives. */
export type Bytes = AsyncIterable<Uint8Array>;

/** What comes in pieces is kept in pieces up to this size. */
const maxInPieces = 4_000_000;
/** So many pieces become one: each costs memory, however small it is. */
const maxPieces = 1_000;

/**
 * Puts pieces together. A long text goes into one piece of memory from the start: what of it is never written to costs
 * nothing, while copies of what is would cost as much again.
 */
export class Gatherer {
  readonly #what: string;
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #newest: Uint8Array[] = [];
  #whole: Buffer | null = null;
  #bytes = 0;

  /** `what` may grow to `maxBytes`. */
  constructor(what: string, maxBytes: number) {
    this.#what = what;
    this.#maxBytes = maxBytes;
  }

  /** Throws a `LimitError` when all together is too long. */
  add(piece: Uint8Array): void {
    const end = this.#bytes + piece.byteLength;
    if (end > this.#maxBytes) throw tooManyBytes(this.#what, this.#maxBytes);
    if (this.#whole === null && end > maxInPieces) {
      this.#whole = Buffer.allocUnsafeSlow(this.#maxBytes);
      this.#join().copy(this.#whole);
    }
    if (this.#whole === null) this.#keep(piece);
    else this.#whole.set(piece, this.#bytes);
    this.#bytes = end;
  }

  /** The same as `add` and `take`, without a copy where `piece` is all there is. */
  takeWith(piece: Buffer): Buffer {
    if (this.#bytes === 0 && piece.length <= this.#maxBytes) return piece;
    this.add(piece);
    return this.take();
  }

  /** All that was added since the last time. */
  take(): Buffer {
    const all = this.#whole?.subarray(0, this.#bytes) ?? this.#join();
    this.#whole = null;
    this.#bytes = 0;
    return all;
  }

  #keep(piece: Uint8Array): void {
    this.#newest.push(piece);
    if (this.#newest.length < maxPieces) return;
    this.#pieces.push(Buffer.concat(this.#newest));
    this.#newest = [];
  }

  #join(): Buffer {
    const pieces = [...this.#pieces, ...this.#newest];
    this.#pieces = [];
    this.#newest = [];
    return Buffer.concat(pieces);
  }
}

/** Reads a body to its end. Throws a `LimitError` as soon as it is longer than `maxBytes`. */
export async function readBytes(body: Bytes, maxBytes: number): Promise<Buffer> {
  const gatherer = new Gatherer('the answer', maxBytes);
  for await (const piece of body) gatherer.add(piece);
  return gatherer.take();
}

const byteOrderMark = Buffer.from('\uFEFF');

/** True if a byte order mark stands at its beginning. */
export function hasMark(bytes: Buffer): boolean {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
}

/** Without a byte order mark at its beginning. */
export function withoutMark(bytes: Buffer): Buffer {
  return hasMark(bytes) ? bytes.subarray(byteOrderMark.length) : bytes;
}

/**
 * UTF-8 text without a byte order mark. In one go: a streaming decoder makes strings of two bytes a character even of
 * ASCII, and they cost twice as much to parse and to hash.
 */
export function decodeUtf8(bytes: Buffer): string {
  return withoutMark(bytes).toString('utf8');
}
