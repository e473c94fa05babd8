// What a person waits for on the command line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measure.mjs';

const main = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));
const runs = 11;

export async function measureStartUp() {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-bench-'));
  const run = async (...args) => {
    await once(spawn(process.execPath, [main, ...args], { cwd: folder, stdio: 'ignore' }), 'exit');
  };
  // Each of these servers answers nothing and is given up after a second.
  const mute = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };
  const configure = (count) => {
    const mcpServers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`mute-${index}`, mute]));
    const limits = { startTimeout: '1s', readTimeout: '1s' };
    return writeFile(
      join(folder, 'tooldrift.jsonc'),
      JSON.stringify({ mcpServers, limits, watch: { concurrency: 8 } }),
    );
  };
  try {
    await configure(1);
    await run('migrate');
    const version = await median(runs, () => run('--version'));
    const status = await median(runs, () => run('status'));
    const one = await median(3, () => run('check'));
    await configure(8);
    const eight = await median(3, () => run('check'));
    return { version, status, one, eight };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
