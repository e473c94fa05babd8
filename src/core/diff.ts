import { canonicalise, maxDefinitionDepth } from './canonical.ts';
import type { Edit } from './finding.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';

/** A definition with more edits is told as replaced: nobody reads them, and a server could send millions. */
const maxEditsOfOne = 1_000;

/** Places with longer pointers are compared as one: a long key above many edits would be repeated in each of them. */
const maxPointerLength = 2_000;

/**
 * The edits that lead from `before` to `after`, by JSON pointer (RFC 6901), in document order of the sorted keys; the
 * whole as one edit if there are more than `maxEdits`. Empty if and only if both have the same canonical text.
 */
export function diffJson(before: Json, after: Json, maxEdits = maxEditsOfOne): readonly Edit[] {
  const edits: Edit[] = [];
  const isFull = (): boolean => edits.length > maxEdits;
  const walk = (was: Json, is: Json, pointer: string, depth: number): void => {
    if (was === is) return;
    // Deeper than any valid definition: compare as one, so that hostile nesting cannot overflow the stack.
    if (depth <= maxDefinitionDepth && pointer.length <= maxPointerLength) {
      if (isObject(was) && isObject(is)) return walkObject(was, is, pointer, depth);
      if (isArray(was) && isArray(is) && canWalk(was, is)) return walkArray(was, is, pointer, depth);
    }
    if (differ(was, is)) edits.push({ pointer, before: was, after: is });
  };
  const walkObject = (was: JsonObject, is: JsonObject, pointer: string, depth: number): void => {
    for (const key of keysToCompare(was, is)) {
      if (isFull()) return;
      const at = `${pointer}/${escapeSegment(key)}`;
      const inBefore = Object.hasOwn(was, key);
      const inAfter = Object.hasOwn(is, key);
      if (inBefore && inAfter) walk(was[key] ?? null, is[key] ?? null, at, depth + 1);
      else if (inBefore) edits.push({ pointer: at, before: was[key] ?? null });
      else edits.push({ pointer: at, after: is[key] ?? null });
    }
  };
  const walkArray = (was: readonly Json[], is: readonly Json[], pointer: string, depth: number): void => {
    for (const [index, item] of was.entries()) {
      if (isFull()) return;
      walk(item, is[index] ?? null, `${pointer}/${index}`, depth + 1);
    }
  };
  walk(before, after, '', 0);
  return isFull() ? [{ pointer: '', before, after }] : edits;
}

/** Whether the canonical texts of two values that are not identical differ: those of plain values do. */
function differ(was: Json, is: Json): boolean {
  if (typeof was !== 'object' || typeof is !== 'object') return true;
  return canonicalise(was).text !== canonicalise(is).text;
}

/** The keys of both, sorted, without those that clearly hold the same: most do. */
function keysToCompare(was: JsonObject, is: JsonObject): readonly string[] {
  const keys = Object.keys(was).filter((key) => !Object.hasOwn(is, key) || !areSame(was[key], is[key]));
  for (const key of Object.keys(is)) if (!Object.hasOwn(was, key)) keys.push(key);
  return keys.length > 1 ? keys.sort() : keys;
}

/** True if both are one plain value, or hold the same plain values. Looks no further down, so that nothing is looked at often. */
function areSame(was: Json | undefined, is: Json | undefined): boolean {
  if (was === is) return true;
  if (isArray(was)) return isArray(is) && was.length === is.length && was.every((item, at) => item === is[at]);
  if (!isObject(was) || !isObject(is)) return false;
  const keys = Object.keys(was);
  const isSameAt = (key: string): boolean => Object.hasOwn(is, key) && was[key] === is[key];
  return keys.length === Object.keys(is).length && keys.every(isSameAt);
}

/** Index by index only where an index means the same place on both sides; a list of plain values reads better whole. */
function canWalk(before: readonly Json[], after: readonly Json[]): boolean {
  return before.length === after.length && before.some((item) => typeof item === 'object' && item !== null);
}

function escapeSegment(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/** The JSON pointer (RFC 6901) of a path. */
export function toPointer(path: readonly string[]): string {
  return path.map((segment) => `/${escapeSegment(segment)}`).join('');
}

/** The segments of a JSON pointer, unescaped. */
export function pointerSegments(pointer: string): readonly string[] {
  const segments = pointer.split('/').slice(1);
  if (!pointer.includes('~')) return segments;
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
