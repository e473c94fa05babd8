import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { init, type InitOptions } from '../../src/commands/init.ts';
import type { Io } from '../../src/commands/io.ts';
import { aMachine, type Files } from '../clients/machine.ts';

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly questions: readonly string[];
}

/** A person in a folder of the machine, who answers yes to questions that match. */
export async function aPerson(content: Files, answers: RegExp | null = null) {
  const machine = await aMachine(content);
  const cwd = join(machine.folder, 'code/shop');
  const path = join(cwd, 'tooldrift.jsonc');
  const run = async (
    names: readonly string[],
    options: InitOptions = {},
    terminal: Partial<Io> = {},
  ): Promise<Result> => {
    const [out, err, questions]: [string[], string[], string[]] = [[], [], []];
    const io = {
      ...{ cwd, env: { HOME: machine.home }, color: false, width: 100, program: 'tooldrift' },
      out: (text: string) => void out.push(text),
      err: (text: string) => void err.push(text),
      ...terminal,
      ask: answers && ((question: string) => (questions.push(question), Promise.resolve(answers.test(question)))),
    } as unknown as Io; // all that init uses
    return { code: await init(names, options, io), out: machine.short(out.join('')), err: err.join(''), questions };
  };
  const written = (): Promise<string | null> => readFile(path, 'utf8').then(machine.short, () => null);
  return { machine, cwd, path, run, written };
}
