import type { Entry } from './arrange.ts';
import { itemName, whatHappened } from './item-name.ts';
import { groupTitle } from './compose-group.ts';
import { listOf } from './consequences.ts';
import { isDifference } from './definition.ts';
import { pointerSegments } from './diff.ts';
import { atLeast, severities, type ClassifiedEdit, type Finding } from './finding.ts';
import { gists } from './gists.ts';
import type { Group } from './group.ts';
import type { Signal } from './signals/signal.ts';
import { mostSevere } from './signals/to-signals.ts';
import { visibleLine, visibleName, visibleToolName } from './visible-line.ts';
import { guardLine } from './visible.ts';

/** Clients that a headline names; the others are counted. */
const maxNamed = 2;
/** Of a name, and of the whole: a subject holds more than this. */
const maxName = 50;
const maxGist = 150;

/**
 * What the gravest of `entries` lets a server or a model do now, and to whom, in one line: `VS Code, Codex and 3 more no longer
 * ask before delete_file`. Null without entries.
 */
export function gistOf(entries: readonly Entry[]): { readonly entry: Entry; readonly gist: string } | null {
  const [first] = entries.toSorted((a, b) => weightOf(a) - weightOf(b));
  if (first === undefined) return null;
  const gist = first.kind === 'group' ? ofGroup(first.group) : ofFinding(first.finding);
  return { entry: first, gist: visibleLine(gist, maxGist, guardLine) };
}

/** The most severe first; of these, what a person is told to be deceived or no longer asked by. */
function weightOf(entry: Entry): number {
  const [{ severity }, edits] =
    entry.kind === 'group' ? [entry.group, [entry.group.edit]] : [entry.finding, entry.finding.edits];
  const worst = worstOf(edits);
  const rank = worst.some(hasGraveSignal) ? 0 : worst.some(({ clients }) => clients.length > 0) ? 1 : 2;
  return severities.indexOf(severity) * 3 + rank;
}

function worstOf(edits: readonly ClassifiedEdit[]): readonly ClassifiedEdit[] {
  const least = Math.min(...edits.map(({ severity }) => severities.indexOf(severity)));
  return edits.filter(({ severity }) => severities.indexOf(severity) === least);
}

function hasGraveSignal({ severity, signals = [] }: ClassifiedEdit): boolean {
  return signals.some((signal) => atLeast(signal.severity, 'high') && atLeast(signal.severity, severity));
}

function gravestSignal(edits: readonly ClassifiedEdit[]): Signal | undefined {
  return mostSevere(
    edits.filter(hasGraveSignal).flatMap(({ signals = [] }) => signals),
    1,
  )[0];
}

function ofFinding(finding: Finding): string {
  const worst = worstOf(finding.edits);
  const signal = gravestSignal(worst);
  if (signal !== undefined) return `${signalled(finding)} ${signal.message}`;
  const isOfClients = finding.change !== 'changed' || worst.some(({ clients }) => clients.length > 0);
  const consequence = finding.consequences?.find(({ direction }) => direction === 'weaker');
  if (isOfClients && consequence?.does !== undefined) {
    const told = `${clientsOf(consequence.clients)} ${consequence.does}`;
    return finding.change === 'changed' ? told : `${whatHappened(finding, maxName)}: ${told}`;
  }
  const [edit] = worst;
  return edit === undefined ? whatHappened(finding, maxName) : ofEdit(finding, edit);
}

function ofEdit(finding: Finding, edit: ClassifiedEdit): string {
  const gist = isDifference(finding) ? undefined : gists[edit.rule];
  if (gist === undefined) return changeOf(finding, edit);
  const segments = pointerSegments(edit.pointer);
  const place = segments.at(-2) === 'properties' ? visibleName(segments.at(-1) ?? '', 30) : null;
  return gist.replace('{item}', () => subjectName(finding)) + (place === null ? '' : `: ${place}`);
}

/** `description of delete_file changed`, `tool delete_file was removed`. */
function changeOf(finding: Finding, edit: ClassifiedEdit): string {
  const [part = '', ...below] = pointerSegments(edit.pointer);
  if (finding.change !== 'changed' || isDifference(finding) || part === '') return whatHappened(finding, maxName);
  const isWhole = below.length === 0;
  const how =
    isWhole && edit.before === undefined ? 'added' : isWhole && edit.after === undefined ? 'removed' : 'changed';
  return `${visibleName(part, 40)} of ${subjectName(finding)} ${how}`;
}

function ofGroup(group: Group): string {
  const { edit, kind, names } = group;
  const signal = gravestSignal([edit]);
  const title = groupTitle(group, 30);
  const listed = title.slice(title.indexOf(': ') + 2);
  if (signal !== undefined) return `each of ${names.length} ${kind}s ${signal.message}: ${listed}`;
  if (edit.clients.length === 0) return title;
  return `${clientsOf(edit.clients)} guard people less in ${names.length} ${kind}s: ${listed}`;
}

/** Each client once, whatever its modes are. */
function clientsOf(clients: readonly string[]): string {
  return listOf([...new Set(clients.map((client) => client.replace(/ \([^()]*\)$/, '')))], maxNamed);
}

/** Of what a signal is said. */
function signalled(finding: Finding): string {
  if (!isDifference(finding)) return subjectName(finding);
  return `${whatHappened(finding, maxName)}: what differs`;
}

/** The item as the subject of a sentence. */
function subjectName(finding: Finding): string {
  if (finding.kind === 'tool') return visibleToolName(finding.name, maxName);
  return finding.kind === 'instructions' ? 'the instructions text' : itemName(finding, maxName);
}
