import type { Finding } from '../../src/core/finding.ts';
import type { Region } from '../../src/core/place.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import type { LogOrigin } from '../../src/report/sarif.ts';

/** A clean check of a server with two tools. */
export function aResult(result: Partial<CheckResult> = {}): CheckResult {
  return {
    ...{ server: 'files', verdict: 'clean', outcome: 'listed', reason: null, era: 'modern', protocolVersion: null },
    ...{ auth: null, package: null, ttlMs: null, listen: null, items: { tool: 2 }, fingerprint: null },
    ...{ approvedFingerprint: null, findings: [] },
    ...result,
  };
}

export function drifted(...findings: readonly Finding[]): CheckResult {
  return aResult({ verdict: 'drift', findings });
}

/** Ten characters of a line. */
export function aRegion(line: number): Region {
  return { start: { line, column: 7 }, end: { line, column: 17 } };
}

export const anOrigin: LogOrigin = {
  ...{ command: 'lint', uri: 'config/tooldrift.jsonc', folder: 'file:///srv/', version: '1.2.3' },
};
