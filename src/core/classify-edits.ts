import { canonicalise } from './canonical.ts';
import type { Definition, DefinitionKind } from './definition.ts';
import { diffJson, pointerSegments } from './diff.ts';
import type { ClassifiedEdit, Edit } from './finding.ts';
import { weighGuards } from './guards.ts';
import { hints } from './hints.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { kinds } from './kinds.ts';
import { meaningOf } from './meaning.ts';
import { weighWords } from './new-words.ts';
import { hintChange, rules, type PlacedEdit, type Rule } from './rules.ts';
import { placeInSchema } from './schema-place.ts';

type Side = Pick<Definition, 'kind' | 'value' | 'copies'>;

/** Every difference between two definitions of one name, each with the rule that it falls under; beyond `maxEdits` one. */
export function classifyEdits(approved: Side, served: Side, maxEdits?: number): readonly ClassifiedEdit[] {
  if (served.copies !== approved.copies) return [copiesEdit(approved, served)];
  const place = (edits: readonly Edit[]): readonly PlacedEdit[] =>
    edits.flatMap((edit) => expandAnnotations(placeEdit(edit, approved, served)));
  const raw = place(diffJson(approved.value, served.value, maxEdits));
  const doubtful = raw.filter(mayBeNotation);
  const meaning = (side: Side): Json => meaningOf(served.kind, partsOf(side, doubtful));
  const isMeant =
    served.kind === 'tool' && doubtful.length > 0
      ? relation(place(diffJson(meaning(approved), meaning(served), maxEdits)).map((edit) => edit.pointer))
      : () => true;
  const told = raw.map((edit) => {
    // A guard that is no longer written out means the same to the specification, and less to some clients.
    const isNotation = mayBeNotation(edit) && !isMeant(edit.pointer);
    if (isNotation && hintChange(edit) !== 'relaxed') return classified(edit, notation);
    const rule = rules.find((candidate) => candidate.matches(edit));
    if (rule === undefined) throw new RangeError('the last rule matches everything');
    return classified(edit, rule);
  });
  return weighGuards(weighWords(told, raw), served.value);
}

/** Spares most edits the costly second comparison: what is rewritten (`meaning.ts`) are hints, tasks and lists. */
function mayBeNotation({ path, before, after }: PlacedEdit): boolean {
  const isHolder = (side: Json | undefined): boolean => isArray(side) || isObject(side);
  return path[0] === 'annotations' || path[0] === 'execution' || (isHolder(before) && isHolder(after));
}

/** The parts of a tool in which `edits` stand: each is rewritten by itself. */
function partsOf({ value, copies }: Side, edits: readonly PlacedEdit[]): Json {
  if (copies > 1 || !isObject(value)) return value;
  const parts = new Set(edits.map(({ path }) => path[0]));
  if (parts.has(undefined)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => parts.has(key)));
}

/** An edit of a definition as a whole. */
export function wholeEdit(
  rule: Omit<Rule, 'matches'>,
  sides: { readonly before?: Json; readonly after?: Json },
): ClassifiedEdit {
  return classified({ pointer: '', ...sides }, rule);
}

export const notation = {
  name: 'notation',
  severity: 'info',
  sentence: 'written differently, no client can tell the difference',
} as const;

/** An edit under a rule. */
export function classified(edit: Edit, rule: Omit<Rule, 'matches'>): ClassifiedEdit {
  return {
    pointer: edit.pointer,
    ...(edit.before === undefined ? {} : { before: portable(edit.before) }),
    ...(edit.after === undefined ? {} : { after: portable(edit.after) }),
    rule: rule.name,
    severity: rule.severity,
    message: rule.sentence,
    clients: [],
  };
}

/** Edits are stored and sent as JSON. What `JSON.stringify` fails at (too deep) or loses (infinity) goes as its text. */
function portable(value: Json): Json {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const { text, invalid } = canonicalise(value);
  return invalid === null ? value : text;
}

