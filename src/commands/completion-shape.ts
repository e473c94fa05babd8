import type { Command, Option } from 'commander';
import { severities } from '../core/finding.ts';

export interface CompletedWord {
  readonly word: string;
  readonly description: string;
}

export interface CompletedOption extends CompletedWord {
  /** What comes after it. `text` is for a person to think of. */
  readonly value: 'none' | 'path' | 'text' | readonly string[];
}

/** What may stand behind the words that lead to a command. */
export interface CompletedCommand {
  /** These words, each after a space: ` volatile add`. Empty for the program itself. */
  readonly at: string;
  readonly words: readonly CompletedWord[];
  readonly options: readonly CompletedOption[];
  readonly takesServers: boolean;
}

/** `program` and all commands below it, as a shell has to know them. */
export function completedCommands(program: Command, at = ''): readonly CompletedCommand[] {
  const help = program.createHelp();
  const commands = help.visibleCommands(program).filter((command) => command.name() !== 'help');
  const [argument] = program.registeredArguments;
  const own: CompletedCommand = {
    at,
    words: [
      ...commands.map((command) => ({ word: command.name(), description: command.description() })),
      ...(argument?.argChoices ?? []).map((word) => ({ word, description: '' })),
    ],
    options: help.visibleOptions(program).flatMap(completedOption),
    takesServers: argument?.name().startsWith('server') === true && commands.length === 0,
  };
  return [own, ...commands.flatMap((command) => completedCommands(command, `${at} ${command.name()}`))];
}

function completedOption(option: Option): readonly CompletedOption[] {
  const { long, description } = option;
  return long == null ? [] : [{ word: long, description, value: valueOf(option) }];
}

function valueOf({ flags }: Option): CompletedOption['value'] {
  const [, name] = /<(\w+)>/.exec(flags) ?? [];
  if (name === undefined) return 'none';
  if (name === 'file' || name === 'folder') return 'path';
  return name === 'severity' ? severities : 'text';
}

/** Words after which the same kind of value stands: the way to a command, and one of its options. */
export interface ValuePlace {
  /** ` check --sarif`. */
  readonly words: readonly string[];
  readonly value: Exclude<CompletedOption['value'], 'none'>;
}

/** Where values of options stand. One option may take a value of one command and none of another. */
export function valuePlaces(commands: readonly CompletedCommand[]): readonly ValuePlace[] {
  const places = new Map<string, { words: string[]; value: ValuePlace['value'] }>();
  for (const { at, options } of commands)
    for (const { word, value } of options) {
      if (value === 'none') continue;
      const place = places.get(String(value)) ?? { words: [], value };
      place.words.push(`${at} ${word}`);
      places.set(String(value), place);
    }
  return [...places.values()];
}

/** A word for POSIX shells, bash and zsh. Ours hold no line feed. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A shell line that prints the names of the servers in the config. */
export const listServers = 'tooldrift completions servers 2>/dev/null';

/** A pattern of `case` that takes each of `texts`. */
export function pattern(texts: readonly string[]): string {
  return texts.map(quoted).join('|');
}
