export interface Option {
  /** With its dashes: `--from`, `-p`. */
  readonly name: string;
  readonly value: string | null;
}

export interface Walked {
  readonly options: readonly Option[];
  /** From the first word on that is no option. */
  readonly rest: readonly string[];
}

/** True if the option `name` takes `next`, the word behind it. */
export type TakesNext = (name: string, next: string | undefined) => boolean;

/** The options before the first word that is none. `--name=value` is one word. `--` ends them and is dropped. */
export function walkOptions(args: readonly string[], takesNext: TakesNext): Walked {
  const options: Option[] = [];
  let at = 0;
  while (at < args.length) {
    const word = args[at] ?? '';
    if (word === '--') return { options, rest: args.slice(at + 1) };
    if (!isOption(word)) break;
    const [option, width] = readOption(word, args[at + 1], takesNext);
    options.push(option);
    at += width;
  }
  return { options, rest: args.slice(at) };
}

/** The options wherever they stand up to `--`, and all other words. */
export function walkAll(args: readonly string[], takesNext: TakesNext): Walked {
  const options: Option[] = [];
  const rest: string[] = [];
  let at = 0;
  while (at < args.length) {
    const word = args[at] ?? '';
    if (word === '--') return { options, rest: [...rest, ...args.slice(at + 1)] };
    if (isOption(word)) {
      const [option, width] = readOption(word, args[at + 1], takesNext);
      options.push(option);
      at += width;
    } else {
      rest.push(word);
      at += 1;
    }
  }
  return { options, rest };
}

function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

function readOption(word: string, next: string | undefined, takesNext: TakesNext): readonly [Option, number] {
  const [, name = word, value] = /^(--?[^=]+)=(.*)$/s.exec(word) ?? [];
  if (value !== undefined) return [{ name, value }, 1];
  return takesNext(name, next) ? [{ name, value: next ?? null }, 2] : [{ name, value: null }, 1];
}

/** For a program whose options with a value are all known. */
export function takesNextIn(names: ReadonlySet<string>): TakesNext {
  return (name) => names.has(name);
}

/** The values that the options called one of `names` have. */
export function valuesOf({ options }: Walked, ...names: readonly string[]): readonly string[] {
  return options.flatMap(({ name, value }) => (names.includes(name) && value !== null ? [value] : []));
}

/** A set of option names from a line of them. */
export function optionNames(line: string): ReadonlySet<string> {
  return new Set(line.split(' '));
}
