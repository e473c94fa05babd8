import { expect, it, test } from 'vitest';
import { reportAsLines } from '../../src/commands/run-lines.ts';
import { reporter } from '../../src/commands/run-report.ts';
import type { Config } from '../../src/config/config.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { aFinding } from '../core/builders.ts';
import { aResult, drifted } from '../report/results.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { anIo } from './an-io.ts';

/** What a daemon that watches `names` prints where no terminal is. */
function printed(names: readonly string[], results: readonly CheckResult[]): string {
  const { io, printed } = anIo('/');
  const config = { servers: names.map((name) => ({ name })) } as unknown as Config; // all that it uses
  const report = reporter(config, reportAsLines({ config: 'x.jsonc' }, io));
  for (const result of results) report(result);
  return printed.out;
}

function linesOf(names: readonly string[], results: readonly CheckResult[]): readonly unknown[] {
  const lines = printed(names, results).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as unknown); // each line is JSON
}

test('what awaits a person has the command for it, and is told once', () => {
  const first = aResult({ verdict: 'unapproved', fingerprint: 'v1:0123456789abcdef0123' });
  const other = { ...first, server: 'wiki' };
  expect(linesOf(['files', 'wiki'], [first, first, other])).toMatchObject([
    { level: 30, server: 'files', approve: 'tooldrift approve files --expect v1:0123456789abcdef --config x.jsonc' },
    { level: 30, server: 'wiki' },
    { level: 30, unapproved: 2, approve: 'tooldrift approve --first-seen --config x.jsonc' },
  ]);
});

test('drift is a warning that says what changed and how severe it is', () => {
  expect(
    linesOf(['files'], [drifted(aFinding({ severity: 'low' }), aFinding({ severity: 'critical' }))]),
  ).toMatchObject([
    {
      ...{ level: 40, server: 'files', verdict: 'drift', findingCount: 2, msg: 'files  DRIFT (2 findings)  2 tools' },
      findings: [{ severity: 'critical', item: expect.stringMatching(/^tool /) }, { severity: 'low' }],
    },
    { msg: 'all servers were read; watching' },
  ]);
});

test('a server that cannot be read is a warning with the reason', () => {
  const result = aResult({ verdict: 'unverified', outcome: 'unreachable', reason: 'it does not start' });
  expect(linesOf(['files'], [result])[0]).toMatchObject({ level: 40, msg: 'files  unverified  it does not start' });
});

it.each(Object.entries(hostileTexts))('is a line, whatever a tool is called: %s', (_, name) => {
  const text = printed(['files'], [drifted(...Array.from({ length: 90 }, () => aFinding({ name })))]);
  expect(text.split('\n')).toHaveLength(3);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}|[\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u);
  expect(text.length).toBeLessThan(60_000);
});
