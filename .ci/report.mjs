// What the JSON report of vitest says: `node report.mjs count|check <file> [tool...]`. A test may be skipped only
// if its name says "(needs <tool>)", of a tool that is missing here.
import { existsSync, readFileSync } from 'node:fs';

const [command, file = '', ...missing] = process.argv.slice(2);
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
const tests = report.testResults.flatMap((result) => result.assertionResults);
const passed = tests.filter(({ status }) => status === 'passed');
const failed = tests.filter(({ status }) => status === 'failed');
const others = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
const excused = others.filter(
  ({ status, fullName }) => status === 'skipped' && missing.some((tool) => fullName.endsWith(`(needs ${tool})`)),
);

if (command === 'count') {
  // A file that cannot be loaded has no test that could fail. It counts as one.
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  console.log(`${passed.length} passed, ${failed.length + broken.length} failed`);
  process.exitCode = passed.length > 0 && failed.length + broken.length === 0 ? 0 : 1;
} else {
  const engines = ['sqlite', 'postgres'].filter((engine) => !passed.some(({ fullName }) => fullName.includes(engine)));
  for (const engine of engines) console.log(`no test ran on ${engine}`);
  for (const { status, fullName } of others) console.log(`${status}: ${fullName}`);
  process.exitCode = engines.length + others.length === excused.length ? 0 : 1;
}
