import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** How long the kernel may take to end a group that was killed, and whoever inherits its members to bury them. */
const burialMs = 200;

/**
 * Sends `signal` to the group that `pid` leads; 0 only asks. False if there is nobody to get it. On Windows there are no groups:
 * SIGKILL ends the tree, nothing else does anything.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') {
    if (signal === 'SIGKILL')
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    return false;
  }
  try {
    return process.kill(-pid, signal);
  } catch {
    return false; // everything ended by itself
  }
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
  for (const pid of live) signalGroup(pid, 'SIGKILL');
}

/** Resolves once a killed group has no member left. There is no event for it: they are not all our children. */
export async function whenGroupEmpty(pid: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < burialMs && signalGroup(pid, 0); waitedMs += 5) await delay(5);
}
