#!/usr/bin/env node
import { homedir } from 'node:os';
import { basename, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { interrupted, runProgram } from './commands/run-program.ts';
import { exitCodes, type Io } from './commands/io.ts';
import { disarmLogCommands } from './core/disarm-log-commands.ts';
import { environmentFileOf, readEnvironment } from './machine/environment-file.ts';
import { readVersion } from './version.ts';

/** How long a stop may take before it is forced. */
const stopWithinMs = 10_000;

function createIo(signal: AbortSignal): Io {
  const { stdin, stdout, stderr } = process;
  const env = withServiceVariables(process.env);
  const isOutTty = isTty(stdout);
  const isCiLog = ['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION'].some((name) => (env[name] ?? '') !== '');
  const safe = (text: string): string => (isCiLog ? disarmLogCommands(text) : text);
  return {
    out: (text) => void stdout.write(safe(text)),
    err: (text) => void stderr.write(safe(text)),
    cwd: process.cwd(),
    env,
    color: isOutTty && stdout.hasColors() && (env['NO_COLOR'] ?? '') === '' && !process.argv.includes('--no-color'),
    width: stdout.columns ?? 100,
    isOutTty,
    isErrTty: isTty(stderr),
    ask: isTty(stdin) && isOutTty ? (question) => ask(question, signal) : null,
    readLine: lineReader(stdin),
    readInput: () => stdin,
    program: programName(),
    script: resolve(process.argv[1] ?? ''),
    uid: process.getuid?.() ?? -1,
    signal,
    onExit: (kill) => void process.once('exit', kill),
    onReload: (reload) => void process.on('SIGHUP', reload),
  };
}

/** Off a terminal there is no such property at all. */
function isTty({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true;
}

/** What a person gave the service is known to the commands too; what is set here goes before. */
function withServiceVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // There is no such service, and names of variables have no case.
  if (process.platform === 'win32') return env;
  const file = environmentFileOf(process.platform, env['HOME'] || homedir(), env['XDG_CONFIG_HOME'] || null);
  return { ...readEnvironment(file), ...env };
}

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    terminal.close();
  }
}

/** Standard input is touched only once a line of it is wanted: a program that holds it open may not end. */
function lineReader(input: NodeJS.ReadableStream): Io['readLine'] {
  let lines: AsyncIterator<string, unknown> | null = null;
  const open = (signal: AbortSignal): AsyncIterator<string, unknown> => {
    const terminal = createInterface({ input });
    const stop = (): void => terminal.close();
    if (signal.aborted) stop();
    // Also while no line is waited for.
    else signal.addEventListener('abort', stop, { once: true });
    return terminal[Symbol.asyncIterator]();
  };
  return async (signal) => {
    const next = await (lines ??= open(signal)).next();
    return next.done === true ? null : next.value;
  };
}

/** `tooldrift` when it was started by that name, else what has to be typed instead. */
function programName(): string {
  const script = process.argv[1] ?? '';
  if (basename(script).startsWith('tooldrift')) return 'tooldrift';
  const near = relative(process.cwd(), script);
  return `node ${near.startsWith('..') ? script : near}`;
}

async function main(stop: AbortController): Promise<number> {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // Asked twice: the children are killed at exit, the database is consistent at any moment.
      if (stop.signal.aborted) process.exit(interrupted);
      stop.abort();
      setTimeout(() => process.exit(exitCodes.bug), stopWithinMs).unref();
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    // Whoever read our output went away (`tooldrift history | head`): nothing is left to say.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      stop.abort();
    });
  }
  return runProgram(process.argv.slice(2), createIo(stop.signal), readVersion());
}

const stop = new AbortController();
process.exitCode = await main(stop);
