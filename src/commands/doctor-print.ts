import pc from 'picocolors';
import type { Examined } from '../core/examined.ts';
import { guardLine } from '../core/visible.ts';
import type { Io } from './io.ts';

/** One line for each, with what to do below it. */
export function printExamined(found: readonly Examined[], io: Io): void {
  const colors = pc.createColors(io.color);
  const paint = { ok: colors.green, note: colors.dim, problem: (text: string) => colors.bold(colors.red(text)) };
  const words = { ok: 'ok', note: 'note', problem: 'PROBLEM' };
  for (const { subject, name, state, message, remedy } of found) {
    const [first = '', ...more] = message.split('\n');
    const who = name === null ? '' : `${name}: `;
    io.out(`${paint[state](words[state].padEnd(7))}  ${subject.padEnd(8)}  ${guardLine(`${who}${first}`)}\n`);
    for (const line of more) io.out(`                   ${guardLine(line)}\n`);
    if (remedy !== null) io.out(`                   ${guardLine(`to do: ${remedy}`)}\n`);
  }
  const count = found.filter(({ state }) => state === 'problem').length;
  io.out(count === 0 ? '\nno problem found\n' : `\n${count} problem${count === 1 ? '' : 's'}\n`);
}
