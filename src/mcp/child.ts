import type { ChildProcess } from 'node:child_process';
import { spawn as spawnProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import type { Launch } from '../monitor/ports.ts';
import { childEnvironment } from './environment.ts';

const graceMs = 1_000;
const maxStderrBytes = 4_096;

/** A watched server's process with a process group of its own, so that nothing it starts outlives it. */
export class Child {
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  #stderr = '';
  #exit: string | null = null;

  constructor(launch: Extract<Launch, { kind: 'stdio' }>, onExit: () => void) {
    const isWindows = process.platform === 'win32';
    // cross-spawn: `npx` is `npx.cmd` on Windows, and its arguments need quoting there.
    this.#process = spawn(launch.command, [...launch.args], {
      cwd: launch.cwd,
      env: childEnvironment(process.env, launch.env, process.platform),
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      detached: !isWindows,
      windowsHide: true,
    });
    this.#exited = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => {
        this.#exit = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
        resolve();
      });
      this.#process.once('error', () => resolve());
    });
    void this.#exited.then(onExit);
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-maxStderrBytes);
    });
  }

  /** Resolves once the process runs; rejects if it cannot be started. */
  started(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#process.once('spawn', resolve);
      this.#process.once('error', reject);
    });
  }

  onData(listener: (chunk: Buffer) => void): void {
    this.#process.stdout?.on('data', listener);
  }

  onError(listener: (error: Error) => void): void {
    this.#process.once('error', listener);
    this.#process.stdin?.on('error', listener);
    this.#process.stdout?.on('error', listener);
  }

  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const { stdin } = this.#process;
      if (stdin === null || !stdin.writable) reject(new Error('the process takes no input'));
      else stdin.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** How it ended, null while it runs. */
  get exit(): string | null {
    return this.#exit;
  }

  /** The end of what it wrote to stderr: hostile text. */
  get stderrTail(): string {
    return this.#stderr;
  }

  /** Asks it to end (end of input, then SIGTERM), then kills its whole group, helpers that survived it included. */
  async stop(): Promise<void> {
    this.#process.stdin?.end();
    if (this.#process.pid !== undefined) {
      if (!(await this.#endsWithin(graceMs))) {
        this.#signal('SIGTERM');
        await this.#endsWithin(graceMs);
      }
      this.#signal('SIGKILL');
      await this.#exited;
    }
    // A helper that left the group may still hold the pipes; they must not hold us.
    for (const stream of this.#process.stdio) stream?.destroy();
  }

  async #endsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const ended = await Promise.race([this.#exited.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      if (signal === 'SIGKILL')
        spawnProcess('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // The group is empty: everything ended by itself.
    }
  }
}
