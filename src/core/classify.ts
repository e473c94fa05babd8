import type { Definition, DefinitionKind, ItemKey } from './definition.ts';
import { diffJson, pointerSegments } from './diff.ts';
import { worst, type ClassifiedEdit, type Edit, type Finding, type Severity } from './finding.ts';
import { isObject, type Json } from './json.ts';
import { meaningOf } from './meaning.ts';
import { rules, type PlacedEdit } from './rules.ts';

/** What was approved last under one name. */
export interface Baseline extends ItemKey {
  readonly fingerprint: string;
  readonly value: Json;
  readonly copies: number;
}

/** The finding for a definition that differs from its baseline in fingerprint. */
export function classifyChange(approved: Baseline, served: Definition): Finding {
  const duplicated = served.copies > 1 && approved.copies === 1;
  const own = duplicated ? [duplicateEdit(approved.value, served.value)] : classifyEdits(approved, served);
  const edits = [...own, ...invalidEdits(served)];
  return {
    kind: served.kind,
    name: served.name,
    change: duplicated ? 'duplicate' : 'changed',
    severity: worst(edits.map((edit) => edit.severity)),
    fingerprint: served.fingerprint,
    approvedFingerprint: approved.fingerprint,
    edits,
  };
}

/** The finding for a definition that nobody approved. */
export function classifyAddition(served: Definition): Finding {
  const added = wholeEdit(`${served.kind}-added`, 'high', `${nouns[served.kind]} that nobody approved`, {
    after: served.value,
  });
  const edits = [added, ...invalidEdits(served)];
  return {
    kind: served.kind,
    name: served.name,
    change: served.copies > 1 ? 'duplicate' : 'added',
    severity: worst(edits.map((edit) => edit.severity)),
    fingerprint: served.fingerprint,
    approvedFingerprint: null,
    edits,
  };
}

/** The finding for a definition whose removal was approved and that is back: compared with what was approved before. */
export function classifyReturn(last: Baseline, served: Definition): Finding {
  const same = last.fingerprint === served.fingerprint;
  const sentence = same
    ? 'back as it was before its removal was approved'
    : 'back after its removal was approved, and changed';
  const edits = [
    wholeEdit(`${served.kind}-returned`, 'high', sentence, {}),
    ...(same ? [] : classifyEdits(last, served)),
  ];
  return {
    kind: served.kind,
    name: served.name,
    change: 'returned',
    severity: worst(edits.map((edit) => edit.severity)),
    fingerprint: served.fingerprint,
    approvedFingerprint: null,
    edits,
  };
}

/** The finding for an approved definition that is no longer served. */
export function classifyRemoval(approved: Baseline): Finding {
  const edit = wholeEdit(`${approved.kind}-removed`, 'low', `${nouns[approved.kind]} is no longer served`, {
    before: approved.value,
  });
  return {
    kind: approved.kind,
    name: approved.name,
    change: 'removed',
    severity: edit.severity,
    fingerprint: null,
    approvedFingerprint: approved.fingerprint,
    edits: [edit],
  };
}

const nouns: Readonly<Record<DefinitionKind, string>> = { tool: 'a tool', instructions: 'instructions text' };

function classifyEdits(approved: Baseline, served: Definition): readonly ClassifiedEdit[] {
  const several = served.copies > 1 || approved.copies > 1;
  const place = (edits: readonly Edit[]): readonly PlacedEdit[] =>
    edits.flatMap((edit) => expandAnnotations(placeEdit(served.kind, edit, several)));
  const raw = place(diffJson(approved.value, served.value));
  const meant = place(diffJson(meaningOf(served.kind, approved.value), meaningOf(served.kind, served.value)));
  return raw.map((edit) => {
    if (!meant.some((other) => isRelated(edit.pointer, other.pointer))) return classified(edit, notation);
    const rule = rules.find((candidate) => candidate.matches(edit));
    if (rule === undefined) throw new RangeError('the last rule matches everything');
    return classified(edit, rule);
  });
}

const notation = {
  name: 'notation',
  severity: 'info',
  sentence: 'written differently, no client can tell the difference',
} as const;

function classified(edit: PlacedEdit, rule: { name: string; severity: Severity; sentence: string }): ClassifiedEdit {
  const { kind: _kind, path: _path, ...plain } = edit;
  return { ...plain, rule: rule.name, severity: rule.severity, message: rule.sentence, clients: [] };
}

function placeEdit(kind: DefinitionKind, edit: Edit, several: boolean): PlacedEdit {
  const segments = pointerSegments(edit.pointer);
  return { ...edit, kind, path: several ? segments.slice(1) : segments };
}

/** Annotations that come, go or change their type as a whole are judged hint by hint. */
function expandAnnotations(edit: PlacedEdit): readonly PlacedEdit[] {
  if (edit.kind !== 'tool' || edit.path.length !== 1 || edit.path[0] !== 'annotations') return [edit];
  if (!isObject(edit.before) && !isObject(edit.after)) return [edit];
  const before = isObject(edit.before) ? edit.before : {};
  const after = isObject(edit.after) ? edit.after : {};
  const inner = diffJson(before, after).map((part) => ({
    ...part,
    kind: edit.kind,
    pointer: `${edit.pointer}${part.pointer}`,
    path: [...edit.path, ...pointerSegments(part.pointer)],
  }));
  return inner.length === 0 ? [edit] : inner;
}

function isRelated(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** A definition without a canonical form (RFC 8785) cannot be compared by other tools: its text is kept, and it is named. */
function invalidEdits(served: Definition): readonly ClassifiedEdit[] {
  return served.invalid === null
    ? []
    : [wholeEdit('invalid-definition', 'high', `not valid JSON data: ${served.invalid}`, {})];
}

function duplicateEdit(before: Json, after: Json): ClassifiedEdit {
  return wholeEdit('duplicate-name', 'high', 'several tools share this name, clients disagree which of them counts', {
    before,
    after,
  });
}

function wholeEdit(
  rule: string,
  severity: Severity,
  message: string,
  sides: { before?: Json; after?: Json },
): ClassifiedEdit {
  return { pointer: '', ...sides, rule, severity, message, clients: [] };
}
