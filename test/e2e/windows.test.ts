import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const asWindows = fileURLToPath(new URL('../support/as-windows.mjs', import.meta.url));
const main = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));

it('loads on Windows: nothing in it needs POSIX before it is used', () => {
  const help = execFileSync(process.execPath, ['--import', asWindows, main, '--help'], { encoding: 'utf8' });
  expect(help).toContain('Usage: tooldrift');
});
