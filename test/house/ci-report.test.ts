import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './oxlint.ts';

interface Result {
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

const passed = ['sqlite keeps it', 'postgres keeps it'].map((fullName) => ({ status: 'passed', fullName }));
const good: Result = { status: 'passed', assertionResults: passed };

async function run(
  command: string,
  testResults: readonly Result[] | null,
  missing: readonly string[] = [],
): Promise<readonly [string, number | null]> {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (testResults !== null) await writeFile(join(folder, 'report.json'), JSON.stringify({ testResults }));
  const script = join(root, '.ci/report.mjs');
  const { stdout, status } = spawnSync(process.execPath, [script, command, join(folder, 'report.json'), ...missing], {
    encoding: 'utf8',
  });
  return [stdout, status];
}

function aResult(status: string, assertion?: string): Result {
  return {
    status,
    assertionResults: assertion === undefined ? [] : [{ status: assertion, fullName: 'some test (needs zsh)' }],
  };
}

test.each([
  ['all passed', [good], '2 passed, 0 failed\n', 0],
  ['one failed', [good, aResult('failed', 'failed')], '2 passed, 1 failed\n', 1],
  ['a file could not be loaded', [good, aResult('failed')], '2 passed, 1 failed\n', 1],
  ['nothing ran', [], '0 passed, 0 failed\n', 1],
  ['there is no report', null, '0 passed, 0 failed\n', 1],
])('counts when %s', async (_, results, output, status) => {
  expect(await run('count', results)).toEqual([output, status]);
});

test.each([
  ['accepts tests on both engines', [good], '', 0],
  ['refuses a skipped test', [good, aResult('passed', 'skipped')], 'skipped: some test (needs zsh)\n', 1],
  ['refuses a test to do', [good, aResult('passed', 'todo')], 'todo: some test (needs zsh)\n', 1],
  ['refuses a missing engine', [{ ...good, assertionResults: passed.slice(0, 1) }], 'no test ran on postgres\n', 1],
  ['refuses a missing report', null, 'no test ran on sqlite\nno test ran on postgres\n', 1],
])('%s', async (_, results, output, status) => {
  expect(await run('check', results)).toEqual([output, status]);
});

test.each([
  ['accepts a skipped test whose tool is missing', 'skipped', ['fish', 'zsh'], 0],
  ['refuses a skipped test whose tool is there', 'skipped', ['fish'], 1],
  ['refuses a test to do whose tool is missing', 'todo', ['zsh'], 1],
])('%s', async (_, status, missing, code) => {
  const results = [good, aResult('passed', status)];
  expect(await run('check', results, missing)).toEqual([`${status}: some test (needs zsh)\n`, code]);
});
