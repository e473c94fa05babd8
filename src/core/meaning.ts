import type { DefinitionKind } from './definition.ts';
import { hints } from './hints.ts';
import { isArray, isObject, own, type Json, type JsonObject } from './json.ts';
import { schemaKeywords, schemaListKeywords, schemaMapKeywords } from './schema-place.ts';

/**
 * A definition after the rewrites under which no client can tell two definitions apart (DESIGN 9): equal results mean
 * the same. Each rewrite applies at its own path only: a parameter may itself be called `annotations` or `execution`.
 */
export function meaningOf(kind: DefinitionKind, value: Json): Json {
  if (kind !== 'tool') return value;
  // Several tools of one name: each by itself.
  return isArray(value) ? value.map(rewriteTool) : rewriteTool(value);
}

function rewriteTool(tool: Json): Json {
  if (!isObject(tool)) return tool;
  const rewritten = copy(tool);
  const annotations = own(tool, 'annotations');
  if (annotations === null) rewritten.delete('annotations');
  else if (isObject(annotations)) {
    const kept = rewriteAnnotations(annotations);
    if (Object.keys(kept).length === 0) rewritten.delete('annotations');
    else rewritten.set('annotations', kept);
  }
  const execution = own(tool, 'execution');
  if (isObject(execution)) {
    const kept = copy(execution);
    if (own(execution, 'taskSupport') === 'forbidden') kept.delete('taskSupport');
    if (kept.size === 0) rewritten.delete('execution');
    else rewritten.set('execution', freeze(kept));
  }
  for (const key of ['inputSchema', 'outputSchema']) {
    const schema = own(tool, key);
    if (schema !== undefined) rewritten.set(key, rewriteSchema(schema, 0));
  }
  return freeze(rewritten);
}

/** A hint that equals its spec default says what its absence says. */
function rewriteAnnotations(annotations: JsonObject): JsonObject {
  const kept = copy(annotations);
  for (const [name, hint] of hints) {
    const value = own(annotations, name);
    if (value === hint.default || value === null) kept.delete(name);
  }
  return freeze(kept);
}

const maxSchemaDepth = 100;

/** Sets that JSON Schema writes as lists: `required`, `type`, and `enum` when all of it is strings. */
function rewriteSchema(schema: Json, depth: number): Json {
  if (!isObject(schema) || depth > maxSchemaDepth) return schema;
  const rewritten = copy(schema);
  for (const [key, value] of rewritten) {
    if ((key === 'required' || key === 'type' || key === 'enum') && isStringList(value))
      rewritten.set(key, [...value].sort());
    else if (schemaKeywords.has(key)) rewritten.set(key, rewriteSchema(value, depth + 1));
    else if (schemaListKeywords.has(key) && isArray(value))
      rewritten.set(
        key,
        value.map((item) => rewriteSchema(item, depth + 1)),
      );
    else if (schemaMapKeywords.has(key) && isObject(value)) {
      const map = copy(value);
      for (const [name, item] of map) map.set(name, rewriteSchema(item, depth + 1));
      rewritten.set(key, freeze(map));
    }
  }
  return freeze(rewritten);
}

function isStringList(value: Json): value is readonly string[] {
  return isArray(value) && value.every((item) => typeof item === 'string');
}

/** Maps instead of assignment: assigning the key `__proto__` would lose it. */
function copy(object: JsonObject): Map<string, Json> {
  return new Map(Object.entries(object));
}

function freeze(entries: ReadonlyMap<string, Json>): JsonObject {
  return Object.fromEntries(entries); // defines own properties, `__proto__` included
}
