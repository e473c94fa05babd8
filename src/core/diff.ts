import { canonicalise, maxDefinitionDepth } from './canonical.ts';
import type { Edit } from './finding.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';

/**
 * The edits that lead from `before` to `after`, by JSON pointer (RFC 6901), in document order of the sorted keys.
 * Empty if and only if both have the same canonical text.
 */
export function diffJson(before: Json, after: Json): readonly Edit[] {
  const edits: Edit[] = [];
  walk(before, after, '', 0, edits);
  return edits;
}

function walk(before: Json, after: Json, pointer: string, depth: number, edits: Edit[]): void {
  if (before === after) return;
  // Deeper than any valid definition: compare as one, so that hostile nesting cannot overflow the stack.
  if (depth <= maxDefinitionDepth) {
    if (isObject(before) && isObject(after)) return walkObject(before, after, pointer, depth, edits);
    if (isArray(before) && isArray(after) && canWalk(before, after))
      return walkArray(before, after, pointer, depth, edits);
  }
  if (canonicalise(before).text !== canonicalise(after).text) edits.push({ pointer, before, after });
}

function walkObject(before: JsonObject, after: JsonObject, pointer: string, depth: number, edits: Edit[]): void {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const key of [...keys].sort()) {
    const at = `${pointer}/${escapeSegment(key)}`;
    const inBefore = Object.hasOwn(before, key);
    const inAfter = Object.hasOwn(after, key);
    if (inBefore && inAfter) walk(before[key] ?? null, after[key] ?? null, at, depth + 1, edits);
    else if (inBefore) edits.push({ pointer: at, before: before[key] ?? null });
    else edits.push({ pointer: at, after: after[key] ?? null });
  }
}

/** Index by index only where an index means the same place on both sides; a list of plain values reads better whole. */
function canWalk(before: readonly Json[], after: readonly Json[]): boolean {
  return before.length === after.length && before.some((item) => typeof item === 'object' && item !== null);
}

function walkArray(
  before: readonly Json[],
  after: readonly Json[],
  pointer: string,
  depth: number,
  edits: Edit[],
): void {
  for (const [index, item] of before.entries())
    walk(item, after[index] ?? null, `${pointer}/${index}`, depth + 1, edits);
}

function escapeSegment(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/** The segments of a JSON pointer, unescaped. */
export function pointerSegments(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
