import { readdir } from 'node:fs/promises';
import { readBounded } from './bounded-file.ts';

export interface ProcessEntry {
  readonly pid: number;
  readonly argv: readonly string[];
}

/** A sandbox, a runner, a shell and the server are five or six. */
const maxProcesses = 24;
const maxThreads = 64;
const maxArgvBytes = 16_384;
const maxChildrenBytes = 4_096;

/** The process `pid` and what it started, parents first, as Linux tells it in `/proc`. Elsewhere nothing. */
export async function* processTree(pid: number): AsyncGenerator<ProcessEntry> {
  if (process.platform !== 'linux') return;
  const found = [pid];
  for (let index = 0; index < Math.min(found.length, maxProcesses); index += 1) {
    const next = found[index] ?? pid;
    const argv = await readBounded(`/proc/${next}/cmdline`, maxArgvBytes);
    if (argv !== null) yield { pid: next, argv: argv.split('\0') };
    found.push(...(await childrenOf(next)));
  }
}

/** A child stands with the thread that started it: `uv` uses several. */
async function childrenOf(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.slice(0, maxThreads).map((thread) => readBounded(`/proc/${pid}/task/${thread}/children`, maxChildrenBytes)),
  );
  return lists.flatMap((list) => (list?.match(/\d+/g) ?? []).map(Number));
}
