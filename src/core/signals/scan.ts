import type { ItemKey } from '../definition.ts';
import { apart, joined, pieceAt } from './document.ts';
import { signalRules } from './rules.ts';
import type { Document, SignalContext, SignalRule, Span, Text } from './signal.ts';

/** A rule that matches somewhere in a text. */
export interface Hit extends Span {
  readonly item: ItemKey;
  readonly rule: Pick<SignalRule, 'name' | 'severity' | 'sentence'>;
  readonly text: Text;
  /** The matched words, of a sentence that goes on in other texts all of it. */
  readonly words: string;
}

/**
 * All hits in texts of one definition: in each by itself, and those of sentences that are split over several, which the model
 * reads together. For these, texts are taken in their order and, as that is the order of keys and not of the wire, the other way
 * round. Of two hits at one place the one of the first rule counts.
 */
export function scan(item: ItemKey, texts: readonly Text[], context: SignalContext): readonly Hit[] {
  if (texts.length === 0) return [];
  const single = hitsIn(apart(item, texts), signalRules, context);
  const inOne = single.length > 1 ? oncePerPlace(single) : single;
  const values = texts.filter(({ inKey }) => !inKey);
  if (values.length < 2) return inOne;
  const split = [values, values.toReversed()].flatMap((order) =>
    hitsIn(joined(item, order), joiningRules, context, true),
  );
  return [...inOne, ...split];
}

const joiningRules = signalRules.filter(({ joins }) => joins === true);
const needed = new RegExp(signalRules.flatMap(({ needs }) => needs?.source ?? []).join('|'));

function hitsIn(
  document: Document,
  rules: readonly SignalRule[],
  context: SignalContext,
  isSplit = false,
): readonly Hit[] {
  // Most short texts hold nothing of what the rules about wording need.
  const isWordless = !needed.test(document.folded.text);
  const hits: Hit[] = [];
  for (const rule of rules) {
    if (isWordless && rule.needs !== undefined) continue;
    for (const span of rule.find(document, context)) {
      const hit = hitOf(rule, document, span, isSplit);
      if (hit !== null) hits.push(hit);
    }
  }
  return hits;
}

function hitOf(rule: SignalRule, document: Document, { start, end }: Span, isSplit: boolean): Hit | null {
  const piece = pieceAt(document, start);
  if (piece === undefined || rule.countsIn?.(piece.text, document.item) === false) return null;
  const { text, at, from, length } = piece;
  if (isSplit && (end <= at + length || pieceAt(document, end - 1)?.text === text)) return null;
  const place = { start: from + start - at, end: from + Math.min(end - at, length) };
  return { item: document.item, rule, text, ...place, words: document.text.slice(start, end) };
}

function oncePerPlace(hits: readonly Hit[]): readonly Hit[] {
  const taken = new Map<Text, Set<string>>();
  return hits.filter(({ text, start, end }) => {
    const places = taken.get(text) ?? new Set();
    taken.set(text, places);
    const place = `${start} ${end}`;
    return !places.has(place) && places.add(place);
  });
}

/** Hits of `after` beyond those that say the same in `before`: what was approved once is not new. */
export function beyond(before: readonly Hit[], after: readonly Hit[]): readonly Hit[] {
  const known = new Map<string, number>();
  for (const hit of before) known.set(keyOf(hit), (known.get(keyOf(hit)) ?? 0) + 1);
  return after.filter((hit) => {
    const left = known.get(keyOf(hit)) ?? 0;
    if (left > 0) known.set(keyOf(hit), left - 1);
    return left === 0;
  });
}

function keyOf({ rule, words }: Hit): string {
  return `${rule.name}\n${words.toLowerCase()}`;
}
