import { likeAscii } from './confusables.ts';

/** What clients leave of a longer name, when the model's provider allows no more. */
const maxLength = 64;

/**
 * A name as clients fold it before they hand it to a model: compatibility forms, letter case, whatever is neither letter nor
 * digit as `_`, and cut. Two tools whose names fold to the same are one to such a client, or stand for each other.
 */
export function foldName(name: string): string {
  const plain = name.slice(0, 1_000).normalize('NFKC').toLowerCase();
  return plain.replace(/[^\p{L}\p{M}\p{N}]/gu, '_').slice(0, maxLength);
}

/** The name as it looks: folded, without what does not show, and with letters of other alphabets as the ASCII ones they look like. */
export function lookOfName(name: string): string {
  return likeAscii(foldName(name.slice(0, 1_000).replace(/\p{Default_Ignorable_Code_Point}/gu, '')));
}
