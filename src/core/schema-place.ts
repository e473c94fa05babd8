/** Keywords whose value is one schema, a list of schemas, or a map from names to schemas (JSON Schema 2020-12). */
export const schemaKeywords: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'additionalItems',
]);
export const schemaListKeywords: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
export const schemaMapKeywords: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** Where in a schema of a tool an edit stands. A parameter may have the name of any keyword, so only the whole path tells. */
export interface SchemaPlace {
  readonly side: 'input' | 'output';
  /** Steps from the tool to the innermost schema that the edit is in. */
  readonly schema: readonly string[];
  /** The keyword of that schema which changed, null: the schema as a whole did. */
  readonly keyword: string | null;
  /** True: the edit is about the value of the keyword as a whole, not about something within it. */
  readonly isWholeValue: boolean;
  /** The name of the property whose schema it is, null: it is the schema of something else. */
  readonly property: string | null;
}

/** The place of `path` (pointer segments below the tool), null outside of the two schemas. */
export function placeInSchema(path: readonly string[]): SchemaPlace | null {
  const [root] = path;
  if (root !== 'inputSchema' && root !== 'outputSchema') return null;
  const side = root === 'inputSchema' ? 'input' : 'output';
  let property: string | null = null;
  let at = 1;
  for (;;) {
    const keyword = path[at];
    const schema = path.slice(0, at);
    if (keyword === undefined) return { side, schema, keyword: null, isWholeValue: true, property };
    const steps = stepsInto(keyword, path[at + 1]);
    // A keyword that holds no schema, or the edit is about all that it holds.
    if (steps === 0 || path.length < at + steps || (steps === 1 && path.length === at + 1))
      return { side, schema, keyword, isWholeValue: path.length === at + 1, property };
    property = keyword === 'properties' ? (path[at + 1] ?? null) : null;
    at += steps;
  }
}

/** How many steps lead from a schema through `keyword` into the next schema, 0: none do. */
function stepsInto(keyword: string, next: string | undefined): number {
  if (schemaMapKeywords.has(keyword) || schemaListKeywords.has(keyword)) return 2;
  if (!schemaKeywords.has(keyword)) return 0;
  // The tuple of draft 7.
  return keyword === 'items' && next !== undefined && /^\d+$/.test(next) ? 2 : 1;
}
