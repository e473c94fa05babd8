import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const clockTicksPerSecond = 100;

/** Median of `times` runs of `work`, in milliseconds of `clock`. */
export async function median(times, work, clock = wall) {
  for (let warm = 0; warm < Math.max(3, times / 4); warm += 1) await work();
  const samples = [];
  for (let run = 0; run < times; run += 1) {
    const startedAt = clock();
    await work();
    samples.push(clock() - startedAt);
  }
  return percentile(samples, 50);
}

export function wall() {
  return performance.now();
}

/** CPU time of this process, all threads. */
export function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function percentile(samples, percent) {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}

/** User and system time of a process (proc(5), fields 14 and 15 of stat). */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

/** `VmRSS` or `VmHWM` of a process in MB; 0 once it is gone. */
export function statusMb(pid, field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Starts a script of this folder; `line` is the first line that it prints. */
export async function startScript(name, ...args) {
  const child = spawn(process.execPath, [new URL(name, import.meta.url).pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk).trim())));
  return { child, line, stop: () => new Promise((resolve) => child.once('exit', resolve) && child.kill()) };
}

export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
