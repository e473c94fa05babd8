import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { toolNames } from './observation.ts';
import { it, neverAborted, stdio } from './scope.ts';

const readings = 1_000;
const sideBySide = 8;
const server = fileURLToPath(new URL('../support/servers/light-stdio.sh', import.meta.url));
/**
 * Not `exec`: both shells stay, and the server is the grandchild of the program. One sleeper holds the stdout pipe, the other
 * does not; both would outlive everything.
 */
const program = 'sleep 300 & sleep 300 >/dev/null 2>&1 & sh -c \'sleep 300 & sh "$1"; true\' sh "$1"; true';

/** The processes of this machine whose environment holds `mark`. */
function marked(mark: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      return false; // it ended, or is not ours
    }
  });
}

// Other systems have no list of processes with their environments that could be read without a program.
describe.runIf(existsSync('/proc/self/environ'))(`${readings} fresh readings through sh -c`, () => {
  it('leave no process behind', { timeout: 120_000 }, async ({ scope }) => {
    const mark = randomUUID();
    const launch = stdio({ command: 'sh', args: ['-c', program, 'sh', server] }, { TOOLDRIFT_TEST_MARK: mark });
    const source = scope.source();
    const readOnce = async (look?: () => void): Promise<void> => {
      const session = await scope.session(source, launch, 'legacy');
      expect(toolNames(await session.read(neverAborted()))).toEqual(['light']);
      look?.();
      await session.close();
    };
    // Three shells and three sleepers: what shall be counted can be counted.
    await readOnce(() => expect(marked(mark).length).toBeGreaterThanOrEqual(6));
    let left = readings - 1;
    const work = async (): Promise<void> => {
      while ((left -= 1) >= 0) await readOnce();
    };
    await Promise.all(Array.from({ length: sideBySide }, work));
    expect(marked(mark)).toEqual([]);
  });
});
