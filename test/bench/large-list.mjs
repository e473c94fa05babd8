// What one list near or beyond `limits.maxBytes` costs: memory while `check` reads it, in multiples of the list.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startScript, statusMb } from './measure.mjs';

const main = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));

const child = fileURLToPath(new URL('long-list-child.mjs', import.meta.url));
const bytes = 19_500_000;

/** [what, kind of list, way to read it]; of `bytes` unless a size is given. */
const lists = [
  ['15,000 tools', 'tools', ''],
  ['  over stdio', 'tools', 'stdio'],
  ['  as an event of a stream', 'tools', '/sse'],
  ['  in an answer with more in it', 'tools', '/crowded'],
  ['  with an emoji each', 'emoji', ''],
  ['  of one name', 'same', ''],
  ['  with a key twice each', 'twice', ''],
  ['one long text', 'long', ''],
  ['  over stdio', 'long', 'stdio'],
  ['twenty long texts', 'twenty', ''],
  ['one tool of many objects', 'objects', ''],
  ['  over stdio', 'objects', 'stdio'],
  ['  as an event of a stream', 'objects', '/sse'],
  ['3,000 tools of many objects', 'spread', ''],
  ['one deep nest', 'deep', ''],
  ['beyond the limit', 'tools', '', 40_000_000],
  ['  over stdio', 'tools', 'stdio', 40_000_000],
];

/** For each list: its size, what `check` says of it, and by how much its peak memory grows over that of a small list read the same way. */
export async function measureLargeLists() {
  const hostile = await startScript('hostile-server.mjs');
  const serverOf = (size, kind, way) =>
    way === 'stdio'
      ? { command: process.execPath, args: [child, String(size), kind] }
      : { url: `http://127.0.0.1:${hostile.line}/list/${size}/${kind}${way}` };
  try {
    const small = {};
    const rows = [];
    for (const [name, kind, way, size = bytes] of lists) {
      small[way] ??= await check(serverOf(2_000, 'tools', way));
      const { outcome, peakMb, seconds } = await check(serverOf(size, kind, way));
      rows.push({ name, bytes: size, outcome, seconds, multiple: ((peakMb - small[way].peakMb) * 2 ** 20) / size });
    }
    return rows;
  } finally {
    await hostile.stop();
  }
}

/** One check in a process of its own. `peakMb` is what the kernel counted for it (VmHWM), garbage included. */
async function check(server) {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-bench-'));
  const limits = { maxBytes: '20MB' };
  await writeFile(join(folder, 'tooldrift.jsonc'), JSON.stringify({ mcpServers: { list: server }, limits }));
  const startedAt = performance.now();
  const run = spawn(process.execPath, [main, 'check', '--json'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  run.stdout.on('data', (chunk) => (text += chunk));
  const ended = once(run, 'close').then(() => true);
  let peakMb = 0;
  while (!(await Promise.race([ended, sleep(20, false)]))) peakMb = Math.max(peakMb, statusMb(run.pid, 'VmHWM'));
  const seconds = (performance.now() - startedAt) / 1000;
  await rm(folder, { recursive: true, force: true });
  return { outcome: JSON.parse(text).servers[0].outcome, peakMb, seconds };
}
