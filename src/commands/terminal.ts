import pc from 'picocolors';
import type { Severity } from '../core/finding.ts';
import type { Block } from '../core/message.ts';
import { renderText } from '../core/render-text.ts';
import type { Paint } from '../core/render-text.ts';

export interface TerminalStyle {
  readonly color: boolean;
  /** Columns at which our own sentences wrap; text of the server is left to the terminal. */
  readonly width?: number;
}

/** Blocks for a terminal. The only control characters in the result are line feeds and, with `color`, our own SGR sequences. */
export function renderBlocks(blocks: readonly Block[], style: TerminalStyle): string {
  return renderText(blocks, paintFor(style.color), style.width);
}

/** Colours, or none. */
export function paintFor(color: boolean): Paint {
  const { bold, dim, red, green, yellow, cyan, inverse } = pc.createColors(color);
  const bySeverity: Readonly<Record<Severity, (text: string) => string>> = {
    critical: (text) => inverse(bold(red(` ${text} `))),
    high: (text) => bold(red(text)),
    medium: (text) => bold(yellow(text)),
    low: (text) => cyan(text),
    info: (text) => dim(text),
  };
  return {
    severity: (text, severity) => bySeverity[severity](text),
    strong: bold,
    faint: dim,
    removed: red,
    added: green,
  };
}
