import pc from 'picocolors';
import type { WrittenFile } from '../config/written-file.ts';
import { severities, type Severity } from '../core/finding.ts';
import type { Paint } from '../core/render-text.ts';
import { guardLine } from '../core/visible.ts';
import type { LintFinding, LintServer } from '../lint/lint-finding.ts';
import type { Linted } from '../lint/lint-server.ts';
import type { Io } from './io.ts';
import { paintFor } from './terminal.ts';

/** Items of one line; the rest is counted. */
const maxItems = 6;

/** Prints what lint found, server by server; what is the same of several tools once. */
export function showLint(linted: readonly Linted[], servers: readonly LintServer[], file: WrittenFile, io: Io): void {
  const colors = pc.createColors(io.color);
  const paint = paintFor(io.color);
  for (const { server, findings } of linted) {
    const isRecorded = servers.some(({ name, recorded }) => name === server && recorded.length > 0);
    const { line } = file.placeOf(['mcpServers', server]);
    const note = isRecorded ? '' : `, ${unread(file)}: only its launch is looked at`;
    io.out(`${colors.bold(server)}  ${colors.dim(`${file.label}:${line}${note}`)}\n`);
    if (findings.length === 0) io.out('  nothing to say\n');
    for (const group of together(findings)) {
      const [first] = group;
      const tag = tagOf(first.severity, paint);
      io.out(`  ${tag}  ${guardLine(`${itemsOf(group)}${first.message}`)}  ${colors.dim(`[${first.rule}]`)}\n`);
      if (first.paste !== null) {
        const { instead, write } = first.paste;
        io.out(`            write ${colors.bold(guardLine(write))} instead of ${guardLine(instead)}\n`);
      }
    }
    io.out('\n');
  }
  io.out(`${summary(linted, file)}\n`);
}

function unread({ isDatabaseUnknown }: WrittenFile): string {
  return isDatabaseUnknown ? 'what is recorded of it is not known here' : 'never read';
}

/** Of one width, also where a colour adds space around the most severe. */
function tagOf(severity: Severity, paint: Paint): string {
  const word = severity.toUpperCase();
  return `${paint.severity(word, severity).trim()}${' '.repeat(Math.max(0, 8 - word.length))}`;
}

type Group = readonly [LintFinding, ...LintFinding[]];

/** Findings that say the same of several items, in the order of the first of them. */
function together(findings: readonly LintFinding[]): readonly Group[] {
  const groups = new Map<string, [LintFinding, ...LintFinding[]]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.rule, finding.message, finding.item === null ? finding.path : null]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [finding]);
    else known.push(finding);
  }
  return [...groups.values()];
}

function itemsOf(group: Group): string {
  const items = [...new Set(group.flatMap(({ item }) => (item === null ? [] : [item])))];
  if (items.length === 0) return '';
  const left = items.length - maxItems;
  return `${items.slice(0, maxItems).join(', ')}${left > 0 ? ` and ${left} more` : ''}: `;
}

function summary(linted: readonly Linted[], { unset }: WrittenFile): string {
  const all = linted.flatMap(({ findings }) => findings);
  const counts = severities
    .map((severity) => [severity, all.filter((finding) => finding.severity === severity).length] as const)
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count} ${severity}`);
  const found =
    counts.length === 0
      ? 'nothing found'
      : `${counts.join(', ')}; tooldrift explain <rule> says why it matters and what to do`;
  const version = linted.some(isOpen) ? '\nwhich version to write is told once tooldrift check has read a server' : '';
  const missing = unset.length === 0 ? '' : `\nnot set here, and judged as written: ${unset.join(', ')}`;
  return `${found}${version}${missing}`;
}

/** The version that runs is told by what a reading started, which is known of packages of npm. */
function isOpen({ pins }: Linted): boolean {
  return pins.some(({ verdict, isFromNpm, pinned }) => verdict === 'floating' && isFromNpm === true && pinned === null);
}
