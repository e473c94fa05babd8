import { escapeInvisible } from '../core/escape-json.ts';
import type { AppError } from '../errors.ts';

/** What a command sees of the process that it runs in. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Colours on standard output. */
  readonly color: boolean;
  readonly width: number;
  readonly isOutTty: boolean;
  readonly isErrTty: boolean;
  /** Asks a yes-or-no question on the terminal, no by default. Null where nobody can be asked. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
  /** The next line of standard input, null at its end. It is read until `signal` aborts, the same one at every call. */
  readonly readLine: (signal: AbortSignal) => Promise<string | null>;
  /** All of standard input. */
  readonly readInput: () => AsyncIterable<Uint8Array>;
  /** How this program was started: `tooldrift`, or `node path/to/main.js`. */
  readonly program: string;
  /** Absolute path of the script that was started. */
  readonly script: string;
  /** User id that this process runs as. -1 where users have none (Windows). */
  readonly uid: number;
  /** Aborts when the program is asked to stop. */
  readonly signal: AbortSignal;
  /** Calls `kill` when the process ends, however it ends. It must not wait for anything. */
  readonly onExit: (kill: () => void) => void;
  /** Calls `reload` whenever the program is asked to read its config again. */
  readonly onReload: (reload: () => void) => void;
}

/** The flags that all commands have. */
export interface CommonOptions {
  readonly config?: string;
  readonly json?: boolean;
  readonly verbose?: boolean;
}

export const exitCodes = { clean: 0, drift: 1, usage: 2, unverified: 3, bug: 70 } as const;

/** How a program ends that gave up. */
export function exitCodeOf({ code }: AppError): number {
  return code === 'refused' ? exitCodes.drift : exitCodes.usage;
}

/** A command line of ours as this person has to type it: with the program as it was started, and the same config. */
export function typed(command: string, io: Io, options: CommonOptions): string {
  const config = options.config === undefined ? '' : ` --config ${shellWord(options.config)}`;
  return command.replace(/^tooldrift/, io.program) + config;
}

function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Prints one JSON document, and nothing else, on standard output. */
export function printJson(io: Io, document: unknown): void {
  io.out(`${escapeInvisible(JSON.stringify(document, null, 2))}\n`);
}

/** One JSON document in one line. */
export function jsonLine(document: unknown): string {
  return `${escapeInvisible(JSON.stringify(document))}\n`;
}
