import type pc from 'picocolors';
import { describeItems } from '../core/describe-items.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import type { Verdict } from '../monitor/ports-record.ts';

type Colors = ReturnType<typeof pc.createColors>;

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
