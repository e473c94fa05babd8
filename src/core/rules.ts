import type { DefinitionKind } from './definition.ts';
import type { Edit, Severity } from './finding.ts';
import { clientRules } from './client-rules.ts';
import { externalReferences, isDialect } from './external-references.ts';
import { invalidHeader } from './header-rules.ts';
import { compareHint } from './hints.ts';
import type { Json } from './json.ts';
import { sameButForLineEnds } from './line-ends.ts';
import { holdsProse, proseIn, textKeywords, textsIn } from './prose.ts';
import type { SchemaPlace } from './schema-place.ts';
import { schemaRules } from './schema-rules.ts';
import { surfaceRules } from './surface-rules.ts';

/** An edit with its place: pointer segments below the definition (below the copy, for several tools of one name). */
export interface PlacedEdit extends Edit {
  readonly kind: DefinitionKind;
  readonly path: readonly string[];
  /** Where in a schema of a tool it stands, null: elsewhere. */
  readonly place: SchemaPlace | null;
  /** The definitions that it leads from and to (the copies, for several of one name). */
  readonly approved: Json;
  readonly served: Json;
}

export interface Rule {
  readonly name: string;
  readonly severity: Severity;
  /** What the edit means, in words of ours. */
  readonly sentence: string;
  readonly matches: (edit: PlacedEdit) => boolean;
}

/** Also told of a tool that nobody approved. */
export const externalReference: Rule = {
  name: 'external-reference',
  severity: 'high',
  sentence: 'the schema refers to something elsewhere, which may change unseen: this is not fully pinned',
  matches: ({ path, place, before, after }) => {
    if (place === null) return false;
    const known = externalReferences(before, path.at(-1));
    return [...externalReferences(after, path.at(-1))].some((reference) => !known.has(reference));
  },
};

/** The first rule that matches counts. `notation`, `tool-added` and the like are decided on whole definitions: `classify.ts`. */
export const rules: readonly Rule[] = [
  {
    name: 'launch-changed',
    severity: 'critical',
    sentence: 'the server would be started or reached in another way than was approved: it is left alone until then',
    matches: (edit) => edit.kind === 'launch',
  },
  ...clientRules,
  {
    name: 'line-ends-changed',
    severity: 'low',
    sentence: 'only space at the end of lines, or how the lines end, changed',
    matches: changesLineEnds,
  },
  {
    name: 'instructions-changed',
    severity: 'high',
    sentence: 'the instructions that the server gives to the model changed',
    matches: (edit) => edit.kind === 'instructions',
  },
  ...surfaceRules,
  {
    name: 'definition-replaced',
    severity: 'high',
    sentence: 'the definition as a whole was replaced by something else',
    matches: ({ path }) => path.length === 0,
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
    severity: 'medium',
    sentence: 'the description that the model reads as instructions changed',
    matches: ({ path }) => path[0] === 'description',
  },
  {
    name: 'title-changed',
    severity: 'medium',
    sentence: 'the title that people and the model see changed',
    matches: ({ path }) => path[0] === 'title' || (path[0] === 'annotations' && path[1] === 'title'),
  },
  externalReference,
  invalidHeader,
  {
    name: 'sentence-in-value',
    severity: 'high',
    sentence: 'a sentence for the model stands where the schema should hold a value, a pattern or a name',
    matches: (edit) => edit.place !== null && !isTextKeyword(edit) && addsProse(edit),
  },
  {
    name: 'schema-text-changed',
    severity: 'medium',
    sentence: 'text in the schema that the model reads changed',
    matches: (edit) => edit.place !== null && (isTextKeyword(edit) || changesProse(edit) || rewritesText(edit)),
  },
  {
    name: 'schema-dialect-changed',
    severity: 'info',
    sentence: 'the schema names another version of JSON Schema',
    matches: ({ path, place, before, after }) =>
      place !== null && path.length === 2 && path[1] === '$schema' && isDialect(before) && isDialect(after),
  },
  ...schemaRules,
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
    name: 'meta-changed',
    severity: 'medium',
    sentence: 'metadata that some clients act on, or hand to the model, changed',
    matches: ({ path }) => path[0] === '_meta',
  },
  {
    name: 'icon-changed',
    severity: 'medium',
    sentence: 'the icon by which people know the tool, or the place from which clients load it, changed',
    matches: ({ path }) => path[0] === 'icons',
  },
  {
    name: 'execution-changed',
    severity: 'medium',
    sentence: 'how the tool may run changed: as a task, while the conversation goes on',
    matches: ({ path }) => path[0] === 'execution',
  },
  {
    name: 'field-changed',
    severity: 'medium',
    sentence: 'a field of the definition changed',
    matches: () => true,
  },
];

/** How an edit of a hint changes what clients may assume, null for any other edit. */
export function hintChange(edit: PlacedEdit): ReturnType<typeof compareHint> {
  const [parent, name] = edit.path;
  if (edit.path.length !== 2 || parent !== 'annotations' || name === undefined) return null;
  return compareHint(name, edit.before, edit.after);
}

const valueKeywords = new Set(['enum', 'const', 'default', 'examples', 'example', 'required', 'dependentRequired']);

function isTextKeyword({ path, before, after }: PlacedEdit): boolean {
  const last = path.at(-1);
  return last !== undefined && textKeywords.has(last) && (typeof before === 'string' || typeof after === 'string');
}

/** Sentences stand for the model to read, under whatever keyword. */
function changesProse(edit: PlacedEdit): boolean {
  return [edit.before, edit.after].some((side) => mayHoldProse(edit, side) && holdsProse(side));
}

function addsProse(edit: PlacedEdit): boolean {
  const { before, after } = edit;
  if (!mayHoldProse(edit, after) || !holdsProse(after)) return false;
  const known = proseIn(before);
  return [...proseIn(after)].some((text) => !known.has(text));
}

function mayHoldProse({ place }: PlacedEdit, side: Json | undefined): boolean {
  return typeof side === 'string' || valueKeywords.has(place?.keyword ?? '');
}

const textKinds: ReadonlySet<DefinitionKind> = new Set(['tool', 'prompt', 'resource-template', 'instructions']);

/** Of a text that people and the model read as prose; in a value or a pattern, each character may count. */
function changesLineEnds({ kind, path, place, before, after }: PlacedEdit): boolean {
  if (typeof before !== 'string' || typeof after !== 'string' || !textKinds.has(kind)) return false;
  const key = place === null ? path.at(-1) : place.isWholeValue ? place.keyword : null;
  const isText = kind === 'instructions' ? path.length === 0 : textKeywords.has(key ?? '');
  return isText && sameButForLineEnds(before, after);
}

/** Schemas that are compared as one (alternatives that became more or fewer) while a text in them changed. */
function rewritesText({ before, after }: PlacedEdit): boolean {
  const was = textsIn(before);
  const is = textsIn(after);
  return [...was].some((text) => !is.has(text)) && [...is].some((text) => !was.has(text));
}
