import { editScript } from './edit-script.ts';
import type { ClassifiedEdit, Edit } from './finding.ts';
import type { Json } from './json.ts';
import { omittedNote } from './message.ts';
import type { DiffBlock } from './message.ts';
import { prettyJson } from './pretty-json.ts';
import { visibleHunk } from './visible-hunk.ts';
import { visibleLine } from './visible-line.ts';
import { toHunks } from './word-diff.ts';
import type { Hunk } from './word-diff.ts';

export interface DiffLimits {
  /** Visible characters that the block should not exceed. Its coarsest form may, by some hundred. */
  readonly maxCharacters: number;
  /** See `WordDiffOptions`. */
  readonly maxWork: number;
}

/** How much of a change to show, from all to little. */
const coarsest = { maxPart: 80, maxChanges: 3, context: 20 };
const grades = [
  {},
  { maxPart: 4000, maxChanges: 60 },
  { maxPart: 1000, maxChanges: 20 },
  { maxPart: 300, maxChanges: 8, context: 40 },
];

/** One edit as a block: texts word by word, other values as JSON text. At least one side has a value. */
export function composeDiff(edit: ClassifiedEdit, limits: DiffLimits): DiffBlock {
  const { before, after, unit } = sides(edit);
  const segments = isOneChange(edit, before === after)
    ? [{ kind: 'replaced', removed: before, added: after } as const]
    : editScript(before, after, { unit, maxWork: limits.maxWork });
  const pointer = edit.pointer === '' ? 'whole definition' : visibleLine(edit.pointer, 120);
  const change = edit.before === undefined ? 'added' : edit.after === undefined ? 'removed' : 'changed';
  const sentence = visibleLine(edit.message, 300);
  const base = { kind: 'diff', pointer, change, rule: visibleLine(edit.rule, 60), sentence } as const;
  for (const grade of grades) {
    const hunks = toHunks(segments, grade);
    // Writing out is the dear half: megabytes are not written out only to be found too long.
    if (lengthOf(hunks) > limits.maxCharacters) continue;
    const visible = hunks.map(visibleHunk);
    if (lengthOf(visible) <= limits.maxCharacters) return { ...base, hunks: visible };
  }
  return { ...base, hunks: toHunks(segments, coarsest).map(visibleHunk) };
}

/** Values of different type have no words in common; values that differ below what their text shows are shown whole. */
function isOneChange({ before, after }: Edit, isSameText: boolean): boolean {
  const isOtherType =
    before !== undefined &&
    after !== undefined &&
    (typeof before !== typeof after || Array.isArray(before) !== Array.isArray(after));
  return isSameText || isOtherType;
}

function lengthOf(hunks: readonly Hunk[]): number {
  const lengths = hunks.flatMap(({ parts }) =>
    parts.map((part) => (part.kind === 'omitted' ? omittedNote(part) : part.text).length),
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Both sides as text, an absent one as the empty text. Strings stand bare unless they could pass for another JSON value. */
function sides(edit: Edit): { readonly before: string; readonly after: string; readonly unit: 'words' | 'lines' } {
  const values = [edit.before, edit.after].filter((value) => value !== undefined);
  const bare = values.every((value) => typeof value === 'string' && !looksLikeScalar(value, values.length));
  const text = (value: Json | undefined): string => {
    if (value === undefined) return '';
    return bare && typeof value === 'string' ? value : prettyJson(value);
  };
  return { before: text(edit.before), after: text(edit.after), unit: bare ? 'words' : 'lines' };
}

function looksLikeScalar(text: string, sideCount: number): boolean {
  return /^(?:true|false|null|-?\d[\d.eE+-]*)$/.test(text) || (text === '' && sideCount === 1);
}
