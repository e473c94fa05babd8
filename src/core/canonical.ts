import { isArray, type Json, type JsonObject } from './json.ts';

/** Canonical text of a value, and why it is not one that RFC 8785 knows (null when it is). */
export interface Canonical {
  readonly text: string;
  readonly invalid: string | null;
}

/** Nesting beyond this makes a definition invalid; clients and validators give up far earlier. */
export const maxDefinitionDepth = 200;

interface Frame {
  readonly value: readonly Json[] | JsonObject;
  /** Sorted keys of an object, null for an array. */
  readonly keys: readonly string[] | null;
  next: number;
}

/**
 * The RFC 8785 text of `value`. Total: what RFC 8785 refuses is written all the same (a lone surrogate as its `\uXXXX`
 * escape, a non-finite number as `1e999`), unlike any valid text, and named in `invalid`. An explicit stack, because a
 * server may nest 20,000 deep.
 */
export function canonicalise(value: Json, maxDepth = maxDefinitionDepth): Canonical {
  let text = '';
  let invalid: string | null = null;
  const stack: Frame[] = [];

  const open = (container: readonly Json[] | JsonObject): void => {
    if (stack.length >= maxDepth) invalid ??= `nested deeper than ${maxDepth} levels`;
    if (isArray(container)) {
      text += '[';
      stack.push({ value: container, keys: null, next: 0 });
    } else {
      text += '{';
      // Default sort order is by UTF-16 code unit, as RFC 8785 3.2.3 asks.
      stack.push({ value: container, keys: Object.keys(container).sort(), next: 0 });
    }
  };
  const quote = (string: string): string => {
    if (!string.isWellFormed()) invalid ??= 'a string holds a lone surrogate';
    return JSON.stringify(string);
  };
  const write = (item: Json): void => {
    if (typeof item === 'string') text += quote(item);
    else if (typeof item === 'object' && item !== null) open(item);
    else if (typeof item === 'number' && !Number.isFinite(item)) {
      invalid ??= 'a number is not finite';
      text += item < 0 ? '-1e999' : '1e999';
    } else text += JSON.stringify(item);
  };

  write(value);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const index = frame.next++;
    if (frame.keys === null) {
      const array = frame.value as readonly Json[]; // keys are null for arrays only
      if (index >= array.length) {
        text += ']';
        stack.pop();
        continue;
      }
      if (index > 0) text += ',';
      write(array[index] ?? null);
    } else {
      const key = frame.keys[index];
      if (key === undefined) {
        text += '}';
        stack.pop();
        continue;
      }
      text += index > 0 ? `,${quote(key)}:` : `${quote(key)}:`;
      write((frame.value as JsonObject)[key] ?? null); // keys exist for objects only
    }
  }
  return { text, invalid };
}
