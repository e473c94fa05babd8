import type { PlacedConfig } from '../config/written-file.ts';
import { escapeInvisible } from '../core/escape-json.ts';
import type { Severity } from '../core/finding.ts';
import { serverOf } from '../core/views.ts';
import { AppError } from '../errors.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import { toJunit } from '../report/junit.ts';
import { explainRule, reportCheck } from '../report/report-check.ts';
import { toSarif } from '../report/sarif.ts';
import { originOf } from './log-origin.ts';
import type { Io } from './io.ts';
import { writeDocument } from './write-file.ts';

export interface ReportOptions {
  readonly json?: boolean;
  /** Where reports go; `-` is standard output. */
  readonly sarif?: string;
  readonly junit?: string;
  readonly failOn: Severity;
}

/** True if a document is to stand on standard output, and so nothing else. Throws an `AppError` for several. */
export function printsDocument({ json, sarif, junit }: ReportOptions): boolean {
  const printed = [json === true, sarif === '-', junit === '-'].filter(Boolean).length;
  if (printed > 1)
    throw new AppError('usage', '--json, --sarif - and --junit - print different documents: choose one of them');
  return printed === 1;
}

/** Writes the reports of a check that are asked for. */
export async function writeReports(
  results: readonly CheckResult[],
  file: PlacedConfig,
  checkedAt: string,
  { sarif, junit, failOn }: ReportOptions,
  io: Io,
): Promise<void> {
  if (sarif !== undefined) {
    const reported = reportCheck(results).map((one) => ({ ...one, region: regionOf(one.server, file) }));
    const log = toSarif(reported, explainRule, originOf('check', file, io));
    await writeDocument(sarif, `${escapeInvisible(JSON.stringify(log, null, 2))}\n`, io);
  }
  if (junit !== undefined) await writeDocument(junit, toJunit(results, failOn, checkedAt), io);
}

function regionOf(server: string, file: PlacedConfig) {
  return file.regionOf(['mcpServers', serverOf(server)]);
}
