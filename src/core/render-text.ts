import type { Severity } from './finding.ts';
import { changeAndSize, omittedNote } from './message.ts';
import type { Block, DiffBlock, Fact, FindingBlock } from './message.ts';
import { guardLine, guardVisible } from './visible.ts';
import type { Part } from './word-diff.ts';

/** How each sort of text is decorated; a terminal colours, plain text does nothing. */
export interface Paint {
  readonly severity: (text: string, severity: Severity) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly added: (text: string) => string;
}

const asIs = (text: string): string => text;
export const plainPaint: Paint = { severity: asIs, strong: asIs, faint: asIs, removed: asIs, added: asIs };

/**
 * Blocks as lines of text that ends in a line feed. Text of the server stands behind a `| ` or within a line of ours, so that it
 * cannot begin a line that looks like ours; every text passes a last guard against control characters.
 */
export function renderText(blocks: readonly Block[], paint: Paint, width = 80): string {
  const groups = blocks.map((block, index) => {
    const gap = index > 0 && !isTight(block, blocks[index - 1]) ? [''] : [];
    return [...gap, ...renderBlock(block, paint, width)];
  });
  return groups
    .flat()
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** The fingerprints belong to the heading above them. */
function isTight(block: Block, previous: Block | undefined): boolean {
  return block.kind === 'facts' && previous?.kind === 'finding';
}

function renderBlock(block: Block, paint: Paint, width: number): readonly string[] {
  switch (block.kind) {
    case 'line':
      return wrap(guardLine(block.text), width, '', '  ');
    case 'facts':
      return renderFacts(block.facts, paint, width);
    case 'finding':
      return renderFinding(block, paint, width);
    case 'diff':
      return renderDiff(block, paint, width);
    case 'command':
      return [`  ${guardLine(block.label)}:`, `    ${paint.strong(guardLine(block.command))}`];
  }
}

/** Labels in one column, values in another, each within its own; of longer labels the value begins on the next line. */
function renderFacts(facts: readonly Fact[], paint: Paint, width: number): readonly string[] {
  const most = Math.max(24, Math.floor(width / 2));
  const short = facts.map(({ label }) => label.length).filter((length) => length <= most);
  const column = Math.max(0, ...short) + 2;
  const margin = ' '.repeat(column + 2);
  return facts.flatMap(({ label, value }) => {
    const lines = wrap(guardLine(value), width, margin);
    const name = `  ${paint.faint(guardLine(label).padEnd(column))}`;
    if (label.length > most) return [name, ...lines];
    return [name + (lines[0] ?? '').slice(margin.length), ...lines.slice(1)];
  });
}

function renderFinding(block: FindingBlock, paint: Paint, width: number): readonly string[] {
  const tag = paint.severity(block.severity.toUpperCase(), block.severity);
  const clients = block.clients.length === 0 ? [] : [`Consent weakens in: ${block.clients.join(', ')}`];
  const lines = [...block.lines, ...clients].flatMap((line) => wrap(guardLine(line), width, '  ', '    '));
  return [`${tag}  ${paint.strong(guardLine(block.title))}`, ...lines];
}

function renderDiff(block: DiffBlock, paint: Paint, width: number): readonly string[] {
  const heading = `  ${paint.faint(`${guardLine(block.pointer)} ${changeAndSize(block)}  [${guardLine(block.rule)}]`)}`;
  const sentence = wrap(guardLine(block.sentence), width, '  ');
  return [heading, ...sentence, ...diffLines(block, paint).map((line) => `  ${paint.faint('|')} ${line}`)];
}

/** The hunks of a diff as lines, with `[-removed-]` and `{+added+}` marked. */
export function diffLines(block: DiffBlock, paint: Paint): readonly string[] {
  const hunks = block.hunks.map(({ parts }) => parts.map((part) => renderPart(part, paint)).join(''));
  return hunks.flatMap((hunk) => hunk.split('\n'));
}

/**
 * The markers are those of `git diff --word-diff`, a pair for each line: neither marker nor colour has to be
 * looked for on the lines before. `{++}` is a line feed alone.
 */
function renderPart(part: Part, paint: Paint): string {
  if (part.kind === 'omitted') return paint.faint(guardLine(omittedNote(part)));
  const text = escapeMarkers(guardVisible(part.text));
  if (part.kind === 'same') return text;
  const mark = (line: string): string =>
    part.kind === 'removed' ? paint.removed(`[-${line}-]`) : paint.added(`{+${line}+}`);
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines.map((line, index) => (index === last && line === '' ? '' : mark(line))).join('\n');
}

/** Markers in the text itself would make added words pass for approved ones. */
function escapeMarkers(text: string): string {
  return text.replace(/\[(?=-)|\{(?=\+)|(?<=-)\]|(?<=\+)\}/g, (char) => markers[char] ?? char);
}

const markers: Readonly<Record<string, string>> = {
  '[': '<U+005B>',
  ']': '<U+005D>',
  '{': '<U+007B>',
  '}': '<U+007D>',
};

/** `next` indents what does not fit on the first line: a name of the server in it cannot begin a line that looks like a heading. */
function wrap(text: string, width: number, indent: string, next = indent): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const margin = (): string => (lines.length === 0 ? indent : next);
  for (const word of text.split(' ')) {
    if (line !== '' && margin().length + line.length + 1 + word.length > width) {
      lines.push(margin() + line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, margin() + line];
}