/** Definitions that share one name became more or fewer. */
function copiesEdit(approved: Side, served: Side): ClassifiedEdit {
  const sides = { before: approved.value, after: served.value };
  const things = served.kind === 'tool' ? 'tools' : 'definitions';
  // As grave as one that nobody approved: one of them is that.
  const severity = kinds[served.kind].added;
  if (served.copies > approved.copies) {
    const sentence = `several ${things} share this name, clients disagree which of them counts`;
    return wholeEdit({ name: 'duplicate-name', severity, sentence }, sides);
  }
  const known = new Set(textsOf(approved));
  if (textsOf(served).every((text) => known.has(text))) {
    const sentence = `fewer ${things} share this name`;
    return wholeEdit({ name: 'copy-removed', severity: kinds[served.kind].removed, sentence }, sides);
  }
  return wholeEdit(
    { name: 'definition-replaced', severity, sentence: `fewer ${things} share this name, changed` },
    sides,
  );
}

function textsOf({ value, copies }: Side): readonly string[] {
  const items = copies > 1 && isArray(value) ? value : [value];
  return items.map((item) => canonicalise(item).text);
}

function placeEdit(edit: Edit, approved: Side, served: Side): PlacedEdit {
  const segments = pointerSegments(edit.pointer);
  const { kind } = served;
  if (served.copies === 1) return placed(edit, kind, segments, approved.value, served.value);
  const [copy = '', ...path] = segments;
  const at = ({ value }: Side): Json => (isArray(value) ? value[Number(copy)] : undefined) ?? null;
  return placed(edit, kind, path, at(approved), at(served));
}

function placed(
  { pointer, before, after }: Edit,
  kind: DefinitionKind,
  path: readonly string[],
  approved: Json,
  served: Json,
): PlacedEdit {
  // Built by hand: spreading the edit took a fifth of the time of a whole comparison.
  const result: { -readonly [Key in keyof PlacedEdit]: PlacedEdit[Key] } = {
    pointer,
    kind,
    path,
    place: placeInSchema(path),
    approved,
    served,
  };
  if (before !== undefined) result.before = before;
  if (after !== undefined) result.after = after;
  return result;
}

/** Annotations that come, go or change their type as a whole are judged hint by hint. */
function expandAnnotations(edit: PlacedEdit): readonly PlacedEdit[] {
  if (edit.kind !== 'tool' || edit.path.length !== 1 || edit.path[0] !== 'annotations') return [edit];
  const before = isObject(edit.before) ? edit.before : {};
  const after = isObject(edit.after) ? edit.after : {};
  const all = diffJson(before, after);
  // Too many to name each: the ones that clients act on stand beside the whole.
  const isCrowd = all.some((part) => part.pointer === '');
  const { kind, approved, served } = edit;
  const inner = (isCrowd ? diffJson(knownOf(before), knownOf(after)) : all).map((part) => ({
    ...{ ...part, kind, approved, served, place: null },
    pointer: `${edit.pointer}${part.pointer}`,
    path: [...edit.path, ...pointerSegments(part.pointer)],
  }));
  // Annotations that are no object say something of their own.
  const isOdd = [edit.before, edit.after].some((side) => side !== undefined && side !== null && !isObject(side));
  return isOdd || inner.length === 0 || isCrowd ? [edit, ...inner] : inner;
}

function knownOf(annotations: JsonObject): JsonObject {
  const known = new Set(['title', ...hints.keys()]);
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => known.has(name)));
}

/** Whether a pointer is one of `pointers`, or above or below one of them. */
function relation(pointers: readonly string[]): (pointer: string) => boolean {
  const exact = new Set(pointers);
  const above = new Set(pointers.flatMap(ancestors));
  return (pointer) => exact.has(pointer) || above.has(pointer) || ancestors(pointer).some((other) => exact.has(other));
}

function ancestors(pointer: string): readonly string[] {
  const found: string[] = [];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    found.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return found;
}
