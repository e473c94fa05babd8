import { tooManyBytes } from './limit-error.ts';

/** A body as it arrives. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Reads a body to its end. Throws a `LimitError` as soon as it is longer than `maxBytes`. */
export async function readBytes(body: Bytes, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooManyBytes('the answer', maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * UTF-8 text without a byte order mark. In one go: a streaming decoder makes strings of two bytes a character even of
 * ASCII, and they cost twice as much to parse and to hash.
 */
export function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
