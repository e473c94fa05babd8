import { canonicalise } from './canonical.ts';
import { contextOf, parseCanonical, type ApprovedText } from './compare.ts';
import { itemKey, type Definition, type DefinitionKind, type ItemKey, type Surface } from './definition.ts';
import { pointerSegments } from './diff.ts';
import type { Json } from './json.ts';
import { findPlaces, matchWhole } from './match-pattern.ts';
import { replaceAt, valueAt } from './pointer.ts';
import type { OtherTool } from './name-index.ts';
import { speaksIn } from './signals/raise.ts';
import type { SignalContext } from './signals/signal.ts';
import { parsePattern, type Refused } from './volatile-pattern.ts';

/** One text of one definition in which a person lets a narrow part vary. The rest of it stays what is approved. */
export interface VolatileText extends ItemKey {
  readonly pointer: string;
  readonly pattern: string;
}

/** What is approved with the placeholders of `texts` filled in as they are served: compare with this. */
export interface Pinned<T extends ApprovedText> {
  readonly approved: readonly T[];
  /** Definitions that differ in nothing else. */
  readonly varied: readonly ItemKey[];
}

/**
 * Fills what is served into the placeholders of what is approved, where both fit the pattern and nothing else of the text
 * differs. Whatever does not fit, or shows a signal of `high` or more, is left as it is approved, and so shows as drift.
 */
export function pinVolatile<T extends ApprovedText>(
  approved: readonly T[],
  surface: Surface,
  texts: readonly VolatileText[],
  elsewhere: readonly OtherTool[] = [],
): Pinned<T> {
  if (texts.length === 0) return { approved, varied: [] };
  const rules = new Map<string, VolatileText[]>();
  for (const text of texts) rules.set(itemKey(text), [...(rules.get(itemKey(text)) ?? []), text]);
  const served = new Map(surface.definitions.map((item) => [itemKey(item), item]));
  const varied: ItemKey[] = [];
  const context = contextOf(approved, surface, elsewhere);
  const filled = approved.map((item): T => {
    const key = itemKey(item);
    const [own, now] = [rules.get(key), served.get(key)];
    if (own === undefined || now === undefined || now.fingerprint === item.fingerprint) return item;
    const text = fill(item, now, own, context);
    if (text === null) return item;
    if (text !== now.text) return { ...item, lastText: text };
    varied.push({ kind: item.kind, name: item.name });
    return { ...item, fingerprint: now.fingerprint, lastFingerprint: now.fingerprint, lastText: text };
  });
  return { approved: filled, varied };
}

/** The approved text as it would be with the values that are served; null where there is nothing to fill in. */
function fill(
  item: ApprovedText,
  served: Definition,
  texts: readonly VolatileText[],
  context: SignalContext,
): string | null {
  if (item.fingerprint === null || item.lastText === null || item.copies !== 1 || served.copies !== 1) return null;
  const value = parseCanonical(item.lastText);
  // Of a text that parsers read differently, one reading is not the whole of it.
  if (canonicalise(value).text !== item.lastText) return null;
  let filled = value;
  for (const { pointer, pattern } of texts) {
    const [before, after] = [valueAt(filled, pointer), valueAt(served.value, pointer)];
    if (typeof before !== 'string' || typeof after !== 'string') continue;
    // What a person lets vary is a value: a value that speaks for an attack is drift.
    const mayVary = variesWithin(pattern, before, after) && !speaksIn(item, { pointer, before, after }, context);
    if (mayVary) filled = replaceAt(filled, pointer, after);
  }
  return filled === value ? null : canonicalise(filled).text;
}

/** What is told of a server whose definitions differ from what is approved in nothing else. */
export function remarkVaried(varied: readonly ItemKey[]): readonly string[] {
  const differ = varied.length === 1 ? '1 definition differs' : `${varied.length} definitions differ`;
  return varied.length === 0 ? [] : [`${differ} from what is approved only where a person lets it vary`];
}

/** True if `served` is `approved` with other contents of the placeholders. */
export function variesWithin(pattern: string, approved: string, served: string): boolean {
  const place = placeOf(pattern, approved);
  if ('refused' in place) return false;
  const { start, end } = place;
  const [head, tail] = [approved.slice(0, start), approved.slice(end)];
  if (served.length > approved.length + place.pattern.maxContent) return false;
  if (served.length < head.length + tail.length || !served.startsWith(head) || !served.endsWith(tail)) return false;
  const contents = matchWhole(place.pattern, served.slice(head.length, served.length - tail.length));
  return contents !== null;
}

/** An address in the text before a placeholder that has no path yet: the placeholder would name its host. */
const beforeHost = /[A-Za-z][A-Za-z0-9+.-]*:[/\\]{0,2}[^\s/\\]*$/;

/** The one place at which the pattern stands in the approved text. */
function placeOf(text: string, approved: string) {
  const pattern = parsePattern(text);
  if ('refused' in pattern) return pattern;
  const [place, other] = findPlaces(pattern, approved, 2);
  if (place === undefined) return { refused: 'the pattern is not found in the text that is approved' };
  if (other !== undefined)
    return { refused: 'the pattern is found in more than one place of the text: give more of the text around it' };
  if (place.contents.some(([start]) => beforeHost.test(approved.slice(Math.max(0, start - 300), start))))
    return { refused: 'a placeholder cannot stand for the host of an address' };
  return { pattern, start: place.start, end: place.end };
}

const never: ReadonlySet<DefinitionKind> = new Set([
  ...(['launch', 'identity-difference', 'era-difference', 'cache-hints', 'client-server', 'client-file'] as const),
]);

/** Keywords of a schema whose text is no text: what it is of, refers to, or accepts. */
const structure = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  '$schema',
  '$id',
  '$anchor',
  'type',
  'required',
  'format',
  'pattern',
]);

/** Why a rule cannot be approved for a definition with this approved value, or null. */
export function refuseVolatile({ kind, pointer, pattern }: VolatileText, approved: Json): Refused | null {
  if (never.has(kind)) return { refused: 'nothing of this may vary' };
  const segments = pointerSegments(pointer);
  const [last = '', above = ''] = segments.toReversed();
  if (structure.has(last) || (/^\d+$/.test(last) && structure.has(above)))
    return { refused: 'what a schema accepts or refers to cannot vary' };
  const text = valueAt(approved, pointer);
  if (typeof text !== 'string') return { refused: 'there is no text at this pointer in what is approved' };
  const place = placeOf(pattern, text);
  return 'refused' in place ? place : null;
}

/** `text` with the pattern in the place of what varies, null where it does not stand there once. */
export function blankText(pattern: string, text: string): string | null {
  const place = placeOf(pattern, text);
  return 'refused' in place ? null : text.slice(0, place.start) + pattern + text.slice(place.end);
}
