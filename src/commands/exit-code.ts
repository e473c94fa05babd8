import { atLeast, type Severity } from '../core/finding.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import type { Verdict } from '../monitor/ports-record.ts';
import { exitCodes } from './io.ts';

/** Drift or an unapproved server comes before what could not be verified (DESIGN 8). */
export function exitCodeOf(results: readonly { readonly verdict: Verdict }[]): number {
  const verdicts = new Set(results.map((result) => result.verdict));
  if (verdicts.has('drift') || verdicts.has('unapproved')) return exitCodes.drift;
  return verdicts.has('unverified') ? exitCodes.unverified : exitCodes.clean;
}

/** The same where drift counts from the severity `failOn` on: what is below it is as good as clean, if it was read at all. */
export function exitCodeFrom(results: readonly CheckResult[], failOn: Severity): number {
  return exitCodeOf(results.map((result) => ({ verdict: weighVerdict(result, failOn) })));
}

function weighVerdict({ verdict, outcome, findings }: CheckResult, failOn: Severity): Verdict {
  if (verdict === 'unapproved') return verdict;
  const isTold = findings.some(({ severity }) => severity !== 'info');
  // Drift that no finding tells of is as grave as any.
  if (findings.some(({ severity }) => atLeast(severity, failOn)) || (verdict === 'drift' && !isTold)) return 'drift';
  return outcome === 'listed' || outcome === 'no-tools' ? 'clean' : 'unverified';
}
