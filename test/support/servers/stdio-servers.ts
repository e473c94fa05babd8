import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Script } from './script.ts';
import type { StateFile, StdioState } from './state-file.ts';

/** How to spawn one of the stdio servers of this folder. */
export interface StdioCommand {
  readonly command: string;
  readonly args: string[];
}

export function legacyStdioServer(state: StateFile<StdioState>): StdioCommand {
  return node('./legacy-stdio.mjs', state.path);
}

export function modernStdioServer(state: StateFile<StdioState>): StdioCommand {
  return node('./modern-stdio.mjs', state.path);
}

export function rawStdioServer(script: StateFile<Script>): StdioCommand {
  return node('./raw-stdio.mjs', script.path);
}

function node(program: string, path: string): StdioCommand {
  return { command: process.execPath, args: [fileURLToPath(new URL(program, import.meta.url)), path] };
}
