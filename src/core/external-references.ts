import { isArray, own, type Json } from './json.ts';
import { itemsIn } from './prose.ts';

/** JSON Schema 2020-12, 8.2.3; `$recursiveRef` is that of 2019-09. */
const references = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

const dialect = /^https?:\/\/json-schema\.org\/(?:draft-0[3467]|draft\/20(?:19-09|20-12))\/schema#?$/;

/** A version of JSON Schema by its own address, or no mention of one. Any other address may name anything. */
export function isDialect(value: Json | undefined): boolean {
  return value === undefined || (typeof value === 'string' && dialect.test(value));
}

/**
 * What schemas in `value`, which stands under `key`, refer to outside of themselves. It is never fetched here (MCP 2026-07-28
 * forbids that), so what stands there may change while the definition stays. An `$id` makes nothing local: it may be a lie.
 */
export function externalReferences(value: Json | undefined, key: string | null = null): ReadonlySet<string> {
  const found = new Set<string>();
  if (typeof value === 'string' && key !== '$schema' && !references.has(key ?? '')) return found;
  for (const item of itemsIn(value, key)) {
    if (item.key === null || typeof item.item !== 'string') continue;
    const isOutside = references.has(item.key) && !item.item.startsWith('#');
    if (isOutside || (item.key === '$schema' && !isDialect(item.item))) found.add(item.item);
  }
  return found;
}

/** True if a tool, or one of several of one name, has a schema that refers to something outside of it. */
export function isUnpinned(tool: Json): boolean {
  const copies = isArray(tool) ? tool : [tool];
  const schemas = copies.flatMap((copy) => [own(copy, 'inputSchema'), own(copy, 'outputSchema')]);
  return schemas.some((schema) => externalReferences(schema).size > 0);
}
