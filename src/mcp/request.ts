import { own } from '../core/json.ts';
import type { Connection } from './connection.ts';
import { rawReads } from './lists.ts';
import type { PageMemo } from './page-memo.ts';
import type { RawResult } from './raw-result.ts';
import { UnfinishedError } from './unfinished-error.ts';

/** Accepts anything: the tap has the result already, the SDK sees a stand-in. */
const anyResult = {
  '~standard': { version: 1, vendor: 'tooldrift', validate: (value: unknown) => ({ value }) },
} as const;

/**
 * One request whose answer the tap takes; null if there was none to take. Throws what the SDK throws, and at once when what
 * brings the answer breaks off.
 */
export async function request(
  { client, tap, memo }: Connection,
  method: string,
  params: Record<string, unknown>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<RawResult | null> {
  const expectation = tap.expect(method);
  const answered = client.request({ method, params }, anyResult, {
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs,
    signal,
  });
  try {
    await Promise.race([answered, expectation.broken]);
  } finally {
    answered.catch(() => undefined); // it may still fail after the race is lost
  }
  const result = expectation.results.get(method) ?? null;
  // The tap remembers what was expected last; the text of a page is not to be held until the next reading.
  expectation.results.clear();
  if (result !== null && client.getProtocolEra() === 'modern') refuseUnfinished(method, result, memo);
  return result;
}

/** A client of 2026-07-28 answers what comes in place of a result, asks again, and takes what it is told then. */
function refuseUnfinished(method: string, result: RawResult, memo: PageMemo): void {
  const read = rawReads.get(method);
  const type = read === undefined ? own(result.value, 'resultType') : memo.factsOf(read, result).resultType;
  if (type !== undefined && type !== 'complete') throw new UnfinishedError();
}
