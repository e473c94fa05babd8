import { isArray, isObject, type Json } from './json.ts';

/** Keys whose text people or the model read, wherever they stand. */
export const textKeywords = new Set(['description', 'title', '$comment', 'markdownDescription']);

/** Texts in `value` that stand under a keyword for people or the model. */
export function textsIn(value: Json | undefined): ReadonlySet<string> {
  const texts = new Set<string>();
  if (typeof value !== 'object') return texts;
  for (const { key, item } of itemsIn(value)) {
    if (key !== null && textKeywords.has(key) && typeof item === 'string') texts.add(item);
  }
  return texts;
}

/** Three words, words of a script that writes no spaces, or anything invisible: more than a plain value. */
const prose =
  /\S\s+\S+\s+\S|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{8}|\p{DI}/u;

/** Texts and keys in `value` that are more than plain values. */
export function proseIn(value: Json | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { key, item } of itemsIn(value)) {
    if (key !== null && prose.test(key)) found.add(key);
    if (typeof item === 'string' && prose.test(item)) found.add(item);
  }
  return found;
}

/** True if a text or key of `value` is more than a plain value. */
export function holdsProse(value: Json | undefined): boolean {
  if (typeof value === 'string') return prose.test(value);
  for (const { key, item } of itemsIn(value)) {
    if ((key !== null && prose.test(key)) || (typeof item === 'string' && prose.test(item))) return true;
  }
  return false;
}

/** `value`, which stands under `key`, and all that it holds. Iterative: it may be nested deeper than the stack. */
export function* itemsIn(
  value: Json | undefined,
  key: string | null = null,
): Generator<{ readonly key: string | null; readonly item: Json }> {
  const rest: { readonly key: string | null; readonly item: Json }[] = [];
  if (value !== undefined) rest.push({ key, item: value });
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    yield next;
    if (isArray(next.item)) for (const item of next.item) rest.push({ key: null, item });
    else if (isObject(next.item)) for (const [name, item] of Object.entries(next.item)) rest.push({ key: name, item });
  }
}
