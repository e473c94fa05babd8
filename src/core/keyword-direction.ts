import { canonicalise } from './canonical.ts';
import { isArray, isObject, type Json } from './json.ts';

/** Whether a schema accepts more or less than before; null where that cannot be said, or both are so. */
export type Direction = 'looser' | 'tighter' | null;

/** How a change of one keyword changes what a schema accepts (JSON Schema 2020-12, validation). Undefined: absent. */
export function directionOf(keyword: string, before: Json | undefined, after: Json | undefined): Direction {
  return compare.get(keyword)?.(before, after) ?? null;
}

type Compare = (before: Json | undefined, after: Json | undefined) => Direction;

/** A limit: there was none, there is none, or it moved. */
function limit(isLooser: (before: number, after: number) => boolean): Compare {
  return (before, after) => {
    if (typeof before === 'number' && typeof after === 'number') {
      if (before === after) return null;
      return isLooser(before, after) ? 'looser' : 'tighter';
    }
    return comesOrGoes(before, after);
  };
}

/** A demand that is not read here: having one accepts less. */
function comesOrGoes(before: Json | undefined, after: Json | undefined): Direction {
  if ((before === undefined) === (after === undefined)) return null;
  return before === undefined ? 'tighter' : 'looser';
}

/** Sets of which each member is accepted; an absent set accepts all. */
function accepted(membersOf: (value: Json) => readonly string[]): Compare {
  return (before, after) => {
    if (before === undefined || after === undefined) return comesOrGoes(before, after);
    const [was, is] = [membersOf(before), membersOf(after)];
    const isWithin = (a: readonly string[], b: readonly string[]): boolean => {
      const members = new Set(b);
      return a.every((member) => members.has(member));
    };
    const [isNoLess, isNoMore] = [isWithin(was, is), isWithin(is, was)];
    if (isNoLess === isNoMore) return null;
    return isNoLess ? 'looser' : 'tighter';
  };
}

function textsOf(value: Json): readonly string[] {
  return (isArray(value) ? value : [value]).map((item) => canonicalise(item).text);
}

/** Every integer is a number. */
function typesOf(value: Json): readonly string[] {
  const types = textsOf(value);
  return types.includes('"number"') ? [...types, '"integer"'] : types;
}

/** Sets of which each member is demanded: more of them accept less. */
const demanded: Compare = (before, after) => {
  const direction = accepted(textsOf)(before ?? [], after ?? []);
  return direction === null ? null : direction === 'looser' ? 'tighter' : 'looser';
};

/** How much a schema for all else accepts: anything, something, nothing. */
function openness(value: Json | undefined): number {
  if (value === false) return 0;
  const isAnything = value === undefined || value === true || (isObject(value) && Object.keys(value).length === 0);
  return isAnything ? 2 : 1;
}

const opens: Compare = (before, after) => {
  const difference = openness(after) - openness(before);
  return difference === 0 ? null : difference > 0 ? 'looser' : 'tighter';
};

const switched: Compare = (before, after) => {
  if ((before === true) === (after === true)) return null;
  return before === true ? 'looser' : 'tighter';
};

const least = limit((before, after) => after < before);
const most = limit((before, after) => after > before);

const compare: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'].map(
    (keyword) => [keyword, least] as const,
  ),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'].map(
    (keyword) => [keyword, most] as const,
  ),
  ...['pattern', 'format', 'multipleOf', 'const', 'contains', 'propertyNames', 'not', 'contentEncoding'].map(
    (keyword) => [keyword, comesOrGoes] as const,
  ),
  ['uniqueItems', switched],
  ['type', accepted(typesOf)],
  ['enum', accepted(textsOf)],
  ['anyOf', accepted(textsOf)],
  ['required', demanded],
  ['allOf', demanded],
  ...['additionalProperties', 'unevaluatedProperties', 'additionalItems', 'unevaluatedItems', 'items'].map(
    (keyword) => [keyword, opens] as const,
  ),
]);
