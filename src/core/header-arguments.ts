import { isArray, isObject, own, type Json } from './json.ts';
import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from './schema-place.ts';

export const headerKey = 'x-mcp-header';

/** RFC 9110 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: ReadonlySet<Json | undefined> = new Set(['string', 'integer', 'boolean']);

export interface HeaderArguments {
  /** The headers that arguments are copied into, in lower case. */
  readonly names: ReadonlySet<string>;
  /** False: clients must drop the tool. */
  readonly isValid: boolean;
}

/**
 * The `x-mcp-header` declarations of an input schema (MCP 2026-07-28, Streamable HTTP, schema extension). Valid are tokens, no
 * two of them the same in lower case, on properties of type string, integer or boolean that are reached from the top through
 * `properties` alone. Iterative: the schema may be nested deeper than the stack.
 */
export function headerArguments(inputSchema: Json | undefined): HeaderArguments {
  const names = new Set<string>();
  let isValid = true;
  const rest: { readonly schema: Json; readonly isReached: boolean; readonly isTop: boolean }[] = [];
  if (inputSchema !== undefined) rest.push({ schema: inputSchema, isReached: true, isTop: true });
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { schema, isReached, isTop } = next;
    if (!isObject(schema)) continue;
    const declared = own(schema, headerKey);
    if (declared !== undefined) {
      const name = typeof declared === 'string' && token.test(declared) ? declared.toLowerCase() : null;
      isValid &&= isReached && !isTop && name !== null && !names.has(name) && types.has(own(schema, 'type'));
      if (name !== null) names.add(name);
    }
    for (const [key, value] of Object.entries(schema)) {
      const isReachedToo = isReached && key === 'properties';
      for (const inner of schemasIn(key, value)) rest.push({ schema: inner, isReached: isReachedToo, isTop: false });
    }
  }
  return { names, isValid };
}

function schemasIn(key: string, value: Json): readonly Json[] {
  if (schemaMapKeywords.has(key)) return isObject(value) ? Object.values(value) : [];
  if (schemaListKeywords.has(key)) return isArray(value) ? value : [];
  if (!schemaKeywords.has(key)) return [];
  return isArray(value) ? value : [value];
}
