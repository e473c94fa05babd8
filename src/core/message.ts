import type { Severity } from './finding.ts';
import type { Hunk } from './word-diff.ts';

/**
 * What tooldrift says, before it is a mail, a Slack message or lines on a terminal. Every text in it went through `makeVisible`:
 * it holds no control or hidden character. Each sink still escapes for its own syntax.
 */
export interface Message {
  /** One line, at most about 200 characters. */
  readonly subject: string;
  /** One sentence of our own words and the server's name, without the words of the server. */
  readonly title: string;
  /** What matters most, a sentence that the subject ends with as well. Null where the title says it. */
  readonly headline: string | null;
  readonly severity: Severity;
  readonly blocks: readonly Block[];
}

/** The blocks of a message for a place that shows nothing but its title before. */
export function withHeadline({ headline, blocks }: Pick<Message, 'headline' | 'blocks'>): readonly Block[] {
  return headline === null ? blocks : [{ kind: 'line', text: headline }, ...blocks];
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export type Block =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | FindingBlock
  | DiffBlock
  | { readonly kind: 'command'; readonly label: string; readonly command: string };

/** The heading of one finding: what happened to which item, what no diff below says, and where consent weakens. */
export interface FindingBlock {
  readonly kind: 'finding';
  readonly severity: Severity;
  readonly title: string;
  readonly lines: readonly string[];
  readonly clients: readonly string[];
}

/** One edit of the finding above it, word by word. Only line feeds break the text of a part. */
export interface DiffBlock {
  readonly kind: 'diff';
  /** The JSON pointer, or words for the whole definition. */
  readonly pointer: string;
  readonly change: 'changed' | 'added' | 'removed';
  /** How much longer or shorter a text became, or how long it is: `+1,204 characters`. Empty: no text, or as long as before. */
  readonly size: string;
  /** The rule that it falls under: `tooldrift explain <rule>`. */
  readonly rule: string;
  /** What it means. */
  readonly sentence: string;
  readonly hunks: readonly Hunk[];
}

/** `changed, +1,204 characters`. */
export function changeAndSize({ change, size }: Pick<DiffBlock, 'change' | 'size'>): string {
  return size === '' ? change : `${change}, ${size}`;
}

/** About how many characters a reader meets in `blocks`. */
export function sizeOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + textsOf(block).reduce((size, text) => size + text.length, 0), 0);
}

function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'line':
      return [block.text];
    case 'facts':
      return block.facts.flatMap(({ label, value }) => [label, value]);
    case 'finding':
      return [block.title, ...block.lines, ...block.clients];
    case 'diff':
      return [
        block.pointer,
        block.size,
        block.rule,
        block.sentence,
        ...block.hunks.flatMap(({ parts }) => parts.map(partText)),
      ];
    case 'command':
      return [block.label, block.command];
  }
}

function partText(part: Hunk['parts'][number]): string {
  return part.kind === 'omitted' ? omittedNote(part) : part.text;
}

/** What a reader sees where text was left out. The server cannot write it: `makeVisible` breaks its opening. */
export function omittedNote(part: {
  readonly from: 'same' | 'removed' | 'added';
  readonly characters: number;
}): string {
  const what = part.from === 'same' ? 'unchanged' : part.from;
  return `<…${part.characters} ${what} character${part.characters === 1 ? '' : 's'} left out>`;
}
