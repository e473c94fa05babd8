import { setMaxListeners } from 'node:events';
import { CommanderError } from 'commander';
import { guardVisible } from '../core/visible.ts';
import { AppError } from '../errors.ts';
import { examineNode } from '../machine/examine-node.ts';
import { exitCodeOf, exitCodes, type Io } from './io.ts';
import { createProgram } from './program.ts';
import { tellBug } from './tell-bug.ts';

/** The exit code of a program that was interrupted, as shells count it: 128 and the number of SIGINT. */
export const interrupted = 130;

/** Runs one command line (without the names of interpreter and script) and returns the exit code. Whatever went wrong is told on `io`. */
export async function runProgram(args: readonly string[], io: Io, version: string): Promise<number> {
  // Each server that is read at this moment listens for the end.
  setMaxListeners(0, io.signal);
  let code: number = exitCodes.clean;
  try {
    const program = createProgram(io, version, (result) => {
      code = result;
    });
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, io);
  }
}

/** What went wrong as an exit code, told in one sentence where a person can do something about it. */
function explain(error: unknown, io: Io): number {
  const { signal, err } = io;
  if (signal.aborted) return interrupted;
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.clean : exitCodes.usage;
  if (error instanceof AppError) {
    // It may quote anything, such as a key of a file.
    err(`tooldrift: ${guardVisible(error.message)}\n`);
    return exitCodeOf(error);
  }
  const node = examineNode(process.version);
  if (node.state === 'problem') {
    // What it lacks shows as errors of any kind.
    err(`tooldrift: ${node.message}: ${node.remedy}\n`);
    return exitCodes.usage;
  }
  tellBug(error, io);
  return exitCodes.bug;
}
