import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import spawn from 'cross-spawn';
import type { Launch } from '../monitor/ports-watched.ts';
import { childEnvironment } from './environment.ts';
import { forgetGroup, killGroup, rememberGroup, signalGroup, whenGroupEmpty } from './process-group.ts';

const graceMs = 1_000;
/** How long the pipes of a process that ended may still be read: a helper may hold them open for ever. */
const drainMs = 200;
const maxStderrCharacters = 16_384;
/** A process that asks and does not read our replies must not fill our memory with them. */
const maxUnreadBytes = 1_000_000;

/** Who hears what becomes of a process. */
export interface ChildListener {
  /** A piece of stdout. */
  data(chunk: Buffer): void;
  error(error: Error): void;
  /** The process ended, and all that it said was read. */
  ended(): void;
}

/** A watched server's process with a process group of its own, so that nothing it starts outlives it. */
export class Child {
  /** One at a time; what nobody hears is lost. */
  listener: ChildListener;
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #drained: Promise<void>;
  #stderr = '';
  #exit: string | null = null;
  #stopping: Promise<void> | null = null;

  constructor(launch: Extract<Launch, { kind: 'stdio' }>, listener: ChildListener) {
    this.listener = listener;
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
      this.#process.on('error', () => resolve());
    });
    const { pid, stdin, stdout, stderr } = this.#process;
    if (pid !== undefined) rememberGroup(pid);
    this.#drained = this.#exited.then(async () => {
      await endsWithin(Promise.all([closed(stdout), closed(stderr)]), drainMs);
      // Now, not when somebody calls `stop`: by then the number of the group may belong to others.
      if (pid === undefined) return;
      killGroup(pid, true);
      forgetGroup(pid);
    });
    void this.#drained.then(() => this.listener.ended());
    for (const source of [this.#process, stdin, stdout]) source?.on('error', (error) => this.listener.error(error));
    stdout?.on('data', (chunk: Buffer) => this.listener.data(chunk));
    stderr?.setEncoding('utf8');
    stderr?.on('data', (text: string) => {
      this.#stderr = tail(this.#stderr + text);
    });
    stderr?.on('error', () => undefined);
  }

  /** Resolves once the process runs; rejects if it cannot be started. */
  started(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#process.once('spawn', resolve);
      this.#process.once('error', reject);
    });
  }

  /** Rejects if the process takes no input any more: then after its end, so that `exit` tells why. */
  async write(text: string): Promise<void> {
    const { stdin } = this.#process;
    if (stdin !== null && stdin.writableLength > maxUnreadBytes) throw new Error('the process does not read its input');
    try {
      await new Promise<void>((resolve, reject) => {
        if (stdin === null || !stdin.writable) reject(new Error('the process takes no input'));
        else stdin.write(text, (error) => (error ? reject(error) : resolve()));
      });
    } catch (error) {
      await endsWithin(this.#drained, graceMs);
      throw error;
    }
  }

  /** Its number, null if it could not be started. */
  get pid(): number | null {
    return this.#process.pid ?? null;
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
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#process.stdin?.end();
    const { pid } = this.#process;
    if (pid !== undefined && this.#exit === null) {
      const hasEnded = await endsWithin(this.#exited, graceMs);
      if (!hasEnded && signalGroup(pid, 'SIGTERM')) await endsWithin(this.#exited, graceMs);
      killGroup(pid, this.exit !== null);
      await endsWithin(this.#exited, graceMs);
    } else await this.#drained;
    if (pid !== undefined) await whenGroupEmpty(pid);
    // A helper that left the group may still hold the pipes; they must not hold us.
    for (const stream of this.#process.stdio) stream?.destroy();
  }
}

/** The last lines of `text`. A line that lost its beginning goes as a whole: half a secret could not be told as one. */
function tail(text: string): string {
  if (text.length <= maxStderrCharacters) return text;
  const end = text.slice(-maxStderrCharacters);
  return end.slice(end.indexOf('\n') + 1);
}

async function closed(stream: Readable | null): Promise<void> {
  if (stream !== null && !stream.closed) await once(stream, 'close').catch(() => undefined);
}

async function endsWithin(ended: Promise<unknown>, ms: number): Promise<boolean> {
  const late = new AbortController();
  const isLate = delay(ms, false, { signal: late.signal }).catch(() => false);
  try {
    return await Promise.race([ended.then(() => true), isLate]);
  } finally {
    late.abort();
  }
}
