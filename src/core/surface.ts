import { canonicalise, type Canonical } from './canonical.ts';
import { itemKey, type Definition, type RawItem, type Surface } from './definition.ts';
import { fingerprintText } from './fingerprint.ts';
import { canonicaliseText, findAmbiguity } from './raw-json.ts';

/** What a reading showed, in order of kind and name, with the fingerprint of each definition and of the whole. */
export function buildSurface(items: readonly RawItem[], maxDepth?: number): Surface {
  const groups = new Map<string, RawItem[]>();
  for (const item of items) {
    const key = itemKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  const defined = [...groups.keys()].sort().map((key) => define(groups.get(key) ?? [], maxDepth));
  return {
    definitions: defined.map(({ definition }) => definition),
    fingerprint: fingerprintSurface(defined.flatMap(({ lines }) => lines)),
  };
}

/** SHA-256 over the sorted lines of all items (DESIGN 9), one for each copy of a name. */
function fingerprintSurface(lines: readonly string[]): string {
  return fingerprintText([...lines].sort().join(''));
}

/** `kind \n name \n fingerprint \n`. A fingerprint covers the name, so that a name with line feeds can fake no line. */
function lineOf({ kind, name }: RawItem, fingerprint: string): string {
  return `${kind}\n${name}\n${fingerprint}\n`;
}

interface Defined {
  readonly definition: Definition;
  readonly lines: readonly string[];
}

/** The canonical text of an item; of one that parsers may disagree about, the text that tells apart what they may see. */
function canonicaliseItem({ value, raw }: RawItem, maxDepth: number | undefined): Canonical {
  const canonical = canonicalise(value, maxDepth);
  if (raw === undefined) return canonical;
  return { text: canonicaliseText(raw), invalid: canonical.invalid ?? findAmbiguity(raw) };
}

/** One item, or several of one name taken together: clients disagree which of them counts, so all of them are pinned. */
function define(group: readonly RawItem[], maxDepth: number | undefined): Defined {
  const [first] = group;
  if (first === undefined) throw new RangeError('a definition needs at least one item');
  if (group.length === 1) {
    const { text, invalid } = canonicaliseItem(first, maxDepth);
    const { kind, name, value } = first;
    const fingerprint = fingerprintText(text);
    const definition = { kind, name, value, text, invalid, copies: 1, fingerprint };
    return { definition, lines: [lineOf(first, fingerprint)] };
  }
  const copies = group.map((item) => ({ value: item.value, ...canonicaliseItem(item, maxDepth) }));
  copies.sort((a, b) => (a.text < b.text ? -1 : 1));
  const text = `[${copies.map((copy) => copy.text).join(',')}]`;
  const definition = {
    kind: first.kind,
    name: first.name,
    value: copies.map((copy) => copy.value),
    text,
    invalid: copies.find((copy) => copy.invalid !== null)?.invalid ?? null,
    copies: copies.length,
    fingerprint: fingerprintText(text),
  };
  return { definition, lines: copies.map((copy) => lineOf(first, fingerprintText(copy.text))) };
}
