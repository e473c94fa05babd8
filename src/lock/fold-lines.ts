import { isArray, isObject, own, type Json } from '../core/json.ts';

/** The one key of an object that stands for a text of several lines. */
const key = '$lines';

/**
 * `value` with each text of several lines as `{ "$lines": [line...] }`, and keys in the order of RFC 8785, so that a comparison
 * of two files shows the line that changed. Recursive: for values of a bounded depth.
 */
export function foldLines(value: Json): Json {
  if (typeof value === 'string') return value.includes('\n') ? { [key]: value.split('\n') } : value;
  if (isArray(value)) return value.map(foldLines);
  if (!isObject(value)) return value;
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, inner]) => [name, foldLines(inner)]));
}

/** The inverse of `foldLines`, for every value that holds no such object itself. */
export function unfoldLines(value: Json): Json {
  if (isArray(value)) return value.map(unfoldLines);
  if (!isObject(value)) return value;
  const lines = own(value, key);
  if (isArray(lines) && Object.keys(value).length === 1 && lines.every((line) => typeof line === 'string'))
    return lines.join('\n');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unfoldLines(inner)]));
}
