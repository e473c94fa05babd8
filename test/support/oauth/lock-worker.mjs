// A process of its own that uses the built token lock: counts in a file, each time under the lock.
import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { systemClock } from '../../../dist/src/clock.js';
import { TokenFile } from '../../../dist/src/mcp/token-file.js';
import { withTokenLock } from '../../../dist/src/mcp/token-lock.js';

const [folder, url, counter, times] = process.argv.slice(2);
const file = new TokenFile(folder, 'billing', new URL(url));
for (let done = 0; done < Number(times); done += 1) {
  await withTokenLock(file, systemClock, Math.random, async () => {
    const count = Number(readFileSync(counter, 'utf8'));
    await turn();
    writeFileSync(counter, String(count + 1));
  });
}
