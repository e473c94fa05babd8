import type { Severity } from '../core/finding.ts';
import { changeAndSize, omittedNote } from '../core/message.ts';
import type { Block, DiffBlock, FindingBlock, Message } from '../core/message.ts';
import { guardVisible } from '../core/visible.ts';
import type { Part } from '../core/word-diff.ts';
import { darkCss, styles } from './email-style.ts';
import type { StyleName } from './email-style.ts';

/** Markup of ours. Text becomes markup only through `escapeHtml`. */
type Html = string;

/** `message` as one self-contained page: inline styles, no script, no image, no link, nothing to load. */
export function renderHtml(message: Message): Html {
  const badge = element('span', message.severity, escapeHtml(message.severity.toUpperCase()));
  const heading = element('h1', 'heading', `${badge} ${escapeHtml(message.title)}`);
  const headline = message.headline === null ? '' : element('p', 'headline', escapeHtml(message.headline));
  const body = message.blocks.map(renderBlock).join('\n');
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">',
    `<title>${escapeHtml(message.subject)}</title>`,
    `<style>${darkCss()}</style></head>`,
    `<body class="page" style="${styles.page}">`,
    element('div', 'sheet', `\n${heading}\n${headline}\n${body}\n`),
    '</body></html>',
    '',
  ].join('\n');
}

function renderBlock(block: Block): Html {
  switch (block.kind) {
    case 'line':
      return element('p', 'line', escapeHtml(block.text));
    case 'facts':
      return renderFacts(block.facts);
    case 'finding':
      return renderFinding(block);
    case 'diff':
      return renderDiff(block);
    case 'command':
      return (
        element('p', 'label', `${escapeHtml(block.label)}:`) + element('pre', 'command', escapeHtml(block.command))
      );
  }
}

function renderFacts(facts: Extract<Block, { kind: 'facts' }>['facts']): Html {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr>${element('td', 'factLabel', escapeHtml(label))}${element('td', 'factValue', escapeHtml(value))}</tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="${styles.facts}">${rows.join('')}</table>`;
}

function renderFinding(block: FindingBlock): Html {
  const badge = element('span', block.severity, escapeHtml(block.severity.toUpperCase()));
  const lines = block.lines.map((line) => element('p', 'sentence', escapeHtml(line)));
  const clients =
    block.clients.length === 0
      ? ''
      : element('p', 'sentence', `Consent weakens in: <b>${escapeHtml(block.clients.join(', '))}</b>`);
  return element('h2', 'finding', `${badge} ${escapeHtml(block.title)}`) + lines.join('') + clients;
}

function renderDiff(block: DiffBlock): Html {
  const pointer = `<code>${escapeHtml(block.pointer)}</code> ${changeAndSize(block)} [${escapeHtml(block.rule)}]`;
  const heading = element('p', 'label', pointer) + element('p', 'sentence', escapeHtml(block.sentence));
  const hunks = block.hunks.map(({ parts }) => element('div', 'hunk', parts.map(renderPart).join('')));
  return heading + element('div', 'diff', hunks.join(''));
}

/** `del` and `ins` are struck through and underlined where a client drops the styles. */
function renderPart(part: Part): Html {
  if (part.kind === 'omitted') return element('i', 'omitted', escapeHtml(omittedNote(part)));
  const text = escapeHtml(part.text);
  if (part.kind === 'same') return text;
  return element(part.kind === 'removed' ? 'del' : 'ins', part.kind, text);
}

function element(tag: string, name: StyleName | Severity, content: Html): Html {
  return `<${tag} class="${name}" style="${styles[name]}">${content}</${tag}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Visible text as HTML text or attribute value. Mail clients make links of bare addresses by themselves: a `<wbr>` inside of them
 * (it shows nothing and copies as nothing) keeps most from doing so.
 */
export function escapeHtml(text: string): Html {
  return guardVisible(text)
    .replace(/[&<>"']/g, (char) => entities[char] ?? char)
    .replace(/(?<=\w[.@]|:\/)(?=[\w/])/g, '<wbr>');
}
