import { canonicalise } from './canonical.ts';
import { itemKey, type Definition, type RawItem, type Surface } from './definition.ts';
import { fingerprintText } from './fingerprint.ts';

/** What a reading showed, in order of kind and name, with the fingerprint of each definition and of the whole. */
export function buildSurface(items: readonly RawItem[], maxDepth?: number): Surface {
  const groups = new Map<string, RawItem[]>();
  for (const item of items) {
    const key = itemKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  const definitions = [...groups.keys()].sort().map((key) => define(groups.get(key) ?? [], maxDepth));
  return { definitions, fingerprint: fingerprintSurface(definitions) };
}

/** SHA-256 over `kind \n name \n fingerprint \n`, sorted by code unit (DESIGN 9). */
export function fingerprintSurface(definitions: readonly Pick<Definition, 'kind' | 'name' | 'fingerprint'>[]): string {
  const lines = definitions.map((item) => `${item.kind}\n${item.name}\n${item.fingerprint}\n`).sort();
  return fingerprintText(lines.join(''));
}

/** One item, or several of one name taken together: clients disagree which of them counts, so all of them are pinned. */
function define(group: readonly RawItem[], maxDepth: number | undefined): Definition {
  const [first] = group;
  if (first === undefined) throw new RangeError('a definition needs at least one item');
  if (group.length === 1) {
    const { text, invalid } = canonicalise(first.value, maxDepth);
    return {
      kind: first.kind,
      name: first.name,
      value: first.value,
      text,
      invalid,
      copies: 1,
      fingerprint: fingerprintText(text),
    };
  }
  const copies = group.map((item) => ({ value: item.value, ...canonicalise(item.value, maxDepth) }));
  copies.sort((a, b) => (a.text < b.text ? -1 : 1));
  const text = `[${copies.map((copy) => copy.text).join(',')}]`;
  return {
    kind: first.kind,
    name: first.name,
    value: copies.map((copy) => copy.value),
    text,
    invalid: copies.find((copy) => copy.invalid !== null)?.invalid ?? null,
    copies: copies.length,
    fingerprint: fingerprintText(text),
  };
}
