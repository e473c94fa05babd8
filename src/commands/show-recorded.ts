import pc from 'picocolors';
import { arrange, composeEntry } from '../core/arrange.ts';
import { parseCanonical } from '../core/compare.ts';
import type { Finding } from '../core/finding.ts';
import { firstSights, type FirstSight } from '../core/first-sight.ts';
import { shortFingerprint } from '../core/fingerprint.ts';
import { effectiveHint, hints } from '../core/hints.ts';
import { own, type Json } from '../core/json.ts';
import type { OtherTool } from '../core/name-index.ts';
import { describeSignals } from '../core/signals/describe.ts';
import { visibleLabel } from '../core/visible-label.ts';
import { guardLine, hasHidden, makeVisible } from '../core/visible.ts';
import type { StoredDefinition, StoredSurface } from '../monitor/ports-record.ts';
import type { Io } from './io.ts';
import { renderBlocks } from './terminal.ts';

/** Prints findings with their diffs. */
export function showFindings(server: string, findings: readonly Finding[], io: Io): void {
  for (const entry of arrange(findings))
    io.out(`\n${renderBlocks(composeEntry(entry, server), { color: io.color, width: io.width })}\n`);
  if (findings.length > 0) io.out('\n');
}

/**
 * Prints what a server shows at first sight: each definition with the start of its description, what its
 * hints claim, what in it speaks for an attack, what clients do with it and what it does not say.
 */
export function showFirstSight(
  server: string,
  surface: StoredSurface,
  elsewhere: readonly OtherTool[],
  io: Io,
  what = 'shows, and nothing of it is approved yet',
): void {
  const colors = pc.createColors(io.color);
  io.out(`${colors.bold(server)} ${what} (${shortFingerprint(surface.fingerprint)}):\n`);
  for (const [definition, sight] of firstSights(surface.definitions, elsewhere, true)) {
    const value = parseCanonical(definition.text);
    io.out(`  ${colors.bold(visibleLabel(definition))}  ${colors.dim(claims(definition, value))}\n`);
    io.out(`    ${firstWords(readText(definition, value))}\n`);
    for (const line of aidLines(sight)) io.out(`    ${colors.yellow(line)}\n`);
  }
  io.out('\n');
}

/** An approval aid as lines of visible text: what speaks for an attack, what clients do with it, what it does not say. */
export function aidLines({ signals, consequences, missing }: FirstSight): readonly string[] {
  return [
    ...describeSignals(signals),
    ...consequences.map(({ sentence }) => sentence),
    ...(missing === null ? [] : [missing.sentence]),
  ].map((line) => guardLine(line));
}

/** What a person reads first: the description, else all of a short definition. A tool without a description has no text. */
function readText({ kind, text }: StoredDefinition, value: Json): Json | undefined {
  if (typeof value === 'string') return value;
  return own(value, 'description') ?? (kind === 'tool' ? undefined : text);
}

/** Enough to recognise a tool; `show` has the rest, and what hides in it is said here. */
const shownCharacters = 300;

function firstWords(text: Json | undefined): string {
  if (typeof text !== 'string') return '(no text)';
  // Blank lines would push what follows to a line of the terminal where it could pass for our own words.
  const words = text.replaceAll(/[ \t\r\n]+/g, ' ');
  const visible = makeVisible(words.slice(0, shownCharacters));
  const rest = words.length > shownCharacters ? `… (${text.length} characters in all: see \`show\`)` : '';
  const warning = hasHidden(text.replaceAll('\n', ' ')) ? ' (holds hidden characters: see `show`)' : '';
  return `${visible}${rest}${warning}`;
}

/** `read-only`, `destructive, open world`: what clients may assume, the spec's defaults included. */
function claims(definition: StoredDefinition, value: Json): string {
  if (definition.kind !== 'tool') return `${definition.text.length} characters`;
  const annotations = own(value, 'annotations');
  const isTrue = (name: string): boolean => effectiveHint(name, own(annotations, name)) === true;
  const words = isTrue('readOnlyHint') ? ['read-only'] : [isTrue('destructiveHint') ? 'may destroy' : 'writes'];
  if (isTrue('openWorldHint')) words.push('open world');
  const absent = [...hints.keys()].filter((name) => own(annotations, name) === undefined);
  if (absent.length === hints.size) words.push('no annotations');
  return words.join(', ');
}
