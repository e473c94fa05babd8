import { listServers, optionsWithValue, quoted, type CompletedCommand } from './completion-shape.ts';

/** A completion for bash 3.2 and newer. An empty answer leaves file names to readline. */
export function completeBash(commands: readonly CompletedCommand[]): string {
  const withValue = optionsWithValue(commands);
  const lines = [
    '# Completion of tooldrift for bash. In ~/.bashrc: source <(tooldrift completions bash)',
    '_tooldrift() {',
    "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} at='' words='' options='' i",
    '  COMPREPLY=()',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    case "$at ${COMP_WORDS[i]}" in',
    `      ${pattern(commands.flatMap(({ at }) => (at === '' ? [] : [at])))}) at="$at \${COMP_WORDS[i]}" ;;`,
    '    esac',
    '  done',
    '  case $before in',
    ...withValue.flatMap(({ word, value }) =>
      typeof value === 'string'
        ? []
        : [`    ${word}) COMPREPLY=($(compgen -W ${quoted(value.join(' '))} -- "$word")); return ;;`],
    ),
    `    ${pattern(withValue.flatMap(({ word, value }) => (typeof value === 'string' ? [word] : [])))}) return ;;`,
    '  esac',
    '  case $at in',
    ...commands.map((command) => `    ${quoted(command.at)}) ${assignments(command)} ;;`),
    '  esac',
    '  [[ $word == -* ]] && words=$options',
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '}',
    'complete -o bashdefault -o default -F _tooldrift tooldrift',
  ];
  return `${lines.join('\n')}\n`;
}

function assignments({ words, options, takesServers }: CompletedCommand): string {
  const own = quoted(words.map(({ word }) => word).join(' '));
  // The names are letters, digits, dots and dashes: `compgen -W` would expand anything else.
  const all = takesServers ? `[[ $word == -* ]] || words=$(${listServers});` : `words=${own};`;
  return `${all} options=${quoted(options.map(({ word }) => word).join(' '))}`;
}

function pattern(texts: readonly string[]): string {
  return texts.map(quoted).join('|');
}
