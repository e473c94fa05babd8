import { headerRules } from './header-rules.ts';
import { isArray, isObject, own, type Json } from './json.ts';
import { directionOf } from './keyword-direction.ts';
import type { PlacedEdit, Rule } from './rules.ts';
import type { SchemaPlace } from './schema-place.ts';

/**
 * What an edit of a schema means for what the tool takes and returns, by direction. What accepts more is `medium`; what
 * accepts less is `low`, unless the model has to give more for it or text that it reads went away. The first row counts.
 */
export const schemaRules: readonly Rule[] = [
  input({
    name: 'schema-collapsed',
    severity: 'high',
    sentence: 'the schema no longer says what the tool takes: its parameters are gone, and anything goes',
    matches: collapses,
  }),
  input({
    name: 'required-parameter-added-to-writing-tool',
    severity: 'high',
    sentence: 'a tool that is not read-only demands one more parameter: the model has to fill it in with something',
    matches: (edit, place) => writes(edit.served) && added(edit, place).some((name) => isRequired(edit, place, name)),
  }),
  ...headerRules,
  input({
    name: 'required-parameter-added',
    severity: 'medium',
    sentence: 'one more parameter is demanded: the model has to fill it in with something',
    matches: (edit, place) => added(edit, place).some((name) => isRequired(edit, place, name)),
  }),
  input({
    name: 'parameter-added-to-writing-tool',
    severity: 'medium',
    sentence: 'a tool that is not read-only takes one more parameter: the model may fill it in with anything it knows',
    matches: (edit, place) => writes(edit.served) && added(edit, place).length > 0,
  }),
  input({
    name: 'parameter-added',
    severity: 'medium',
    sentence: 'the tool takes one more parameter: the model may fill it in with anything it knows',
    matches: (edit, place) => added(edit, place).length > 0,
  }),
  input({
    name: 'parameter-removed',
    severity: 'medium',
    sentence: 'the tool no longer takes this parameter',
    matches: (edit, place) => removes(edit, place),
  }),
  input({
    name: 'parameter-required',
    severity: 'medium',
    sentence: 'a parameter that could be left out is demanded now',
    matches: (edit, place) => place.keyword === 'required' && direction(edit, place) === 'tighter',
  }),
  input({
    name: 'parameter-optional',
    severity: 'medium',
    sentence: 'a parameter that was demanded may be left out now',
    matches: (edit, place) => place.keyword === 'required' && direction(edit, place) === 'looser',
  }),
  input({
    name: 'default-changed',
    severity: 'medium',
    sentence: 'what the tool takes when the model says nothing changed',
    matches: (_edit, place) => place.keyword === 'default',
  }),
  ...directed('type', ['type', 'anyOf'], {
    looser: { severity: 'medium', sentence: 'the tool takes more types of value than before' },
    tighter: { severity: 'low', sentence: 'the tool takes fewer types of value than before', matches: isWordless },
  }),
  ...directed('enum', ['enum', 'const'], {
    looser: { severity: 'medium', sentence: 'the tool takes more values than before' },
    // The values are text that the model reads.
    tighter: { severity: 'medium', sentence: 'the tool takes fewer values than before' },
  }),
  input({
    name: 'schema-opened',
    severity: 'medium',
    sentence: 'the tool takes what its schema does not name, which it refused or limited before',
    matches: (edit, place) => isForTheRest(place) && direction(edit, place) === 'looser',
  }),
  input({
    name: 'schema-closed',
    severity: 'low',
    sentence: 'the tool refuses more of what its schema does not name',
    matches: (edit, place) => isForTheRest(place) && direction(edit, place) === 'tighter' && isWordless(edit),
  }),
  input({
    name: 'constraint-loosened',
    severity: 'medium',
    sentence: 'a limit on what the tool takes was widened or is gone',
    matches: (edit, place) => direction(edit, place) === 'looser',
  }),
  input({
    name: 'constraint-tightened',
    severity: 'low',
    sentence: 'what the tool takes is limited further',
    matches: (edit, place) => direction(edit, place) === 'tighter' && isWordless(edit),
  }),
  output({
    name: 'output-field-added',
    severity: 'medium',
    sentence: 'the tool says that it returns one more field',
    matches: (edit, place) => added(edit, place).length > 0,
  }),
  output({
    name: 'output-field-removed',
    severity: 'medium',
    sentence: 'the tool no longer says that it returns this field',
    matches: (edit, place) => removes(edit, place),
  }),
  output({
    name: 'output-loosened',
    severity: 'medium',
    sentence: 'the tool promises less about what it returns',
    matches: (edit, place) => direction(edit, place) === 'looser',
  }),
  output({
    name: 'output-tightened',
    severity: 'low',
    sentence: 'the tool promises more about what it returns',
    matches: (edit, place) => direction(edit, place) === 'tighter' && isWordless(edit),
  }),
];

