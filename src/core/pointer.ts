import { pointerSegments } from './diff.ts';
import { isArray, isObject, own, type Json } from './json.ts';

/** What stands at `pointer` (RFC 6901) in `value`. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let found: Json | undefined = value;
  for (const segment of pointerSegments(pointer)) found = isArray(found) ? found[Number(segment)] : own(found, segment);
  return found;
}

/** `value` with `part` at `pointer`, where something stands already. */
export function replaceAt(value: Json, pointer: string, part: Json): Json {
  const replace = (inner: Json, [segment, ...rest]: readonly string[]): Json => {
    if (segment === undefined) return part;
    if (isArray(inner)) return inner.map((item, index) => (String(index) === segment ? replace(item, rest) : item));
    if (!isObject(inner)) return inner;
    // Defines own properties, `__proto__` included.
    return Object.fromEntries(
      Object.entries(inner).map(([key, item]) => [key, key === segment ? replace(item, rest) : item]),
    );
  };
  return replace(value, pointerSegments(pointer));
}
