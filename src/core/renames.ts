import { canonicalise } from './canonical.ts';
import type { Baseline } from './classify.ts';
import type { Definition } from './definition.ts';
import { foldName } from './fold-name.ts';
import { isArray, isObject, own, type Json } from './json.ts';
import { itemsIn } from './prose.ts';

/** How alike two bodies are, from 0 to 1, to be taken for one tool under two names; likewise their descriptions. */
const likeBody = 0.8;
const likeDescription = 0.5;
/** A smaller body says nothing: any two of them are alike. */
const minTokens = 4;
/** Bounds the work: of a body as many tokens count, and so many pairs of bodies are compared. */
const maxTokens = 2_000;
const maxPairs = 10_000;

/** The former tool behind each of `added` that is probably one of `gone` under another name, by its new name. */
export function findRenames(gone: readonly Baseline[], added: readonly Definition[]): ReadonlyMap<string, Baseline> {
  if (gone.length === 0) return new Map();
  const formers = gone.filter(({ kind, copies }) => kind === 'tool' && copies === 1).map(bodyOf);
  const newcomers = added.filter(({ kind, copies }) => kind === 'tool' && copies === 1).map(bodyOf);
  const found = new Map<string, Baseline>();
  const used = new Set<Baseline>();
  const pair = (former: Baseline, newcomer: Definition): void => {
    found.set(newcomer.name, former);
    used.add(former);
  };
  for (const [former, newcomer] of sameBodies(formers, newcomers)) pair(former, newcomer);
  const left = formers.filter(({ item }) => !used.has(item));
  const open = newcomers.filter(({ item }) => !found.has(item.name));
  if (left.length * open.length > maxPairs) return found;
  const pairs = left.flatMap((former) =>
    open.map((newcomer) => ({ former, newcomer, likeness: likenessOf(former, newcomer) })),
  );
  for (const { former, newcomer } of pairs
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness))
    if (!used.has(former.item) && !found.has(newcomer.item.name)) pair(former.item, newcomer.item);
  return found;
}

interface Body<T> {
  readonly item: T;
  /** Canonical text of all but the name. */
  readonly text: string;
  readonly tokens: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

function bodyOf<T extends { readonly value: Json }>(item: T): Body<T> {
  const { name: _name, ...body } = isObject(item.value) ? item.value : {};
  const description = own(body, 'description');
  return {
    item,
    text: canonicalise(body).text,
    tokens: tokensOf(body),
    words: new Set(typeof description === 'string' ? wordsOf(description) : []),
  };
}

/** What a body says, as `key word`. */
function tokensOf(body: Json): ReadonlySet<string> {
  const tokens = new Set<string>();
  for (const { key, item } of itemsIn(body)) {
    if (tokens.size >= maxTokens) break;
    if (typeof item === 'string') for (const word of wordsOf(item)) tokens.add(`${key ?? ''} ${word}`);
    else if (isObject(item) || isArray(item)) tokens.add(key ?? '');
    else tokens.add(`${key ?? ''} ${String(item)}`);
  }
  return tokens;
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Bodies that are equal to the letter: names that fold to the same first, then in order. */
function sameBodies(
  formers: readonly Body<Baseline>[],
  newcomers: readonly Body<Definition>[],
): readonly (readonly [Baseline, Definition])[] {
  const pairs: (readonly [Baseline, Definition])[] = [];
  const used = new Set<Json>();
  const take = (keyOf: (body: Body<Baseline | Definition>) => string): void => {
    const waiting = new Map<string, Baseline[]>();
    for (const body of formers.toReversed()) {
      if (body.tokens.size < minTokens || used.has(body.item.value)) continue;
      const group = waiting.get(keyOf(body));
      if (group === undefined) waiting.set(keyOf(body), [body.item]);
      else group.push(body.item);
    }
    for (const body of newcomers) {
      const former = used.has(body.item.value) ? undefined : waiting.get(keyOf(body))?.pop();
      if (former === undefined) continue;
      pairs.push([former, body.item]);
      used.add(former.value).add(body.item.value);
    }
  };
  take(({ item, text }) => `${foldName(item.name)}\n${text}`);
  take(({ text }) => text);
  return pairs;
}

/** How alike two bodies are, 0 when they are too small or not enough alike. */
function likenessOf(a: Body<unknown>, b: Body<unknown>): number {
  if (Math.min(a.tokens.size, b.tokens.size) < minTokens) return 0;
  const body = jaccard(a.tokens, b.tokens);
  return body >= likeBody && jaccard(a.words, b.words) >= likeDescription ? body : 0;
}

/** The share of members that two sets have in common; 1 for two empty ones. */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const member of small) if (large.has(member)) common += 1;
  const all = a.size + b.size - common;
  return all === 0 ? 1 : common / all;
}
