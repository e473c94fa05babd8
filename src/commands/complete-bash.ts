import {
  listServers,
  pattern,
  quoted,
  valuePlaces,
  type CompletedCommand,
  type ValuePlace,
} from './completion-shape.ts';

/** A completion for bash 3.2 and newer. An empty answer leaves file names to readline. */
export function completeBash(commands: readonly CompletedCommand[]): string {
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
    '  case "$at $before" in',
    ...valuePlaces(commands).map(({ words, value }) => `    ${pattern(words)}) ${completeValue(value)}return ;;`),
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

/** Where it is not said, readline completes names of files. */
function completeValue(value: ValuePlace['value']): string {
  return typeof value === 'string' ? '' : `COMPREPLY=($(compgen -W ${quoted(value.join(' '))} -- "$word")); `;
}
