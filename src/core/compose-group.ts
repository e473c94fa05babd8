import { composeDiff } from './compose-diff.ts';
import { contextLines, hasValue } from './compose-head.ts';
import { cutLines, wholeCommand, wholeDiff } from './compose-finding.ts';
import { itemLabel } from './item-label.ts';
import { isDifference } from './definition.ts';
import { defaultMaxWork } from './edit-script.ts';
import type { Change } from './finding.ts';
import type { Group } from './group.ts';
import { sizeOf } from './message.ts';
import { signalLines } from './signals/describe.ts';
import type { Block, FindingBlock } from './message.ts';
import { visibleLine, visibleName, visibleToolName } from './visible-line.ts';
import { guardLine } from './visible.ts';

export interface GroupOptions {
  /** Visible characters that the blocks should not exceed. */
  readonly maxCharacters?: number;
  /** Token comparisons for the diff. */
  readonly maxWork?: number;
}

/** Names in the heading, and in the line below it. */
const namesInTitle = 3;
const namesBelow = 40;

/** One edit that several definitions share: which ones, and the edit once. */
export function composeGroup(group: Group, server: string, options: GroupOptions = {}): readonly Block[] {
  const { maxCharacters = wholeDiff, maxWork = defaultMaxWork } = options;
  const head = headOf(group);
  // What is gone is told by its name: it is not the same text on all of them.
  if (!hasValue(group.edit) || group.change === 'removed') return [head];
  const composed = composeDiff(group.edit, { maxCharacters: maxCharacters - sizeOf([head]), maxWork });
  const label = itemLabel({ kind: group.kind, name: group.names[0] ?? '' });
  return [head, composed.block, ...cutLines(composed, wholeCommand(server, label, maxCharacters))];
}

const happened: Readonly<Record<Change, string>> = {
  changed: 'changed alike',
  added: 'were added alike',
  removed: 'were removed',
  returned: 'are served again',
  renamed: 'were renamed alike',
  duplicate: 'are served more than once',
};

/** `113 tools changed alike: get_me, list_issues, get_issue and 110 more`. */
export function groupTitle({ kind, change, names }: Group, maxCharacters?: number): string {
  const [noun, verb] = isDifference({ kind })
    ? ['definitions', 'are not shown alike to all clients, all in the same way']
    : [kind === 'client-server' ? 'servers' : `${kind}s`, happened[change]];
  const first = names.slice(0, namesInTitle).map((name) => showName(kind, name, maxCharacters));
  return `${names.length} ${noun} ${verb}: ${andMore(first, names.length)}`;
}

function headOf(group: Group): FindingBlock {
  const { kind, names, severity, edit } = group;
  const below = names.slice(namesInTitle, namesInTitle + namesBelow).map((name) => showName(kind, name, 60));
  const signals = signalLines({ edits: [edit] }).map((line) => visibleLine(line, 600, guardLine));
  const bare = hasValue(edit) ? [] : [visibleLine(edit.message, 400, guardLine)];
  const varied = group.isVaried ? ['The numbers in it differ from one to the other.'] : [];
  const context = contextLines(group).map((sentence) => visibleLine(sentence, 400, guardLine));
  return {
    kind: 'finding',
    severity,
    title: groupTitle(group),
    lines: [
      ...(below.length === 0 ? [] : [`also ${andMore(below, names.length - namesInTitle)}`]),
      ...signals,
      ...bare,
      ...varied,
      ...context,
    ],
    clients: edit.clients.map((client) => visibleLine(client, 40)),
  };
}

function andMore(names: readonly string[], all: number): string {
  const left = all - names.length;
  return names.join(', ') + (left > 0 ? ` and ${left} more` : '');
}

function showName(kind: Group['kind'], name: string, maxCharacters?: number): string {
  return kind === 'tool' ? visibleToolName(name, maxCharacters) : visibleName(name, maxCharacters);
}
