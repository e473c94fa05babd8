import type { Verdict } from '../monitor/ports.ts';
import { exitCodes } from './io.ts';

/** Drift or an unapproved server comes before what could not be verified (DESIGN 8). */
export function exitCodeOf(results: readonly { readonly verdict: Verdict }[]): number {
  const verdicts = new Set(results.map((result) => result.verdict));
  if (verdicts.has('drift') || verdicts.has('unapproved')) return exitCodes.drift;
  return verdicts.has('unverified') ? exitCodes.unverified : exitCodes.clean;
}
