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

/** The options of all commands that a value follows, each once. */
export function optionsWithValue(commands: readonly CompletedCommand[]): readonly CompletedOption[] {
  const all = commands.flatMap(({ options }) => options).filter(({ value }) => value !== 'none');
  return [...new Map(all.map((option) => [option.word, option])).values()];
}

/** A word for POSIX shells, bash and zsh. Ours hold no line feed. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A shell line that prints the names of the servers in the config. */
export const listServers = 'tooldrift completions servers 2>/dev/null';
