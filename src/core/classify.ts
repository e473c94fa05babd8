import { classified, classifyEdits, wholeEdit } from './classify-edits.ts';
import { isDifference, type Definition, type DefinitionKind, type ItemKey } from './definition.ts';
import { isUnpinned } from './external-references.ts';
import { worst, type Change, type ClassifiedEdit, type Finding } from './finding.ts';
import { hasInvalidHeader, invalidHeader } from './header-rules.ts';
import { isArray, own, type Json } from './json.ts';
import { kinds } from './kinds.ts';
import { externalReference } from './rules.ts';
import { raise } from './signals/raise.ts';
import type { SignalContext } from './signals/signal.ts';
import { editsOfDifference, gravityOfDifference } from './views.ts';
import { visibleToolName } from './visible-line.ts';
import { weighConsent } from './weigh-consent.ts';
import { ambiguityChanged, invalidDefinition, notExamined } from './whole-rules.ts';

/** What was approved last under one name. */
export interface Baseline extends ItemKey {
  readonly fingerprint: string;
  readonly text: string;
  readonly value: Json;
  readonly copies: number;
}

/** The finding for a definition that differs from its baseline in fingerprint. */
export function classifyChange(
  approved: Baseline,
  served: Definition,
  context: SignalContext,
  maxEdits?: number,
): Finding {
  const change = served.copies > approved.copies ? 'duplicate' : 'changed';
  const fingerprints = { fingerprint: served.fingerprint, approvedFingerprint: approved.fingerprint };
  const seen = classifyEdits(approved, served, maxEdits);
  const edits = [...(seen.length === 0 ? [unseenEdit(approved, served)] : seen), ...invalidEdits(served)];
  const raised = raise(served, edits, context);
  return weighConsent(findingOf(served, change, fingerprints, raised), approved, served);
}

/** The finding for a definition that nobody approved; `about` is what its name says (`name-rules.ts`). */
export function classifyAddition(
  served: Definition,
  context: SignalContext,
  about: readonly ClassifiedEdit[] = [],
): Finding {
  const { kind, value } = served;
  const whole = isDifference(served) ? differenceEdits(kind, value) : [additionEdit(kind, value)];
  const edits = [...whole, ...(kind === 'tool' ? toolEdits(value) : []), ...about, ...invalidEdits(served)];
  const fingerprints = { fingerprint: served.fingerprint, approvedFingerprint: null };
  const change = served.copies > 1 ? 'duplicate' : 'added';
  return weighConsent(findingOf(served, change, fingerprints, raise(served, edits, context)), null, served);
}

/** The finding for a tool that nobody approved and that is probably `former` under another name. */
export function classifyRename(
  former: Baseline,
  served: Definition,
  context: SignalContext,
  about: readonly ClassifiedEdit[],
  maxEdits?: number,
): Finding {
  const sentence = `probably ${visibleToolName(former.name, 60)} under another name: nobody approved it under this one`;
  const renamed = wholeEdit({ name: 'tool-renamed', severity: kinds.tool.added, sentence }, {});
  const edits = [renamed, ...classifyEdits(former, served, maxEdits), ...about, ...invalidEdits(served)];
  const fingerprints = { fingerprint: served.fingerprint, approvedFingerprint: null };
  return weighConsent(findingOf(served, 'renamed', fingerprints, raise(served, edits, context)), former, served);
}

/** What is said of a new tool beside that it is new. */
function toolEdits(tool: Json): readonly ClassifiedEdit[] {
  const copies = isArray(tool) ? tool : [tool];
  return [
    ...(isUnpinned(tool) ? [wholeEdit(externalReference, {})] : []),
    ...(copies.some(hasInvalidHeader) ? [wholeEdit(invalidHeader, {})] : []),
  ];
}

function additionEdit(kind: DefinitionKind, value: Json): ClassifiedEdit {
  const { noun, added, sentences } = kinds[kind];
  const sentence = sentences?.added ?? `${noun} that nobody approved`;
  // A client asks before it switches on what a repository brings along.
  const severity = kind === 'client-server' && own(value, 'enabled') === false ? 'medium' : added;
  return wholeEdit({ name: `${kind}-added`, severity, sentence }, { after: value });
}

function differenceEdits(kind: DefinitionKind, value: Json): readonly ClassifiedEdit[] {
  const severity = gravityOfDifference(value);
  return editsOfDifference(value).map(({ sentence, ...edit }) =>
    classified(edit, { name: `${kind}-added`, severity, sentence }),
  );
}

/** The finding for a definition whose removal was approved and that is back: compared with what was approved before. */
export function classifyReturn(last: Baseline, served: Definition, context: SignalContext, maxEdits?: number): Finding {
  const same = last.fingerprint === served.fingerprint;
  const sentence = same
    ? 'back as it was before its removal was approved'
    : 'back after its removal was approved, and changed';
  const returned = wholeEdit({ name: `${served.kind}-returned`, severity: kinds[served.kind].added, sentence }, {});
  const edits = same ? [] : [...classifyEdits(last, served, maxEdits), ...invalidEdits(served)];
  const fingerprints = { fingerprint: served.fingerprint, approvedFingerprint: null };
  const raised = raise(served, [returned, ...edits], context);
  return weighConsent(findingOf(served, 'returned', fingerprints, raised), last, served);
}

/** The finding for a definition that differs and was not looked into. `last` undefined: nobody ever approved one of that name. */
export function classifyUnexamined(
  last: { readonly fingerprint: string | null; readonly lastFingerprint: string | null } | undefined,
  served: Definition,
): Finding {
  const edit = wholeEdit(notExamined, {});
  const fingerprints = { fingerprint: served.fingerprint, approvedFingerprint: last?.fingerprint ?? null };
  const change = last?.lastFingerprint == null ? 'added' : last.fingerprint === null ? 'returned' : 'changed';
  return findingOf(served, change, fingerprints, [edit]);
}

/** The finding for an approved definition that is no longer served. */
export function classifyRemoval(approved: Baseline): Finding {
  const { kind, value } = approved;
  const { noun, removed, sentences } = kinds[kind];
  const sentence = sentences?.removed ?? `${noun} is no longer served`;
  const rule = { name: `${kind}-removed`, severity: removed, sentence };
  const fingerprints = { fingerprint: null, approvedFingerprint: approved.fingerprint };
  return findingOf(approved, 'removed', fingerprints, [wholeEdit(rule, { before: value })]);
}

function findingOf(
  { kind, name }: ItemKey,
  change: Change,
  fingerprints: Pick<Finding, 'fingerprint' | 'approvedFingerprint'>,
  edits: readonly ClassifiedEdit[],
): Finding {
  return { kind, name, change, severity: worst(edits.map((edit) => edit.severity)), ...fingerprints, edits };
}

/** The values are the same to `JSON.parse`, the texts are not: some clients see a change that others do not. */
function unseenEdit(approved: Baseline, served: Definition): ClassifiedEdit {
  return wholeEdit(ambiguityChanged, { before: approved.text, after: served.text });
}

/** A definition without a canonical form (RFC 8785) cannot be compared by other tools: its text is kept, and it is named. */
function invalidEdits({ invalid }: Definition): readonly ClassifiedEdit[] {
  if (invalid === null) return [];
  return [wholeEdit({ ...invalidDefinition, sentence: `${invalidDefinition.sentence}: ${invalid}` }, {})];
}
