import type { DefinitionKind } from './definition.ts';
import { severities, worst, type Change, type ClassifiedEdit, type Finding, type Severity } from './finding.ts';
import type { FindingContext } from './finding-context.ts';
import { changeKey } from './same-change.ts';

/** The same edit on several definitions of one kind, told once. Also the public form of it (`groups` in JSON). */
export interface Group extends Partial<FindingContext> {
  readonly kind: DefinitionKind;
  readonly change: Change;
  readonly severity: Severity;
  /** Of the definitions, in the order of the findings. */
  readonly names: readonly string[];
  /** As it is on the first of them. */
  readonly edit: ClassifiedEdit;
  /** The numbers in it are not the same on all of them. */
  readonly isVaried: boolean;
}

/** What is left of a finding beside the edits of it that stand in groups. */
export interface Rest {
  readonly finding: Finding;
  readonly groupedEdits: number;
}

export interface Grouped {
  readonly groups: readonly Group[];
  /** Findings that are not told by groups alone, with the edits that are not. */
  readonly rest: readonly Rest[];
}

/** As many make a group. */
const least = 3;

interface Member {
  readonly finding: Finding;
  readonly edit: ClassifiedEdit;
  /** Silence makes a finding more severe than its edits are: its worst edit counts as much as the finding. */
  readonly severity: Severity;
}

/**
 * Puts together what is the same edit on three or more definitions: same place, rule, severity, meaning and change. Whatever
 * is more, other or worse on one of them stays with it, and so stands apart.
 */
export function groupFindings(findings: readonly Finding[]): Grouped {
  const members = findings.map(membersOf);
  // Texts may be long: they are only looked at where enough edits could be the same.
  const alike = partition(members.flat(), placeKey).flatMap((group) => partition(group, ({ edit }) => editKey(edit)));
  const grouped = new Set(alike.flatMap((group) => group.map(({ edit }) => edit)));
  return {
    groups: alike.map(groupOf).toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)),
    rest: findings.flatMap((finding, index) => restOf(finding, members[index] ?? [], grouped)),
  };
}

function membersOf(finding: Finding): readonly Member[] {
  const gravest = worst(finding.edits.map(({ severity }) => severity));
  return finding.edits.map((edit) => ({
    finding,
    edit,
    severity: edit.severity === gravest ? finding.severity : edit.severity,
  }));
}

/** Those of equal key, if they are enough; a null one equals none. */
function partition(
  members: readonly Member[],
  keyOf: (member: Member) => string | null,
): readonly (readonly Member[])[] {
  const parts = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    if (key === null) continue;
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [member]);
    else part.push(member);
  }
  return [...parts.values()].filter((part) => part.length >= least);
}

/** A key of a definition may be longer than anybody reads. */
const maxPlace = 5_000;

function placeKey({ finding, edit, severity }: Member): string | null {
  const { kind, change, silent = '', goesWith = [], unasked = [] } = finding;
  const { pointer, rule, message, clients, signals = [] } = edit;
  if (pointer.length + message.length > maxPlace) return null;
  const found = signals.map(({ name }) => name);
  return JSON.stringify([kind, change, pointer, rule, severity, message, clients, found, silent, goesWith, unasked]);
}

/** What is gone was approved once: that it is gone is the same of all. */
function editKey(edit: ClassifiedEdit): string | null {
  return edit.pointer === '' && edit.after === undefined ? '' : changeKey(edit);
}

function groupOf(members: readonly Member[]): Group {
  const [first] = members;
  if (first === undefined) throw new RangeError('a group has members');
  const { kind, change, silent, goesWith, unasked } = first.finding;
  const sides = ({ edit }: Member): string => JSON.stringify([edit.before, edit.after]);
  const isNumeric = typeof first.edit.after !== 'string' && !(first.edit.pointer === '' && change === 'removed');
  return {
    kind,
    change,
    severity: first.severity,
    names: members.map(({ finding }) => finding.name),
    edit: first.edit,
    isVaried: isNumeric && members.some((member) => sides(member) !== sides(first)),
    ...(silent !== undefined && { silent }),
    ...(goesWith !== undefined && { goesWith }),
    ...(unasked !== undefined && { unasked }),
  };
}

function restOf(finding: Finding, members: readonly Member[], grouped: ReadonlySet<ClassifiedEdit>): readonly Rest[] {
  const left = members.filter(({ edit }) => !grouped.has(edit));
  const groupedEdits = members.length - left.length;
  if (groupedEdits === 0) return [{ finding, groupedEdits }];
  if (left.length === 0) return [];
  const severity = worst(left.map((member) => member.severity));
  return [{ finding: { ...finding, severity, edits: left.map(({ edit }) => edit) }, groupedEdits }];
}
