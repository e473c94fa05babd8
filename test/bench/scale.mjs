// One daemon with many servers: what it costs at rest, how late its due readings are, and what two bad neighbours change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { cpuSeconds, percentile, statusMb, startScript } from './measure.mjs';

const main = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));
const child = fileURLToPath(new URL('list-child.mjs', import.meta.url));
const windowMs = 90_000;

/** `http` servers that are listened to and `stdio` servers that are read every 30 s, without and with bad neighbours. */
export async function measureScale(http, stdio) {
  const list = await startScript('list-server.mjs', '20');
  const hostile = await startScript('hostile-server.mjs');
  const httpServers = Object.fromEntries(
    Array.from({ length: http }, (_, index) => [`http-${index}`, { url: `http://127.0.0.1:${list.line}/${index}` }]),
  );
  const bad = {
    hanging: { url: `http://127.0.0.1:${hostile.line}/hang` },
    flooding: { url: `http://127.0.0.1:${hostile.line}/flood` },
  };
  try {
    const alone = await runDaemon(httpServers, 0, 20_000);
    const quiet = await runDaemon(httpServers, stdio, windowMs);
    const disturbed = await runDaemon({ ...httpServers, ...bad }, stdio, windowMs);
    return { alone, quiet, disturbed };
  } finally {
    await list.stop();
    await hostile.stop();
  }
}

async function runDaemon(httpServers, stdio, forMs) {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-bench-'));
  const log = join(folder, 'started.txt');
  const children = Array.from({ length: stdio }, (_, index) => `stdio-${index}`);
  const mcpServers = {
    ...httpServers,
    ...Object.fromEntries(children.map((name) => [name, { command: process.execPath, args: [child, name, log] }])),
  };
  const servers = Object.fromEntries(
    [...children, 'hanging'].filter((name) => name in mcpServers).map((name) => [name, { interval: '30s' }]),
  );
  const watch = { minInterval: '1s', maxInterval: '15m', servers };
  await writeFile(log, '');
  await writeFile(join(folder, 'tooldrift.jsonc'), JSON.stringify({ mcpServers, watch, firstSeen: 'pin' }));
  const startedAt = performance.now();
  const daemon = spawn(process.execPath, [main, 'run'], { cwd: folder, stdio: 'ignore' });
  const database = await openDatabase(join(folder, 'tooldrift.db'));
  try {
    const read = database.prepare(
      "select count(*) as n from server where last_complete_at is not null and name <> 'hanging'",
    );
    const good = Object.keys(mcpServers).length - ('hanging' in mcpServers ? 1 : 0);
    while (read.get().n < good) await sleep(200);
    const readySeconds = (performance.now() - startedAt) / 1000;
    await sleep(10_000); // the second reading of each, after its stream opened
    const planned = new Map();
    const select = database.prepare("select name, next_reading_at as at from server where name like 'stdio-%'");
    const before = cpuSeconds(daemon.pid);
    const from = Date.now();
    while (Date.now() - from < forMs) {
      for (const { name, at } of select.all()) planned.set(`${name} ${at}`, { name, at: Date.parse(at) });
      await sleep(2_000);
    }
    const cpu = (cpuSeconds(daemon.pid) - before) / ((Date.now() - from) / 1000);
    const delays = delaysOf(
      [...planned.values()].filter(({ at }) => at > from),
      readFileSync(log, 'utf8'),
    );
    return {
      readySeconds,
      memoryMb: statusMb(daemon.pid, 'VmRSS'),
      cpu,
      readings: delays.length,
      p50: percentile(delays, 50) ?? 0,
      p99: percentile(delays, 99) ?? 0,
    };
  } finally {
    database.close();
    daemon.kill('SIGTERM');
    await once(daemon, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

/** For each planned reading how long after its time the process of the server ran, in ms. */
function delaysOf(planned, log) {
  const starts = new Map();
  for (const line of log.split('\n').slice(0, -1)) {
    const [name, at] = line.split(' ');
    starts.set(name, [...(starts.get(name) ?? []), Number(at)]);
  }
  return planned.flatMap(({ name, at }) => {
    const start = starts.get(name)?.find((time) => time >= at);
    return start === undefined ? [] : [start - at];
  });
}

/** The database of a daemon that is starting. */
async function openDatabase(path) {
  for (;;) {
    try {
      const database = new Database(path, { readonly: true });
      database.prepare('select name, last_complete_at, next_reading_at from server').all();
      return database;
    } catch {
      await sleep(100);
    }
  }
}
