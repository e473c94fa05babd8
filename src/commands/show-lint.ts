import pc from 'picocolors';
import type { WrittenFile } from '../config/written-file.ts';
import { severities } from '../core/finding.ts';
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
    const note = isRecorded ? '' : ', never read: only its launch is looked at';
    io.out(`${colors.bold(server)}  ${colors.dim(`${file.label}:${line}${note}`)}\n`);
    if (findings.length === 0) io.out('  nothing to say\n');
    for (const group of together(findings)) {
      const [first] = group;
      const tag = paint.severity(first.severity.toUpperCase().padEnd(8), first.severity);
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
  const found = counts.length === 0 ? 'nothing found' : counts.join(', ');
  const missing = unset.length === 0 ? '' : `\nnot set here, and judged as written: ${unset.join(', ')}`;
  return `${found}; tooldrift explain <rule> says why it matters and what to do${missing}`;
}
