// One daemon with many servers: what it costs at rest, how late its due readings are, and what bad neighbours change.
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
/** Two readings of each server on a pipe are due in it. */
const windowMs = 66_000;
/** On a busy machine a run goes on with the servers that were read by then. */
const maxReadyMs = 120_000;

/**
 * Runs one daemon after the other, and yields what each run measured as soon as it is known: `http` servers that are
 * listened to, then with `stdio` servers beside them that are read every 30 s, then with one bad neighbour each.
 */
export async function* measureScale(http, stdio) {
  const list = await startScript('list-server.mjs', '20');
  const hostile = await startScript('hostile-server.mjs');
  const httpServers = Object.fromEntries(
    Array.from({ length: http }, (_, index) => [`http-${index}`, { url: `http://127.0.0.1:${list.line}/${index}` }]),
  );
  const bad = (name) => ({ bad: { url: `http://127.0.0.1:${hostile.line}/${name}` } });
  try {
    yield { name: `${http} over HTTP`, ...(await runDaemon(httpServers, 0, 20_000)) };
    yield { name: `+ ${stdio} over stdio`, ...(await runDaemon(httpServers, stdio, windowMs)) };
    yield { name: '+ one that hangs', ...(await runDaemon({ ...httpServers, ...bad('hang') }, stdio, windowMs)) };
    yield { name: '+ one that floods', ...(await runDaemon({ ...httpServers, ...bad('flood') }, stdio, windowMs)) };
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
    [...children, 'bad'].filter((name) => name in mcpServers).map((name) => [name, { interval: '30s' }]),
  );
  const watch = { minInterval: '1s', maxInterval: '15m', servers };
  await writeFile(log, '');
  await writeFile(join(folder, 'tooldrift.jsonc'), JSON.stringify({ mcpServers, watch, firstSeen: 'pin' }));
  const startedAt = performance.now();
  const daemon = spawn(process.execPath, [main, 'run'], { cwd: folder, stdio: 'ignore' });
  const database = await openDatabase(join(folder, 'tooldrift.db'), daemon);
  try {
    const read = database.prepare(
      "select count(*) as n from server where last_complete_at is not null and name <> 'bad'",
    );
    const good = Object.keys(mcpServers).filter((name) => name !== 'bad').length;
    while (read.get().n < good && performance.now() - startedAt < maxReadyMs) await sleep(200);
    const missing = good - read.get().n;
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
    const to = Date.now();
    const cpu = (cpuSeconds(daemon.pid) - before) / ((to - from) / 1000);
    const due = [...planned.values()].filter(({ at }) => at > from && at <= to);
    const delays = delaysOf(due, readFileSync(log, 'utf8'), to);
    return {
      readySeconds,
      missing,
      memoryMb: statusMb(daemon.pid, 'VmRSS'),
      cpu,
      readings: delays.length,
      p50: percentile(delays, 50) ?? 0,
      p99: percentile(delays, 99) ?? 0,
    };
  } finally {
    database.close();
    await stop(daemon);
    await rm(folder, { recursive: true, force: true });
  }
}

async function stop(daemon) {
  const exit = once(daemon, 'exit');
  daemon.kill('SIGTERM');
  const timer = setTimeout(() => daemon.kill('SIGKILL'), 20_000);
  await exit;
  clearTimeout(timer);
}

/** For each planned reading how long after its time the process of the server ran, in ms; by `to` where it did not run yet. */
function delaysOf(planned, log, to) {
  const starts = new Map();
  for (const line of log.split('\n').slice(0, -1)) {
    const [name, at] = line.split(' ');
    starts.set(name, [...(starts.get(name) ?? []), Number(at)]);
  }
  return planned.map(({ name, at }) => (starts.get(name)?.find((time) => time >= at) ?? to) - at);
}

/** The database of a daemon that is starting. */
async function openDatabase(path, daemon) {
  for (;;) {
    if (daemon.exitCode !== null) throw new Error('the daemon ended');
    try {
      const database = new Database(path, { readonly: true });
      database.prepare('select name, last_complete_at, next_reading_at from server').all();
      return database;
    } catch {
      await sleep(100);
    }
  }
}
