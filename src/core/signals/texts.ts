import { pointerSegments } from '../diff.ts';
import type { Edit } from '../finding.ts';
import { isArray, isObject, type Json } from '../json.ts';
import type { Text } from './signal.ts';

/** Keys that MCP and JSON Schema define say nothing of their own. */
const plainKeys = new Set([
  ...['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', 'execution', '_meta'],
  ...['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint', 'arguments', 'uri', 'uriTemplate'],
  ...['mimeType', 'size', 'src', 'sizes', 'version', 'websiteUrl', 'taskSupport'],
  ...['type', 'properties', 'required', 'items', 'additionalProperties', 'enum', 'const', 'default', 'examples'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format', 'uniqueItems'],
  ...['anyOf', 'oneOf', 'allOf', 'not', '$ref', '$defs', 'definitions', '$schema', '$comment'],
]);

/** The texts of one side of an edit. */
export function textsOfEdit(edit: Edit, side: 'before' | 'after'): readonly Text[] {
  const value = edit[side];
  if (value === undefined) return [];
  const other = side === 'before' ? edit.after : edit.before;
  return textsIn(pointerSegments(edit.pointer), value, other === undefined);
}

interface Node {
  readonly value: Json;
  readonly segment: string;
  readonly parent: Node | null;
  readonly isKey: boolean;
}

/**
 * All texts in `value`, which stands at `path`, and its keys; with `isNew` also the last step of `path`. Objects in order of
 * their keys, so that a definition reads the same from the wire and from the record. Iterative: it may be nested deep.
 */
export function textsIn(path: readonly string[], value: Json, isNew: boolean): readonly Text[] {
  const texts: Text[] = [];
  const rest: Node[] = [{ value, segment: '', parent: null, isKey: isNew && path.length > 0 }];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    const key = node.parent === null ? (path.at(-1) ?? '') : node.segment;
    if (node.isKey && !plainKeys.has(key)) texts.push(asText(path, node, key, true));
    if (typeof node.value === 'string') texts.push(asText(path, node, node.value, false));
    else rest.push(...childrenOf(node).toReversed());
  }
  return texts;
}

function childrenOf(parent: Node): readonly Node[] {
  const { value } = parent;
  if (isArray(value)) return value.map((item, at) => ({ value: item, segment: String(at), parent, isKey: false }));
  if (!isObject(value)) return [];
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([segment, item]) => ({ value: item, segment, parent, isKey: true }));
}

/** The place is worked out when it is asked for: most texts are looked at and no more. */
function asText(above: readonly string[], node: Node, text: string, inKey: boolean): Text {
  return {
    text,
    inKey,
    get path() {
      return [...above, ...segmentsOf(node)];
    },
  };
}

/** A pointer that nobody could read names the place of the edit alone. */
const maxSegments = 100;

function segmentsOf(node: Node): readonly string[] {
  const segments: string[] = [];
  for (let at: Node = node; at.parent !== null; at = at.parent) {
    segments.push(at.segment);
    if (segments.length > maxSegments) return [];
  }
  return segments.reverse();
}
