import { readFileSync } from 'node:fs';
import process from 'node:process';

/** True while the process works. A zombie, which only waits for its parent to look, does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return stateOf(pid) !== 'Z';
}

/** The state letter of Linux' `/proc/<pid>/stat`, null where there is none. */
function stateOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The second field is the program's name in brackets, and may itself hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  } catch {
    return null;
  }
}
