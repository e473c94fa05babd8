import { describe, expect, it } from 'vitest';
import { Gatherer, readBytes } from '../../src/mcp/bytes.ts';

async function* inPieces(text: Buffer, size: number): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
}

describe('a body in pieces', () => {
  it.each([
    [10, 1],
    [5_000, 1],
    [3_999_999, 65_536],
    [4_000_001, 65_536],
    [9_000_000, 1_000_003],
  ])('of %i bytes is the same in pieces of %i', async (length, size) => {
    const text = Buffer.alloc(length, 'abcdefghijk');
    const read = await readBytes(inPieces(text, size), 10_000_000);
    expect(read.equals(text)).toBe(true);
  });

  it('is refused as soon as it is too long', async () => {
    await expect(readBytes(inPieces(Buffer.alloc(1_001), 100), 1_000)).rejects.toThrow(
      'the answer is longer than limits.maxBytes (1000 bytes)',
    );
  });

  it('may come after another one', () => {
    const gatherer = new Gatherer('a line', 6_000_000);
    for (const letter of ['a', 'b']) {
      const half = Buffer.alloc(2_500_000, letter);
      gatherer.add(half);
      expect(gatherer.takeWith(half).equals(Buffer.alloc(5_000_000, letter))).toBe(true);
    }
    expect(gatherer.take()).toHaveLength(0);
  });
});
