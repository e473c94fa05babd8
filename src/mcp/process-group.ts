import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long the kernel may take to end a group that was killed, and whoever inherits its members to bury them. */
const burialMs = 200;

/** Sends `signal` to the group that `pid` leads; 0 only asks. False if there is nobody to get it, and on Windows: no groups. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false; // everything ended by itself
  }
}

/**
 * Kills the group that `pid` leads, also if only others are left of it. On Windows the tree below `pid` instead, and only
 * while that runs: nothing can be found by the number of a process that ended but whoever has it now.
 */
export function killGroup(pid: number, hasEnded: boolean): void {
  if (process.platform !== 'win32') signalGroup(pid, 'SIGKILL');
  else if (!hasEnded) killTree(pid);
}

/** By its whole path: Windows would take a program of this name from the working folder first. */
function killTree(pid: number): void {
  const taskkill = join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'taskkill.exe');
  // Detached, since it may have to outlive us.
  const killer = spawn(taskkill, ['/pid', String(pid), '/t', '/f'], {
    stdio: 'ignore',
    windowsHide: true,
    detached: true,
  });
  killer.on('error', () => undefined); // the processes end with their pipes, or stay
  killer.unref();
}

const live = new Set<number>();

/** Remembers a group of ours until `forgetGroup`, for `killGroups`. */
export function rememberGroup(pid: number): void {
  live.add(pid);
}

export function forgetGroup(pid: number): void {
  live.delete(pid);
}

/** Kills every group that still lives, at once: for a program that has no time left to stop them. */
export function killGroups(): void {
  for (const pid of live) killGroup(pid, false);
}

/** Resolves once a killed group has no member left. There is no event for it: they are not all our children. */
export async function whenGroupEmpty(pid: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < burialMs && signalGroup(pid, 0); waitedMs += 5) await delay(5);
}
