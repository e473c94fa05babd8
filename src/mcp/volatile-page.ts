import { canonicalise } from '../core/canonical.ts';
import { isArray, isObject, type Json } from '../core/json.ts';

/**
 * What can be pinned of a page behind a tool (the `contents` of `resources/read`) that was another one when it was read
 * twice in a row: all but its text where nothing else differs, otherwise only that it is so.
 */
export function pinnable(first: Json, second: Json): Json {
  const [before, after] = [withoutText(first), withoutText(second)];
  return canonicalise(before).text === canonicalise(after).text ? after : [{ volatile: true }];
}

function withoutText(contents: Json): Json {
  if (!isArray(contents)) return contents;
  return contents.map((content) => {
    if (!isObject(content)) return content;
    const rest = Object.entries(content).filter(([key]) => key !== 'text' && key !== 'blob');
    // An entry may be called `__proto__`.
    return Object.fromEntries([...rest, ['volatile', true]]);
  });
}
