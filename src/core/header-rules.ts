import { headerArguments, headerKey } from './header-arguments.ts';
import { isArray, isObject, own, type Json } from './json.ts';
import { itemsIn } from './prose.ts';
import type { PlacedEdit, Rule } from './rules.ts';

/** Also told of a tool that nobody approved. */
export const invalidHeader: Rule = {
  name: 'header-invalid',
  severity: 'high',
  sentence:
    'an `x-mcp-header` is not valid: clients that keep to the specification drop the tool, others go on to use it',
  matches: (edit) => touchesHeaders(edit) && isValid(edit.approved) && !isValid(edit.served),
};

/** What an edit means for the arguments that clients copy into HTTP headers. */
export const headerRules: readonly Rule[] = [
  {
    name: 'header-repaired',
    severity: 'medium',
    sentence: 'an `x-mcp-header` is valid now: clients that dropped the tool for it begin to show it',
    matches: (edit) => touchesHeaders(edit) && !isValid(edit.approved) && isValid(edit.served),
  },
  {
    name: 'header-argument-added',
    severity: 'medium',
    sentence: 'clients copy this argument into an HTTP header, where whatever stands in between can read it',
    matches: (edit) => {
      if (!touchesHeaders(edit)) return false;
      const known = namesOf(edit.approved);
      return [...namesOf(edit.served)].some((name) => !known.has(name));
    },
  },
];

/** True if clients that keep to the specification drop the tool. */
export function hasInvalidHeader(tool: Json): boolean {
  return !isValid(tool);
}

function isValid(tool: Json): boolean {
  return headerArguments(own(tool, 'inputSchema')).isValid;
}

function namesOf(tool: Json): ReadonlySet<string> {
  return headerArguments(own(tool, 'inputSchema')).names;
}

/** Cheap, because it is asked of every edit: one side holds such a key, or it is the type of what may have one. */
function touchesHeaders({ place, path, before, after }: PlacedEdit): boolean {
  if (place?.side !== 'input') return false;
  const key = path.at(-1);
  return key === 'type' || key === headerKey || holdsHeader(before) || holdsHeader(after);
}

function holdsHeader(side: Json | undefined): boolean {
  if (!isObject(side) && !isArray(side)) return false;
  for (const { key } of itemsIn(side)) if (key === headerKey) return true;
  return false;
}