interface SchemaRule extends Omit<Rule, 'matches'> {
  readonly matches: (edit: PlacedEdit, place: SchemaPlace) => boolean;
}

function input(rule: SchemaRule): Rule {
  return onSide('input', rule);
}

function output(rule: SchemaRule): Rule {
  return onSide('output', rule);
}

function onSide(side: SchemaPlace['side'], rule: SchemaRule): Rule {
  return {
    ...rule,
    matches: (edit) => edit.place?.side === side && rule.matches(edit, edit.place),
  };
}

/** `<name>-widened` and `<name>-narrowed`. */
function directed(
  name: string,
  keywords: readonly string[],
  rows: Readonly<Record<'looser' | 'tighter', Omit<Rule, 'name' | 'matches'> & Partial<Rule>>>,
): readonly Rule[] {
  return (['looser', 'tighter'] as const).map((wanted) =>
    input({
      name: `${name}-${wanted === 'looser' ? 'widened' : 'narrowed'}`,
      ...rows[wanted],
      matches: (edit, place) =>
        keywords.includes(place.keyword ?? '') &&
        direction(edit, place) === wanted &&
        (rows[wanted].matches?.(edit) ?? true),
    }),
  );
}

function direction({ before, after }: PlacedEdit, { keyword, isWholeValue }: SchemaPlace) {
  return keyword === null || !isWholeValue ? null : directionOf(keyword, before, after);
}

const forTheRest = new Set(['additionalProperties', 'unevaluatedProperties', 'additionalItems', 'unevaluatedItems']);

function isForTheRest({ keyword }: SchemaPlace): boolean {
  return keyword !== null && forTheRest.has(keyword);
}

const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);

/** True if the edit is about numbers, switches and types alone: patterns, values and names are text that the model reads. */
function isWordless({ before, after }: PlacedEdit): boolean {
  return [before, after].every((side) => (isArray(side) ? side : [side]).every(isPlain));
}

function isPlain(value: Json | undefined): boolean {
  if (typeof value === 'string') return typeNames.has(value);
  return typeof value !== 'object';
}

/** The names of properties that the edit brings. */
function added({ before, after }: PlacedEdit, place: SchemaPlace): readonly string[] {
  if (before !== undefined) return [];
  return namesIn(after, place);
}

function removes({ before, after }: PlacedEdit, place: SchemaPlace): boolean {
  return after === undefined && namesIn(before, place).length > 0;
}

function namesIn(value: Json | undefined, { keyword, property, isWholeValue }: SchemaPlace): readonly string[] {
  if (keyword === null) return property === null ? [] : [property];
  return keyword === 'properties' && isWholeValue && isObject(value) ? Object.keys(value) : [];
}

/** Whether the schema that the property stands in demands it. */
function isRequired({ served }: PlacedEdit, { schema, keyword }: SchemaPlace, name: string): boolean {
  const steps = keyword === null ? schema.slice(0, -2) : schema;
  const parent = steps.reduce<Json | undefined>(stepInto, served);
  const required = own(parent, 'required');
  return isArray(required) && required.includes(name);
}

function stepInto(value: Json | undefined, step: string): Json | undefined {
  return isArray(value) ? value[Number(step)] : own(value, step);
}

/** A tool that does not claim to be read-only may write (MCP: the hint is false unless it says otherwise). */
function writes(tool: Json): boolean {
  return own(own(tool, 'annotations'), 'readOnlyHint') !== true;
}

/** The schema of the whole tool named parameters, names none any more, and refuses nothing. */
function collapses({ approved, served }: PlacedEdit, { schema, keyword, isWholeValue }: SchemaPlace): boolean {
  const isTop = schema.length === 1 && isWholeValue && (keyword === null || keyword === 'properties');
  const [was, is] = [own(approved, 'inputSchema'), own(served, 'inputSchema')];
  if (!isTop || countProperties(was) === 0 || countProperties(is) > 0) return false;
  return is !== false && own(is, 'additionalProperties') !== false;
}

function countProperties(schema: Json | undefined): number {
  const properties = own(schema, 'properties');
  return isObject(properties) ? Object.keys(properties).length : 0;
}
