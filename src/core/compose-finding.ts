import { approveCommand, diffCommand, fingerprintPrefix, isTypeable, volatileCommand } from './approve-command.ts';
import { composeDiff, type ComposedDiff } from './compose-diff.ts';
import { hasValue, headOf } from './compose-head.ts';
import { severities } from './finding.ts';
import type { ClassifiedEdit, Finding } from './finding.ts';
import { itemLabel } from './item-label.ts';
import { sizeOf } from './message.ts';
import type { Block } from './message.ts';
import { defaultMaxWork } from './edit-script.ts';

export interface FindingOptions {
  /** Visible characters after which further edits are only counted. */
  readonly maxCharacters?: number;
  readonly maxEdits?: number;
  /** Token comparisons for all diffs together. */
  readonly maxWork?: number;
  /** How many edits of it are told elsewhere, with those of others (`group.ts`). */
  readonly groupedEdits?: number;
  /** Adds the command that approves it, and with `see` the one that shows it. Null: none. */
  readonly commands?: CommandOptions | null;
}

export interface CommandOptions {
  /** Binds the approval of a removed item. */
  readonly surfaceFingerprint: string | null;
  readonly see: boolean;
}

/** One finding as blocks: what happened, what it means, the fingerprints, each edit word by word, and what to type. */
export function composeFinding(finding: Finding, server: string, options: FindingOptions = {}): readonly Block[] {
  const {
    maxCharacters = wholeDiff,
    maxEdits = 50,
    maxWork = defaultMaxWork,
    groupedEdits = 0,
    commands = null,
  } = options;
  const edits = mostSevereFirst(finding.edits).filter(hasValue);
  const command = wholeCommand(server, itemLabel(finding), maxCharacters);
  const head: readonly Block[] = [headOf(finding, groupedEdits, maxCharacters / 2), fingerprintsOf(finding)];
  const { diffs, shown } = composeEdits(edits.slice(0, maxEdits), maxCharacters - sizeOf(head), maxWork, command);
  const left = edits.length - shown;
  const rest: readonly Block[] =
    left > 0
      ? [
          {
            kind: 'line',
            text: `${left} more ${left === 1 ? 'edit' : 'edits'} of this definition not shown here. All of it: ${command}`,
          },
        ]
      : [];
  return [...head, ...diffs, ...rest, ...(commands === null ? [] : commandsFor(finding, server, commands))];
}

/** `list` in order of severity, else as it was. */
export function mostSevereFirst<T extends Pick<Finding, 'severity'>>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

/** Visible characters of one finding in a terminal. */
export const wholeDiff = 100_000;

/** The command that shows all of a definition that is cut to `maxCharacters`; where `diff` itself had to cut, its JSON has it. */
export function wholeCommand(server: string, item: string, maxCharacters: number): string {
  const command = diffCommand(server, item);
  return maxCharacters < wholeDiff || item.startsWith('-') ? command : `${command} --json`;
}

function fingerprintsOf(finding: Finding): Block {
  return {
    kind: 'facts',
    facts: [
      { label: 'Approved', value: fingerprintPrefix(finding.approvedFingerprint) ?? 'nothing under this name' },
      { label: 'Served', value: fingerprintPrefix(finding.fingerprint) ?? 'nothing under this name' },
    ],
  };
}

/** Each edit may use half of the room that is left, the last one all of it. */
function composeEdits(
  edits: readonly ClassifiedEdit[],
  room: number,
  maxWork: number,
  command: string,
): { readonly diffs: readonly Block[]; readonly shown: number } {
  const diffs: Block[] = [];
  let left = room;
  let shown = 0;
  for (const [index, edit] of edits.entries()) {
    if (left <= 0 && index > 0) break;
    shown += 1;
    const maxCharacters = index === edits.length - 1 ? left : left / 2;
    const composed = composeDiff(edit, { maxCharacters, maxWork: maxWork / edits.length });
    const blocks = [composed.block, ...cutLines(composed, command)];
    left -= sizeOf(blocks);
    diffs.push(...blocks);
  }
  return { diffs, shown };
}

/** Said below a text in which there is no room for each change by itself, or for all of one. */
export function cutLines({ together, isCut }: ComposedDiff, command: string): readonly Block[] {
  if (!isCut) return [];
  const what = together > 0 ? `The last ${together} changes of this text are shown as one, cut` : 'Part of this is cut';
  return [{ kind: 'line', text: `${what}. All of it: ${command}` }];
}

/** Said of a text of which several readings differ in one narrow part. */
export const varyLabel = 'Or let this part of it vary, and pin the rest';

function commandsFor(finding: Finding, server: string, options: CommandOptions): readonly Block[] {
  const { surfaceFingerprint, see } = options;
  const item = itemLabel(finding);
  const command = approveCommand(server, [item], { itemFingerprint: finding.fingerprint, surfaceFingerprint });
  const what = finding.fingerprint === null ? 'that it is gone' : 'this definition';
  const label = isTypeable(item)
    ? `Approve ${what}, if it is right`
    : 'Approve all that this server serves, if it is right (this name cannot be typed safely)';
  const diff: Block = { kind: 'command', label: 'See all of it', command: diffCommand(server, item) };
  const vary = finding.mayVary === undefined ? null : volatileCommand(server, item, finding.mayVary);
  return [
    ...(see ? [diff] : []),
    { kind: 'command', label, command },
    ...(vary === null ? [] : [{ kind: 'command', label: varyLabel, command: vary } as const]),
  ];
}
