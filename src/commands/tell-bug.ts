import { guardVisible } from '../core/visible.ts';
import type { Io } from './io.ts';

/** Says that an error is ours, with its trace. `where`: what it is about, or nothing. */
export function tellBug(error: unknown, { err }: Io, where = ''): void {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  // Indented: a line that it quotes is none of ours.
  err(
    `tooldrift: ${where}this is a bug of tooldrift, please report it\n  ${guardVisible(trace).replaceAll('\n', '\n  ')}\n`,
  );
}
