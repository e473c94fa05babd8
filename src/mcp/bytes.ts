import { tooManyBytes } from './limit-error.ts';

/** A body as it arrives. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Reads a body to its end as UTF-8 text. Throws a `LimitError` as soon as it is longer than `maxBytes`. */
export async function readText(body: Bytes, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooManyBytes('the answer', maxBytes);
    chunks.push(chunk);
  }
  return decodeUtf8(chunks);
}

/**
 * UTF-8 text of `chunks`, without a byte order mark. In one go: a streaming decoder makes strings of two bytes a character
 * even of ASCII, and they cost twice as much to parse and to hash.
 */
export function decodeUtf8(chunks: readonly Uint8Array[]): string {
  const text = Buffer.concat(chunks).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
