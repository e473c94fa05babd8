import type { Severity } from '../core/finding.ts';
import { changeAndSize, type Block, type Fact, type FindingBlock, type Message } from '../core/message.ts';
import { diffLines, plainPaint } from '../core/render-text.ts';
import { guardVisible } from '../core/visible.ts';

interface SlackText {
  readonly type: 'text';
  readonly text: string;
  readonly style?: { readonly bold?: true; readonly code?: true };
}

interface RichTextElement {
  readonly type: 'rich_text_section' | 'rich_text_preformatted';
  readonly elements: readonly SlackText[];
}

type SlackBlock =
  | {
      readonly type: 'header';
      readonly text: { readonly type: 'plain_text'; readonly text: string; readonly emoji: false };
    }
  | { readonly type: 'rich_text'; readonly elements: readonly RichTextElement[] };

export interface SlackPayload {
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

const icons: Readonly<Record<Severity, string>> = { critical: '🚨', high: '🔴', medium: '🟠', low: '🔵', info: '⚪' };

/** Slack's limit for one text. */
const maxText = 3000;

/**
 * `message` in Block Kit. Words of the server stand only in `text` elements of rich text, which Slack shows as they are: it looks
 * there for no mrkdwn, mention, link or `:emoji:`. The header and the notification text may be parsed; what could mean anything
 * there does not go into them.
 */
export function slackPayload(message: Message, id: string): SlackPayload {
  const { line, rest } = headerOf(message);
  return {
    text: notification(message),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: `${icons[message.severity]} ${line}`, emoji: false } },
      ...rest.map((words) => richText([section([text(words, 'bold')])])),
      ...group(message.blocks).map((blocks) => richText(blocks.flatMap(renderBlock))),
      // The same in a repeat after a crash.
      richText([section([text(`alert ${id.slice(0, 100)}`, 'code')])]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** Slack's limit for a header is 150; the icon stands before. */
const maxHeader = 140;

/** What stands in the header: the consequence where it may, else our own words; and what has to be said below because of that. */
function headerOf({ subject, title, headline }: Message): { readonly line: string; readonly rest: readonly string[] } {
  const below = headline === null ? [] : [headline];
  const said = guardVisible(subject.replace(/^\[tooldrift\] /, ''));
  if (isInert(said)) return said.length <= maxHeader ? { line: said, rest: [] } : { line: cut(said), rest: below };
  const plain = guardVisible(title);
  if (isInert(plain) && plain.length <= maxHeader) return { line: plain, rest: below };
  return { line: 'tooldrift alert', rest: [title, ...below] };
}

function cut(line: string): string {
  return `${line.slice(0, line.lastIndexOf(' ', maxHeader))} …`;
}

export type PlainPayload = Omit<SlackPayload, 'blocks'>;

/** The notification alone, for when Slack refuses the rest. */
export function plainPayload(message: Message): PlainPayload {
  const text = `${notification(message)}. Slack refused the rest of it, tooldrift history and tooldrift diff show it`;
  return { text, unfurl_links: false, unfurl_media: false };
}

/** One line, without anything that Slack could interpret: as much of the message as that leaves. */
function notification({ subject, title, severity }: Message): string {
  const lines = [subject, `[tooldrift] ${severity.toUpperCase()}: ${title}`, `[tooldrift] ${severity} alert`];
  return `${icons[severity]} ${lines.find(isInert) ?? ''}`;
}

/** True for text in which Slack can find no markup, mention, address or emoji. */
function isInert(line: string): boolean {
  return /^(?:[A-Za-z0-9 ,()[\]"'+-]|(?<=[A-Za-z0-9])[_/](?=[A-Za-z0-9])|[:.](?= |$))*$/.test(line);
}

/** One rich text block for each finding with what belongs to it: far from Slack's limit of 50 blocks. */
function group(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    if (block.kind === 'finding' || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(block);
  }
  return groups;
}

function renderBlock(block: Block): readonly RichTextElement[] {
  switch (block.kind) {
    case 'line':
      return [section([text(`${block.text}\n`)])];
    case 'facts':
      return [section(block.facts.flatMap(renderFact))];
    case 'finding':
      return [section(renderFinding(block))];
    case 'diff':
      return [
        section([text(block.pointer, 'code'), text(` ${changeAndSize(block)} [${block.rule}]: ${block.sentence}`)]),
        preformatted(diffLines(block, plainPaint).join('\n')),
      ];
    case 'command':
      return [section([text(`${block.label}:`)]), preformatted(block.command)];
  }
}

function renderFact({ label, value }: Fact): readonly SlackText[] {
  return [text(`${label}: `), text(value, 'code'), text('\n')];
}

function renderFinding(block: FindingBlock): readonly SlackText[] {
  const lines = block.lines.map((line) => text(`\n${line}`));
  const clients =
    block.clients.length === 0 ? [] : [text('\nConsent weakens in: '), text(block.clients.join(', '), 'bold')];
  const title = `${icons[block.severity]} ${block.severity.toUpperCase()}  ${block.title}`;
  return [text(title, 'bold'), ...lines, ...clients];
}

function richText(elements: readonly RichTextElement[]): SlackBlock {
  return { type: 'rich_text', elements };
}

function section(elements: readonly SlackText[]): RichTextElement {
  return { type: 'rich_text_section', elements };
}

/** Slack takes no empty text. */
function preformatted(content: string): RichTextElement {
  const chunks = content.match(new RegExp(`[^]{1,${maxText}}`, 'gu')) ?? [' '];
  return { type: 'rich_text_preformatted', elements: chunks.map((chunk) => text(chunk)) };
}

function text(content: string, style?: 'bold' | 'code'): SlackText {
  const safe = guardVisible(content) || ' ';
  if (style === undefined) return { type: 'text', text: safe };
  return { type: 'text', text: safe, style: style === 'bold' ? { bold: true } : { code: true } };
}
