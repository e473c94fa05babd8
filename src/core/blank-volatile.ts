import { canonicalise } from './canonical.ts';
import { itemKey, type Definition, type Surface } from './definition.ts';
import { fingerprintText } from './fingerprint.ts';
import { replaceAt, valueAt } from './pointer.ts';
import { speaksIn } from './signals/raise.ts';
import type { SignalContext } from './signals/signal.ts';
import { blankText, type VolatileText } from './volatile.ts';

/**
 * `surface` with the pattern in the place of each text that a person lets vary, so that two surfaces which differ in nothing
 * else are equal. A value that speaks for an attack stays.
 */
export function blankVolatile(surface: Surface, texts: readonly VolatileText[], context: SignalContext): Surface {
  if (texts.length === 0) return surface;
  const definitions = surface.definitions.map((item) => {
    const own = texts.filter((text) => itemKey(text) === itemKey(item));
    return own.length === 0 || item.copies !== 1 || item.invalid !== null ? item : blank(item, own, context);
  });
  return {
    definitions,
    fingerprint: fingerprintText(definitions.map((item) => itemKey(item) + item.fingerprint).join('\n')),
  };
}

function blank(item: Definition, texts: readonly VolatileText[], context: SignalContext): Definition {
  let { value } = item;
  for (const { pointer, pattern } of texts) {
    const text = valueAt(value, pointer);
    const blanked = typeof text === 'string' ? blankText(pattern, text) : null;
    if (typeof text !== 'string' || blanked === null) continue;
    if (!speaksIn(item, { pointer, before: blanked, after: text }, context)) value = replaceAt(value, pointer, blanked);
  }
  if (value === item.value) return item;
  const { text } = canonicalise(value);
  const { kind, name, copies, invalid } = item;
  return { kind, name, copies, invalid, value, text, fingerprint: fingerprintText(text) };
}
