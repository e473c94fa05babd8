import { spawn } from 'node:child_process';

/** Sends words of sd_notify(3), each `NAME=value`. */
export type SendNotice = (words: readonly string[]) => void;

/** `systemd-notify` sends them: Node.js has no datagram sockets in the file system. It comes with systemd. */
export function sendNotice(env: NodeJS.ProcessEnv, onError: (error: Error) => void): SendNotice {
  const { PATH, NOTIFY_SOCKET } = env;
  return (words) =>
    void spawn('systemd-notify', words, { env: { PATH, NOTIFY_SOCKET }, stdio: 'ignore' }).once('error', onError);
}

/**
 * Tells the systemd that started process `pid`, and asked for it, that it is ready; and then, as often as its watchdog wants,
 * that it lives. What is given back ends that.
 */
export function tellSystemd(env: NodeJS.ProcessEnv, pid: number, send: SendNotice): () => void {
  if ((env['NOTIFY_SOCKET'] ?? '') === '') return () => undefined;
  send(['READY=1']);
  const everyMs = watchdogMs(env, pid);
  if (everyMs === null) return () => undefined;
  const timer = setInterval(() => send(['WATCHDOG=1']), everyMs);
  return () => clearInterval(timer);
}

/** A third of the time that sd_watchdog_enabled(3) gives: one that is late does no harm. Null: no watchdog, or not ours. */
export function watchdogMs(env: NodeJS.ProcessEnv, pid: number): number | null {
  const isOurs = (env['WATCHDOG_PID'] ?? String(pid)) === String(pid);
  const microseconds = Number(env['WATCHDOG_USEC'] ?? 0);
  return isOurs && microseconds > 0 ? microseconds / 3_000 : null;
}
