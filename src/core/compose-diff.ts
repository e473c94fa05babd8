import { editScript } from './edit-script.ts';
import type { ClassifiedEdit, Edit } from './finding.ts';
import type { Json } from './json.ts';
import { omittedNote } from './message.ts';
import type { DiffBlock } from './message.ts';
import { prettyJson } from './pretty-json.ts';
import { visibleHunk } from './visible-hunk.ts';
import { visibleLine } from './visible-line.ts';
import { guardLine } from './visible.ts';
import { countCharacters, toHunks } from './word-diff.ts';
import type { Hunk, WordDiffOptions } from './word-diff.ts';

export interface DiffLimits {
  /** Visible characters that the block should not exceed. Its coarsest form may, by some hundred. */
  readonly maxCharacters: number;
  /** See `WordDiffOptions`. */
  readonly maxWork: number;
}

/** How much of a change to show, from all to little. */
const coarsest = { maxPart: 80, maxChanges: 3, context: 20 };
const grades: readonly WordDiffOptions[] = [
  {},
  { maxPart: 4000, maxChanges: 60 },
  { maxPart: 1000, maxChanges: 20 },
  { maxPart: 300, maxChanges: 8, context: 40 },
];

export interface ComposedDiff {
  readonly block: DiffBlock;
  /** How many changes at its end had to be shown as one, 0: each is shown by itself. */
  readonly together: number;
  /** A part of what changed is left out. */
  readonly isCut: boolean;
}

/** One edit as a block: texts word by word, other values as JSON text. At least one side has a value. */
export function composeDiff(edit: ClassifiedEdit, limits: DiffLimits): ComposedDiff {
  const { before, after, unit } = sides(edit);
  const segments = isOneChange(edit, before === after)
    ? [{ kind: 'replaced', removed: before, added: after } as const]
    : editScript(before, after, { unit, maxWork: limits.maxWork });
  const pointer = edit.pointer === '' ? 'whole definition' : visibleLine(edit.pointer, 120);
  const change = edit.before === undefined ? 'added' : edit.after === undefined ? 'removed' : 'changed';
  const sentence = visibleLine(edit.message, 500, guardLine);
  const size = unit === 'words' ? sizeOfChange(edit, before, after) : '';
  const base = { kind: 'diff', pointer, change, size, rule: visibleLine(edit.rule, 60), sentence } as const;
  const changes = segments.filter(({ kind }) => kind === 'replaced').length;
  const fitting = (hunks: readonly Hunk[], { maxChanges = Infinity }: WordDiffOptions): ComposedDiff => ({
    block: { ...base, hunks },
    together: changes > maxChanges ? changes - maxChanges + 1 : 0,
    isCut: hunks.some(({ parts }) => parts.some((part) => part.kind === 'omitted' && part.from !== 'same')),
  });
  for (const grade of grades) {
    const hunks = toHunks(segments, grade);
    // Writing out is the dear half: megabytes are not written out only to be found too long.
    if (lengthOf(hunks) > limits.maxCharacters) continue;
    const visible = hunks.map(visibleHunk);
    if (lengthOf(visible) <= limits.maxCharacters) return fitting(visible, grade);
  }
  return fitting(toHunks(segments, coarsest).map(visibleHunk), coarsest);
}

/** `+1,204 characters` of a text that became longer, `1,204 characters` of one that comes or goes. */
function sizeOfChange({ before, after }: Edit, was: string, is: string): string {
  const difference = countCharacters(is) - countCharacters(was);
  const count = Math.abs(difference);
  const sign = before === undefined || after === undefined ? '' : difference > 0 ? '+' : '-';
  return difference === 0 ? '' : `${sign}${count.toLocaleString('en')} character${count === 1 ? '' : 's'}`;
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
