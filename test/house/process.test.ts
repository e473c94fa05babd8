import { describe, expect, test } from 'vitest';
import { lint } from './oxlint.ts';

const restricted = 'eslint(no-restricted-properties)';
const global = 'eslint(no-restricted-globals)';

const ofMain = [
  'console.log(process.argv);',
  'process.exit(1);',
  'process.exitCode = 1;',
  'process.abort();',
  "process.on('SIGTERM', () => {});",
  "process.once('SIGINT', () => {});",
  'const { argv } = process;',
];

const impure = [
  ['export const a = process.env;', global],
  ['export const b = () => fetch("http://x");', global],
  ['setTimeout(() => {}, 1);', global],
  ['export const c = performance.now();', global],
  ['export const d = Date.now();', restricted],
  ['export const e = Math.random();', restricted],
] as const;

describe('the linter', async () => {
  const found = await lint({
    'src/mcp/x.ts': ofMain.join('\n'),
    'src/main.ts': ofMain.join('\n'),
    'src/core/x.ts': impure.map(([text]) => text).join('\n'),
  });

  test.each(ofMain)('lets only main.ts write %s', (text) => {
    expect(found).toContain(`src/mcp/x.ts:${ofMain.indexOf(text) + 1} ${restricted}`);
    expect(found).not.toContain(`src/main.ts:${ofMain.indexOf(text) + 1} ${restricted}`);
  });

  test.each(impure)('does not let core write %s', (text, rule) => {
    const line = impure.findIndex(([other]) => other === text) + 1;
    expect(found).toContain(`src/core/x.ts:${line} ${rule}`);
  });
});
