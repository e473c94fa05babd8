import type pc from 'picocolors';
import type { DefinitionKind } from '../core/definition.ts';
import { isFollowed } from '../core/followed-name.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import type { Verdict } from '../monitor/ports-record.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** What there may be many of, in the order told. */
const counted: readonly (readonly [DefinitionKind, one: string, many: string])[] = [
  ['tool', 'tool', 'tools'],
  ['prompt', 'prompt', 'prompts'],
  ['resource', 'resource', 'resources'],
  ['resource-template', 'resource template', 'resource templates'],
  ['ui-resource', 'page', 'pages'],
];

/** `13 tools, 4 prompts, 7 resources, instructions, odd cache hints`. What every server has is not told. */
export function describeItems(items: Readonly<Partial<Record<DefinitionKind, number>>>, server: string): string {
  const differences = items['identity-difference'];
  if (isFollowed(server)) return describeClient(items['client-server'] ?? 0, items['client-file'] ?? 0);
  if (differences === 0) return 'the same to all identities';
  if (differences !== undefined) return `${differences} difference${differences === 1 ? '' : 's'} between identities`;
  const parts = counted.flatMap(([kind, one, many]) => {
    const count = items[kind] ?? 0;
    if (count === 0) return kind === 'tool' ? ['no tools'] : [];
    return [`${count} ${count === 1 ? one : many}`];
  });
  if ((items.instructions ?? 0) > 0) parts.push('instructions');
  const otherwise = items['era-difference'] ?? 0;
  if (otherwise > 0) parts.push(`${otherwise} shown otherwise under the older protocol`);
  if ((items['cache-hints'] ?? 0) > 0) parts.push('odd cache hints');
  return parts.join(', ');
}

function describeClient(servers: number, files: number): string {
  const unread = files === 0 ? [] : [`${files} file${files === 1 ? '' : 's'} that cannot be read`];
  return [`${servers} server${servers === 1 ? '' : 's'} in its files`, ...unread].join(', ');
}

/** A verdict as people read it. */
export function describeVerdict(verdict: Verdict, colors: Colors): string {
  switch (verdict) {
    case 'clean':
      return colors.green('clean');
    case 'drift':
      return colors.bold(colors.red('DRIFT'));
    case 'unapproved':
      return colors.yellow('awaiting approval');
    case 'unverified':
      return colors.yellow('unverified');
  }
}

/** One line about one check: `files  14 tools, instructions  clean`. */
export function describeResult(result: CheckResult, width: number, colors: Colors): string {
  const { server, verdict, reason, items, findings } = result;
  const what = reason ?? describeItems(items, server);
  const isCounted = verdict === 'drift' && findings.length > 0;
  const count = isCounted ? ` (${findings.length} finding${findings.length === 1 ? '' : 's'})` : '';
  return `${colors.bold(server.padEnd(width))}  ${describeVerdict(verdict, colors)}${count}  ${colors.dim(what)}`;
}

/** `2026-12-01 10:00:00 UTC`, or `never`. */
export function describeTime(iso: string | null): string {
  return iso === null ? 'never' : `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

/** A table of plain cells, columns padded to their widest. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, visibleWidth(cell));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - visibleWidth(cell)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** Length without our own colours; all other text in a table is printable. */
function visibleWidth(cell: string): number {
  // oxlint-disable-next-line no-control-regex -- the escape that begins a colour is what is looked for
  return cell.replaceAll(/\u001B\[\d+m/g, '').length;
}
