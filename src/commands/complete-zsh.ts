import {
  listServers,
  pattern,
  quoted,
  valuePlaces,
  type CompletedCommand,
  type CompletedWord,
  type ValuePlace,
} from './completion-shape.ts';

/** A completion for zsh, as a file of `fpath` or to be sourced after `compinit`. */
export function completeZsh(commands: readonly CompletedCommand[]): string {
  const lines = [
    '#compdef tooldrift',
    '# Completion of tooldrift for zsh. In ~/.zshrc, after compinit: source <(tooldrift completions zsh)',
    '_tooldrift() {',
    "  local at='' word servers=''",
    '  local -a words_here options_here',
    '  for word in ${words[2,CURRENT-1]}; do',
    '    case "$at $word" in',
    `      ${pattern(commands.flatMap(({ at }) => (at === '' ? [] : [at])))}) at="$at $word" ;;`,
    '    esac',
    '  done',
    '  case "$at ${words[CURRENT-1]}" in',
    ...valuePlaces(commands).map(({ words, value }) => `    ${pattern(words)}) ${completeValue(value)}; return ;;`),
    '  esac',
    '  case $at in',
    ...commands.map((command) => `    ${quoted(command.at)}) ${assignments(command)} ;;`),
    '  esac',
    '  if [[ $PREFIX == -* ]]; then',
    "    _describe -o 'option' options_here",
    '  else',
    `    [[ -n $servers ]] && words_here+=(\${(f)"$(${listServers})"})`,
    "    _describe 'command' words_here",
    '  fi',
    '}',
    // As a file of fpath it is called at once.
    'if [[ ${funcstack[1]} == _tooldrift ]]; then _tooldrift "$@"; else compdef _tooldrift tooldrift; fi',
  ];
  return `${lines.join('\n')}\n`;
}

function completeValue(value: ValuePlace['value']): string {
  if (value === 'path') return '_files';
  return typeof value === 'string' ? "_message 'text'" : `compadd ${value.join(' ')}`;
}

function assignments({ words, options, takesServers }: CompletedCommand): string {
  const servers = takesServers ? ' servers=yes;' : '';
  return `words_here=(${described(words)});${servers} options_here=(${described(options)})`;
}

/** `word:description`, where a colon of a word is escaped. */
function described(words: readonly CompletedWord[]): string {
  return words
    .map(({ word, description }) =>
      quoted(`${word.replaceAll(':', '\\:')}${description === '' ? '' : `:${description}`}`),
    )
    .join(' ');
}
