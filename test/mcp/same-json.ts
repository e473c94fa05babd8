import { isArray, isObject, type Json } from '../../src/core/json.ts';

/**
 * Where two JSON values first differ, as a path, or null. Own keys only, and their order counts: `toEqual` overlooks
 * `__proto__`, and overflows on what nests 20,000 deep.
 */
export function firstDifference(left: Json, right: Json): string | null {
  const stack: { readonly left: Json; readonly right: Json; readonly path: string }[] = [{ left, right, path: '$' }];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const a = entriesOf(pair.left);
    const b = entriesOf(pair.right);
    if (a === null || b === null) {
      if (!Object.is(pair.left, pair.right)) return pair.path;
      continue;
    }
    if (a.kind !== b.kind || a.entries.length !== b.entries.length) return pair.path;
    for (const [index, [key, value]] of a.entries.entries()) {
      const other = b.entries[index];
      if (other === undefined || other[0] !== key) return `${pair.path}.${key}`;
      stack.push({ left: value, right: other[1], path: pair.path.length > 200 ? pair.path : `${pair.path}.${key}` });
    }
  }
  return null;
}

function entriesOf(value: Json): { readonly kind: string; readonly entries: readonly [string, Json][] } | null {
  if (isArray(value)) return { kind: 'array', entries: value.map((item, index) => [String(index), item]) };
  return isObject(value) ? { kind: 'object', entries: Object.entries(value) } : null;
}
