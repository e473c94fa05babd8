import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../src/commands/run-program.ts';
import { anIo } from '../commands/an-io.ts';

const main = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a config file, as a user has it. */
export interface Place {
  readonly folder: string;
  /** Runs the built program once, with standard input closed. */
  run(...args: readonly string[]): Promise<Finished>;
  /** Runs it and parses what it prints. */
  json<T>(...args: readonly string[]): Promise<{ readonly code: number | null; readonly document: T }>;
  /** Starts the daemon. */
  daemon(): Daemon;
  configure(config: object): Promise<void>;
  remove(): Promise<void>;
}

export interface Daemon {
  readonly process: ChildProcess;
  /** All that it printed so far, both streams. */
  output(): string;
  /** Resolves once the output matches; rejects when the program ends before. */
  waitFor(pattern: RegExp): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** `env` is added to a minimal environment whose HOME is empty. */
export async function createPlace(config: object, env: Readonly<Record<string, string>> = {}): Promise<Place> {
  return place(config, env, (args, options) =>
    finish(spawn(process.execPath, [main, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })),
  );
}

/** The same, but that `run` and `json` need no process of their own: for what is asked again and again. */
export async function createQuickPlace(config: object): Promise<Place> {
  return place(config, {}, async (args, { cwd, env }) => {
    const { io, printed } = anIo(cwd, { env, script: main, program: `node ${main}` });
    const code = await runProgram(args, io, '0');
    return { code, stdout: printed.out, stderr: printed.err };
  });
}

interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

async function place(
  config: object,
  env: Readonly<Record<string, string>>,
  runOnce: (args: readonly string[], surroundings: Surroundings) => Promise<Finished>,
): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-e2e-'));
  const daemons: Daemon[] = [];
  const options = { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, ...env } };
  const configure = (next: object): Promise<void> =>
    writeFile(join(folder, 'tooldrift.jsonc'), JSON.stringify(next, null, 2));
  await configure(config);
  const run = (...args: readonly string[]): Promise<Finished> => runOnce(args, options);
  return {
    folder,
    run,
    configure,
    async json<T>(...args: readonly string[]) {
      const { code, stdout } = await run(...args, '--json');
      return { code, document: JSON.parse(stdout) as T }; // the caller knows the shape of what it asked for
    },
    daemon() {
      const daemon = watch(spawn(process.execPath, [main, 'run'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
      daemons.push(daemon);
      return daemon;
    },
    async remove() {
      await Promise.all(daemons.map((daemon) => daemon.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function finish(child: ChildProcess): Promise<Finished> {
  const [stdout, stderr, code] = await Promise.all([collect(child.stdout), collect(child.stderr), exitOf(child)]);
  return { code, stdout, stderr };
}

async function collect(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  if (stream !== null) for await (const chunk of stream) text += String(chunk);
  return text;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

function watch(child: ChildProcess): Daemon {
  let text = '';
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += String(chunk);
      tell();
    });
  }
  child.once('exit', tell);
  return {
    process: child,
    output: () => text,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const hasEnded = child.exitCode !== null || child.signalCode !== null;
          if (!pattern.test(text) && !hasEnded) return;
          listeners.delete(look);
          if (pattern.test(text)) resolve();
          else reject(new Error(`the program ended before it printed ${String(pattern)}:\n${text}`));
        };
        listeners.add(look);
        look();
      }),
    async stop() {
      child.kill('SIGTERM');
      return exitOf(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await exitOf(child);
    },
  };
}
