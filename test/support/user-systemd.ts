import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('user-systemd.sh', import.meta.url));
const repository = fileURLToPath(new URL('../..', import.meta.url));
const uid = 4321;

/** Where the built program is for the user of that systemd, and his home. */
export const program = '/home/program/dist/bin/main.js';
export const home = '/home/drifter';

export interface UserSystemd {
  /** Runs a command as its user, in his home, and gives the exit code and both streams. */
  run(...command: readonly string[]): { readonly code: number | null; readonly output: string };
  /** Writes a file below his home, for him alone to read. */
  write(path: string, text: string): void;
  /** Sends a signal to a process by the number that it has there. */
  signal(name: string, pid: string): void;
  close(): Promise<void>;
}

/** True where this machine lets one be started: see `user-systemd.sh`. */
export function hasUserSystemd(): boolean {
  return process.platform === 'linux' && spawnSync(script, ['can']).status === 0;
}

/** Boots a systemd for a user that exists nowhere else, with its own journal, processes and home. */
export async function startUserSystemd(): Promise<UserSystemd> {
  const child = spawn(script, ['run', repository], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as readonly unknown[]; // a chunk, or an exit code
  const [, pid] = /^ready (\d+)/.exec(String(line)) ?? [];
  if (pid === undefined) throw new Error('no systemd could be booted for a user');
  const inside = (command: readonly string[], input = '') =>
    spawnSync('nsenter', ['--target', pid, '--mount', '--pid', '--cgroup', '--', ...command], {
      encoding: 'utf8',
      input,
    });
  const environment = ['env', '-i', `HOME=${home}`, `PATH=${process.env['PATH']}`, `XDG_RUNTIME_DIR=/run/user/${uid}`];
  const asUser = [...environment, 'setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const asShell = [...asUser, 'sh', '-c'];
  return {
    run(...command) {
      const { status, stdout, stderr } = inside([...asShell, `cd ${home} && exec "$@"`, 'sh', ...command]);
      return { code: status, output: stdout + stderr };
    },
    write(path, text) {
      inside([...asShell, 'umask 077; mkdir -p "$(dirname "$1")" && cat >"$1"', 'sh', `${home}/${path}`], text);
    },
    signal: (name, number) => void inside(['kill', `-${name}`, number]),
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
