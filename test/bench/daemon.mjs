// From a `list_changed` to the alert that a channel accepted, with many servers listening in one daemon.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, percentile, startScript, statusMb } from './measure.mjs';

const main = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));

/** Returns latencies in ms, CPU at rest as a share of one core, and memory in MB. */
export async function measureDaemon(servers, toolsEach) {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-bench-'));
  const list = await startScript('list-server.mjs', String(toolsEach));
  const received = new Map();
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      response.end('ok');
      const { alert } = JSON.parse(body);
      received.get(alert.server)?.(performance.now());
    });
  });
  await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const names = Array.from({ length: servers }, (_, index) => `server-${index}`);
  const mcpServers = Object.fromEntries(
    names.map((name, index) => [name, { url: `http://127.0.0.1:${list.line}/${index}` }]),
  );
  // As many as there are: it is not the limit that is measured.
  const alerts = { webhook: { url: `http://127.0.0.1:${receiver.address().port}/`, maxPerHour: 10_000 } };
  await writeFile(join(folder, 'tooldrift.jsonc'), JSON.stringify({ mcpServers, firstSeen: 'pin', alerts }));
  const daemon = spawn(process.execPath, [main, 'run'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await printed(daemon, /watching/);
    // The second reading of each server, after its stream opened, is a second after the first.
    await sleep(3_000);
    const before = cpuSeconds(daemon.pid);
    await sleep(10_000);
    const atRest = (cpuSeconds(daemon.pid) - before) / 10;
    const latencies = [];
    for (const [index, name] of names.entries()) {
      const arrived = new Promise((resolve) => received.set(name, resolve));
      const startedAt = performance.now();
      await fetch(`http://127.0.0.1:${list.line}/change/${index}`);
      latencies.push((await arrived) - startedAt);
    }
    return {
      p50: percentile(latencies, 50),
      p95: percentile(latencies, 95),
      p99: percentile(latencies, 99),
      atRest,
      memoryMb: statusMb(daemon.pid, 'VmRSS'),
    };
  } finally {
    daemon.kill('SIGTERM');
    await once(daemon, 'exit');
    receiver.closeAllConnections();
    receiver.close();
    await list.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function printed(child, pattern) {
  let text = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (pattern.test(text)) break;
  }
  child.stdout.resume();
}
