import { isArray, isObject, own, type Json } from './json.ts';
import type { PlacedEdit } from './rules.ts';

/**
 * True if the contents of a page behind a tool ask for more than before: anything new below `_meta.ui.permissions` or
 * `_meta.ui.csp` (MCP Apps), or `_meta["openai/widgetCSP"]`. Without an entry there a host allows nothing, so that a first entry is more as well.
 */
export function widensGrants({ path, before, after }: PlacedEdit): boolean {
  const had = grantsOf(placed(path, before));
  return [...grantsOf(placed(path, after))].some((grant) => !had.has(grant));
}

/** `value` where it stands in the contents, with nothing beside it. */
function placed(path: readonly string[], value: Json | undefined): Json {
  return path.reduceRight<Json>((inner, key) => Object.fromEntries([[key, inner]]), value ?? null);
}

/** What the contents ask for, as `key` and `key value`. */
function grantsOf(contents: Json): ReadonlySet<string> {
  const grants = new Set<string>();
  const items: readonly Json[] = typeof contents === 'object' && contents !== null ? Object.values(contents) : [];
  for (const item of items) {
    const meta = own(item, '_meta');
    for (const name of ['permissions', 'csp']) collect(name, own(own(meta, 'ui'), name), grants);
    collect('csp', own(meta, 'openai/widgetCSP'), grants);
  }
  return grants;
}

/** Iterative: the value may be nested deeper than the stack. */
function collect(name: string, value: Json | undefined, grants: Set<string>): void {
  const rest: { readonly key: string; readonly value: Json }[] = value === undefined ? [] : [{ key: name, value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { key } = next;
    if (isArray(next.value)) for (const inner of next.value) rest.push({ key, value: inner });
    else if (isObject(next.value)) {
      for (const [inner, item] of Object.entries(next.value)) {
        // Refused is not asked for, and a list counts by what it holds.
        if (item !== false && item !== null && !isArray(item)) grants.add(inner);
        rest.push({ key: inner, value: item });
      }
    } else if (next.value !== false && next.value !== null) grants.add(`${key} ${String(next.value)}`);
  }
}
