import { fullSentence } from './consequences.ts';
import type { Expectation } from './expectation.ts';
import type { ClassifiedEdit, Finding } from './finding.ts';
import type { FindingContext } from './finding-context.ts';
import { whatHappened } from './item-name.ts';
import type { FindingBlock } from './message.ts';
import { signalLines } from './signals/describe.ts';
import { visibleLine } from './visible-line.ts';
import { guardLine } from './visible.ts';

/** Some edits say only that something is so: a tool is back, or not valid. There is nothing to compare in them. */
export function hasValue(edit: ClassifiedEdit): boolean {
  return edit.before !== undefined || edit.after !== undefined;
}

/** The heading of a finding: what follows for whom, what speaks for an attack, and what no diff below says. */
export function headOf(finding: Finding, groupedEdits: number, room: number): FindingBlock {
  const bare = finding.edits.filter((edit) => !hasValue(edit));
  const sentences = [...new Set(bare.map((edit) => edit.message))];
  const lines = sentences
    .slice(0, Math.min(10, Math.ceil(room / 400)))
    .map((sentence) => visibleLine(sentence, 400, guardLine));
  const context = contextLines(finding).map((sentence) => visibleLine(sentence, 400, guardLine));
  const elsewhere =
    groupedEdits === 0
      ? []
      : [`It also has ${groupedEdits === 1 ? 'an edit' : `${groupedEdits} edits`} in common with others.`];
  const signals = signalLines(finding).map((line) => visibleLine(line, 600, guardLine));
  const { consequences = [] } = finding;
  const shown = consequences.slice(0, maxConsequences);
  const followed = shown.map((one) => visibleLine(fullSentence(one), 1000, guardLine));
  // Each is named once: most are by a sentence that says what they do.
  const named = new Set(shown.flatMap((one) => (one.direction === 'weaker' ? one.clients : [])));
  const clients = [...new Set(finding.edits.flatMap((edit) => edit.clients))].filter((client) => !named.has(client));
  return {
    kind: 'finding',
    severity: finding.severity,
    title: whatHappened(finding),
    lines: [
      ...[...followed, ...more(consequences.length - followed.length)],
      ...signals,
      ...[...lines, ...more(sentences.length - lines.length)],
      ...elsewhere,
      ...context,
    ],
    clients: [...clients.slice(0, 12).map((client) => visibleLine(client, 40)), ...more(clients.length - 12)],
  };
}

const maxConsequences = 8;

/** How the difference came about, as visible text. */
export function contextLines({
  silent = null,
  goesWith = [],
  unasked = [],
  expected = null,
}: Partial<FindingContext>): readonly string[] {
  return [
    ...(expected === null ? [] : [describeExpected(expected)]),
    ...(silent === null ? [] : [`silent drift: ${silent}`]),
    ...(unasked.length === 0 ? [] : [`runs without asking in ${unasked.join(' and ')}`]),
    ...goesWith,
  ];
}

/** It is told in full all the same: who expects an update does not know what is in it. */
function describeExpected({ by, note }: Expectation): string {
  return `expected by ${by}${note === null ? '' : `: ${note}`}`;
}

function more(count: number): readonly string[] {
  return count > 0 ? [`and ${count} more`] : [];
}
