import type { Command } from 'commander';

/** One command that does something, by its words: `volatile add`. */
export interface ProgramCommand {
  readonly words: string;
  readonly options: ReadonlySet<string>;
}

/** All commands below `program` that do something, in the order of its help. */
export function programCommands(program: Command, at: readonly string[] = []): readonly ProgramCommand[] {
  const help = program.createHelp();
  const below = help.visibleCommands(program).filter((command) => command.name() !== 'help');
  if (below.length > 0) return below.flatMap((command) => programCommands(command, [...at, command.name()]));
  const options = help.visibleOptions(program).flatMap(({ long, short }) => [long, short]);
  return [{ words: at.join(' '), options: new Set(options.filter((each) => each != null)) }];
}

/** The calls of `tooldrift` in the code of a Markdown text, each up to where something else begins. */
export function callsIn(markdown: string): readonly string[] {
  const code = [...markdown.matchAll(/^```\w*\n([^]*?)^```|`([^`\n]+)`/gm)].map(
    ([, block, span]) => block ?? span ?? '',
  );
  return code.flatMap((text) => {
    const calls = text.matchAll(/(?:^|\$ |: {1,2}|--no-install |\()tooldrift ((?:[a-z]|--)[^\n`|#;>)]*)/gm);
    return [...calls].map(([, call = '']) => call.trim());
  });
}

/** The command of `commands` that `call` begins with, the longest one. */
export function commandOf(call: string, commands: readonly ProgramCommand[]): ProgramCommand | null {
  const begins = commands.filter(({ words }) => `${call} `.startsWith(`${words} `));
  return begins.toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;
}

/** The options that `call` names: `--expect`. Quoted text holds none. */
export function optionsOf(call: string): readonly string[] {
  return [...call.replaceAll(/"[^"]*"|'[^']*'/g, '').matchAll(/(?<=\s)--[a-z][a-z-]*/g)].map(([option]) => option);
}
