import { listServers, type CompletedCommand, type CompletedOption } from './completion-shape.ts';

/** A completion for fish 3 and newer. */
export function completeFish(commands: readonly CompletedCommand[]): string {
  const below = commands.flatMap(({ at }) => (at === '' ? [] : [quoted(at)]));
  const lines = [
    '# Completion of tooldrift for fish: tooldrift completions fish > ~/.config/fish/completions/tooldrift.fish',
    'function __tooldrift_at',
    "    set -l at ''",
    '    for word in (commandline -opc)[2..-1]',
    '        switch "$at $word"',
    `            case ${below.join(' ')}`,
    '                set at "$at $word"',
    '        end',
    '    end',
    '    test "$at" = "$argv[1]"',
    'end',
    'complete -c tooldrift -f',
    ...commands.flatMap(linesOf),
  ];
  return `${lines.join('\n')}\n`;
}

function linesOf({ at, words, options, takesServers }: CompletedCommand): readonly string[] {
  const begin = `complete -c tooldrift -n ${quoted(`__tooldrift_at ${quoted(at)}`)}`;
  return [
    ...words.map(({ word, description }) => `${begin} -a ${word}${describe(description)}`),
    ...(takesServers ? [`${begin} -a ${quoted(`(${listServers})`)}`] : []),
    ...options.map((option) => `${begin} -l ${option.word.slice(2)}${valueOf(option)}${describe(option.description)}`),
  ];
}

function valueOf({ value }: CompletedOption): string {
  if (value === 'none') return '';
  if (value === 'path') return ' -r -F';
  return typeof value === 'string' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`;
}

function describe(description: string): string {
  return description === '' ? '' : ` -d ${quoted(description)}`;
}

/** Within single quotes fish knows `\\` and `\'`. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
