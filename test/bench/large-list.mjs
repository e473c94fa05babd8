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

/** For each kind of list: its size, what `check` says of it, and by how much its peak memory grows over a small list. */
export async function measureLargeLists() {
  const hostile = await startScript('hostile-server.mjs');
  try {
    const small = await check(`${hostile.line}/list/2000/tools`);
    const lists = [
      ['15,000 tools', 19_500_000, 'tools'],
      ['one long text', 19_500_000, 'long'],
      ['one tool of many objects', 19_500_000, 'many'],
      ['one deep nest', 19_500_000, 'deep'],
      ['beyond the limit', 40_000_000, 'tools'],
    ];
    const rows = [];
    for (const [name, bytes, kind] of lists) {
      const { outcome, peakMb, seconds } = await check(`${hostile.line}/list/${bytes}/${kind}`);
      rows.push({ name, bytes, outcome, seconds, multiple: ((peakMb - small.peakMb) * 2 ** 20) / bytes });
    }
    return rows;
  } finally {
    await hostile.stop();
  }
}

async function check(address) {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-bench-'));
  const limits = { maxBytes: '20MB' };
  await writeFile(
    join(folder, 'tooldrift.jsonc'),
    JSON.stringify({ mcpServers: { list: { url: `http://127.0.0.1:${address}` } }, limits }),
  );
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
