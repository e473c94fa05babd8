import { canonicalise, type Canonical } from './canonical.ts';
import { itemKey, type Definition, type RawItem, type Surface } from './definition.ts';
import { fingerprintText } from './fingerprint.ts';
import type { Json } from './json.ts';
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

/** What is to be known of an item without holding its text. */
interface Summary {
  readonly item: RawItem;
  readonly fingerprint: string;
  readonly invalid: string | null;
  readonly length: number;
}

/** Definitions of one name are kept with their texts up to this many characters, beyond by their fingerprints alone. */
const maxLength = 2_000_000;

/** The canonical text of an item; of one that parsers may disagree about, the text that tells apart what they may see. */
function canonicaliseItem({ value, raw }: RawItem, maxDepth: number | undefined): Canonical {
  const canonical = canonicalise(value, maxDepth);
  if (raw === undefined) return canonical;
  return { text: canonicaliseText(raw), invalid: canonical.invalid ?? findAmbiguity(raw) };
}

/** One item, or several of one name taken together: clients disagree which of them counts, so all of them are pinned. */
function define(group: readonly RawItem[], maxDepth: number | undefined): Defined {
  const copies = group.map((item): Summary => {
    const { text, invalid } = canonicaliseItem(item, maxDepth);
    return { item, fingerprint: fingerprintText(text), invalid, length: text.length };
  });
  const [first] = copies;
  if (first === undefined) throw new RangeError('a definition needs at least one item');
  const definition = copies.length === 1 ? new OneItem(first, maxDepth) : defineTogether(first, copies, maxDepth);
  return { definition, lines: copies.map(({ item, fingerprint }) => lineOf(item, fingerprint)) };
}

/** Value and text are made when somebody asks: those of all definitions at once need many times what the server sent. */
class OneItem implements Definition {
  readonly kind: Definition['kind'];
  readonly name: string;
  readonly fingerprint: string;
  readonly invalid: string | null;
  readonly length: number;
  readonly copies = 1;
  readonly #item: RawItem;
  readonly #maxDepth: number | undefined;

  constructor({ item, fingerprint, invalid, length }: Summary, maxDepth: number | undefined) {
    this.kind = item.kind;
    this.name = item.name;
    this.fingerprint = fingerprint;
    this.invalid = invalid;
    this.length = length;
    this.#item = item;
    this.#maxDepth = maxDepth;
  }

  get value(): Json {
    return this.#item.value;
  }

  get text(): string {
    return canonicaliseItem(this.#item, this.#maxDepth).text;
  }
}

function defineTogether({ item }: Summary, copies: readonly Summary[], maxDepth: number | undefined): Definition {
  const { kind, name } = item;
  const length = copies.reduce((sum, copy) => sum + copy.length, 0);
  const parts =
    length > maxLength
      ? copies.map(({ fingerprint }) => ({ value: fingerprint, text: canonicalise(fingerprint).text }))
      : copies.map((copy) => ({ value: copy.item.value, text: canonicaliseItem(copy.item, maxDepth).text }));
  parts.sort((a, b) => (a.text < b.text ? -1 : 1));
  const text = `[${parts.map((part) => part.text).join(',')}]`;
  return {
    kind,
    name,
    value: parts.map((part) => part.value),
    text,
    length: text.length,
    invalid:
      length > maxLength
        ? `together they are longer than ${maxLength} characters`
        : (copies.find((copy) => copy.invalid !== null)?.invalid ?? null),
    copies: copies.length,
    fingerprint: fingerprintText(text),
  };
}
