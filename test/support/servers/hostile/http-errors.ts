import type { Outcome } from '../../../../src/monitor/ports-reading.ts';
import { http } from '../script.ts';
import { scriptOf } from '../skeletons.ts';
import { overHttp, type HostileCase } from './hostile-case.ts';

function always(
  status: number,
  outcomes: readonly Outcome[],
  headers: Readonly<Record<string, string>> = {},
): HostileCase {
  const reply = http(status, 'no', headers);
  return {
    ...overHttp,
    name: `answers everything with HTTP ${String(status)}`,
    outcomes,
    script: (era) => scriptOf(era, [reply], { everything: reply }),
  };
}

/** Right: auth-required. */
export const http401 = always(401, ['auth-required'], { 'www-authenticate': 'Bearer realm="mcp"' });

/** Right: the server was reached and does not want us. */
export const http403 = always(403, ['refused', 'auth-required']);

/** Right: nothing is there, and no empty list either. */
export const http404 = always(404, ['unreachable', 'refused', 'invalid']);

/** Right: the server is ill, and its tools are not gone. */
export const http500 = always(500, ['unreachable', 'refused', 'invalid']);
