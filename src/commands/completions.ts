import type { Command } from 'commander';
import { loadWrittenFile } from '../config/written-file.ts';
import { completeBash } from './complete-bash.ts';
import { completeFish } from './complete-fish.ts';
import { completeZsh } from './complete-zsh.ts';
import { completedCommands } from './completion-shape.ts';
import { exitCodes, type CommonOptions, type Io } from './io.ts';
import { placeOf } from './with-wire.ts';

/** Prints the completion script of a shell, made from the commands of `program`; or `servers`, for which such scripts ask. */
export async function completions(kind: string, program: Command, options: CommonOptions, io: Io): Promise<number> {
  if (kind === 'servers') {
    for (const name of await serverNames(options, io)) io.out(`${name}\n`);
    return exitCodes.clean;
  }
  const commands = completedCommands(program);
  const complete = kind === 'bash' ? completeBash : kind === 'zsh' ? completeZsh : completeFish;
  io.out(complete(commands));
  return exitCodes.clean;
}

/** None where there is no config, or not a good one: this is no moment to say so. */
async function serverNames(options: CommonOptions, io: Io): Promise<readonly string[]> {
  const file = await loadWrittenFile(placeOf(options, io)).catch(() => null);
  return file === null ? [] : Object.keys(file.written.mcpServers);
}
