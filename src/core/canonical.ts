import { isArray, type Json, type JsonObject } from './json.ts';

/** Canonical text of a value, and why it is not one that RFC 8785 knows (null when it is). */
export interface Canonical {
  readonly text: string;
  readonly invalid: string | null;
}

/** Nesting beyond this makes a definition invalid; clients and validators give up far earlier. */
export const maxDefinitionDepth = 200;

/**
 * The RFC 8785 text of `value`. Total: what RFC 8785 refuses is written all the same (a lone surrogate as its `\uXXXX`
 * escape, a non-finite number as `1e999`), unlike any valid text, and named in `invalid`.
 */
export function canonicalise(value: Json, maxDepth = maxDefinitionDepth): Canonical {
  const writer = new Writer(maxDepth);
  return { text: writer.write(value, 0), invalid: writer.invalid };
}

/** The stack holds this many levels with ease; below them an explicit one takes over, since a server may nest 20,000 deep. */
const recursionDepth = 100;

/** Printable ASCII without `"` and `\`: written as it is (RFC 8785 3.2.2.2). */
const plain = /^[\u0020\u0021\u0023-\u005B\u005D-\u007E]*$/;
/** Longer strings are searched faster by `JSON.stringify`. */
const maxPlainLength = 5_000;

class Writer {
  readonly #maxDepth: number;
  invalid: string | null = null;

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth;
  }

  write(value: Json, depth: number): string {
    if (typeof value === 'string') return this.#quote(value);
    if (typeof value !== 'object' || value === null) return this.#scalar(value);
    if (depth >= recursionDepth) return this.#writeDeep(value, depth);
    this.#checkDepth(depth);
    let text = '';
    if (isArray(value)) {
      for (const item of value) text += text === '' ? this.write(item, depth + 1) : `,${this.write(item, depth + 1)}`;
      return `[${text}]`;
    }
    for (const key of sortedKeys(value)) {
      text += `${text === '' ? '' : ','}${this.#quote(key)}:${this.write(value[key] ?? null, depth + 1)}`;
    }
    return `{${text}}`;
  }

  /** The same with a stack of our own. */
  #writeDeep(value: readonly Json[] | JsonObject, depth: number): string {
    let text = '';
    const stack: Frame[] = [];
    const open = (container: readonly Json[] | JsonObject): void => {
      this.#checkDepth(depth + stack.length);
      text += isArray(container) ? '[' : '{';
      stack.push(
        isArray(container)
          ? { items: container, keys: null, next: 0 }
          : { items: container, keys: sortedKeys(container), next: 0 },
      );
    };
    open(value);
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const entry = nextEntry(frame);
      if (entry === null) {
        text += frame.keys === null ? ']' : '}';
        stack.pop();
        continue;
      }
      if (frame.next > 1) text += ',';
      if (entry.key !== null) text += `${this.#quote(entry.key)}:`;
      if (typeof entry.item === 'object' && entry.item !== null) open(entry.item);
      else text += this.write(entry.item, 0);
    }
    return text;
  }

  #checkDepth(depth: number): void {
    if (depth >= this.#maxDepth) this.invalid ??= `nested deeper than ${this.#maxDepth} levels`;
  }

  #quote(string: string): string {
    if (string.length < maxPlainLength && plain.test(string)) return `"${string}"`;
    if (!string.isWellFormed()) this.invalid ??= 'a string holds a lone surrogate';
    return JSON.stringify(string);
  }

  #scalar(value: number | boolean | null): string {
    if (typeof value !== 'number' || Number.isFinite(value)) return JSON.stringify(value);
    this.invalid ??= 'a number is not finite';
    return value < 0 ? '-1e999' : '1e999';
  }
}

type Frame =
  | { readonly items: readonly Json[]; readonly keys: null; next: number }
  | { readonly items: JsonObject; readonly keys: readonly string[]; next: number };

function nextEntry(frame: Frame): { readonly key: string | null; readonly item: Json } | null {
  const index = frame.next++;
  if (frame.keys === null) return index < frame.items.length ? { key: null, item: frame.items[index] ?? null } : null;
  const key = frame.keys[index];
  return key === undefined ? null : { key, item: frame.items[key] ?? null };
}

/** Default sort order is by UTF-16 code unit, as RFC 8785 3.2.3 asks. */
function sortedKeys(object: JsonObject): readonly string[] {
  return Object.keys(object).sort();
}
