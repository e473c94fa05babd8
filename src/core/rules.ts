import type { DefinitionKind } from './definition.ts';
import type { Edit, Severity } from './finding.ts';
import { compareHint } from './hints.ts';
import { isArray, isObject, type Json } from './json.ts';

/** An edit with its place: pointer segments below the definition (below the copy, for several tools of one name). */
export interface PlacedEdit extends Edit {
  readonly kind: DefinitionKind;
  readonly path: readonly string[];
}

export interface Rule {
  readonly name: string;
  readonly severity: Severity;
  /** What the edit means, in words of ours. */
  readonly sentence: string;
  readonly matches: (edit: PlacedEdit) => boolean;
}

/** The first rule that matches counts. `notation`, `tool-added` and the like are decided on whole definitions: `classify.ts`. */
export const rules: readonly Rule[] = [
  {
    name: 'instructions-changed',
    severity: 'high',
    sentence: 'the instructions that the server gives to the model changed',
    matches: (edit) => edit.kind === 'instructions',
  },
  {
    name: 'annotation-relaxed',
    severity: 'high',
    sentence: 'relaxed: the hint now claims less risk, clients may stop asking a person',
    matches: (edit) => hintChange(edit) === 'relaxed',
  },
  {
    name: 'annotation-tightened',
    severity: 'medium',
    sentence: 'tightened: the hint now claims more risk than was approved, the tool is not what it was',
    matches: (edit) => hintChange(edit) === 'tightened',
  },
  {
    name: 'annotation-malformed',
    severity: 'medium',
    sentence: 'the hint is not a boolean, clients disagree how to read it',
    matches: (edit) => hintChange(edit) === 'malformed',
  },
  {
    name: 'description-changed',
    severity: 'high',
    sentence: 'the description that the model reads as instructions changed',
    matches: ({ path }) => path.length === 1 && path[0] === 'description',
  },
  {
    name: 'title-changed',
    severity: 'high',
    sentence: 'the title that people and the model see changed',
    matches: ({ path }) => (path.length === 1 && path[0] === 'title') || isAt(path, ['annotations', 'title']),
  },
  {
    name: 'schema-text-changed',
    severity: 'high',
    sentence: 'text in the schema that the model reads changed',
    matches: (edit) =>
      isSchemaPath(edit.path) &&
      (isTextKeyword(edit) || (isValueKeyword(edit) && (holdsProse(edit.before) || holdsProse(edit.after)))),
  },
  {
    name: 'schema-changed',
    severity: 'medium',
    sentence: 'what the tool accepts changed',
    matches: ({ path }) => path[0] === 'inputSchema',
  },
  {
    name: 'output-schema-changed',
    severity: 'medium',
    sentence: 'what the tool says that it returns changed',
    matches: ({ path }) => path[0] === 'outputSchema',
  },
  {
    name: 'annotation-changed',
    severity: 'medium',
    sentence: 'an annotation that the specification does not define changed',
    matches: ({ path }) => path[0] === 'annotations',
  },
  {
    name: 'field-changed',
    severity: 'medium',
    sentence: 'a field of the definition changed',
    matches: () => true,
  },
];

function hintChange(edit: PlacedEdit): ReturnType<typeof compareHint> {
  const [parent, name] = edit.path;
  if (edit.path.length !== 2 || parent !== 'annotations' || name === undefined) return null;
  return compareHint(name, edit.before, edit.after);
}

function isAt(path: readonly string[], place: readonly string[]): boolean {
  return path.length === place.length && place.every((segment, index) => path[index] === segment);
}

function isSchemaPath(path: readonly string[]): boolean {
  return path[0] === 'inputSchema' || path[0] === 'outputSchema';
}

const textKeywords = new Set(['description', 'title', '$comment', 'markdownDescription']);
const valueKeywords = new Set(['enum', 'const', 'default', 'examples', 'example']);

function isTextKeyword({ path, before, after }: PlacedEdit): boolean {
  const last = path.at(-1);
  return last !== undefined && textKeywords.has(last) && (typeof before === 'string' || typeof after === 'string');
}

function isValueKeyword({ path }: PlacedEdit): boolean {
  return path.some((segment) => valueKeywords.has(segment));
}

/** Three words or more in one string: a sentence to the model rather than a value. */
function holdsProse(value: Json | undefined): boolean {
  if (typeof value === 'string') return /\S\s+\S+\s+\S/.test(value);
  if (isArray(value)) return value.some(holdsProse);
  if (isObject(value)) return Object.values(value).some(holdsProse);
  return false;
}
