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

const joiningRules = signalRules.filter(({ joins }) => joins === true);

/**
 * All hits in texts of one definition: in each by itself, and those of sentences that are split over several, which the model
 * reads together. For these, texts are taken in their order and, as that is the order of keys and not of the wire, the other way
 * round. Of two hits at one place the one of the first rule counts.
 */
export function scan(item: ItemKey, texts: readonly Text[], context: SignalContext): readonly Hit[] {
  const alone = apart(item, texts);
  const single = signalRules.flatMap((rule) => hitsOf(rule, alone, context));
  const taken = new Map<Text, Set<string>>();
  const inOne = single.filter(({ text, start, end }) => {
    const places = taken.get(text) ?? new Set();
    taken.set(text, places);
    const place = `${start} ${end}`;
    return !places.has(place) && places.add(place);
  });
  const values = texts.filter(({ inKey }) => !inKey);
  if (values.length < 2) return inOne;
  const split = [values, values.toReversed()].flatMap((order) => {
    const document = joined(item, order);
    return joiningRules.flatMap((rule) => hitsOf(rule, document, context, true));
  });
  return [...inOne, ...split];
}

function hitsOf(rule: SignalRule, document: Document, context: SignalContext, isSplit = false): readonly Hit[] {
  return rule.find(document, context).flatMap(({ start, end }): readonly Hit[] => {
    const piece = pieceAt(document, start);
    if (piece === undefined || rule.countsIn?.(piece.text, document.item) === false) return [];
    const { text, at, from, length } = piece;
    if (isSplit && (end <= at + length || pieceAt(document, end - 1)?.text === text)) return [];
    const place = { start: from + start - at, end: from + Math.min(end - at, length) };
    return [{ item: document.item, rule, text, ...place, words: document.text.slice(start, end) }];
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
