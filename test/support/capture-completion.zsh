# zsh -f capture-completion.zsh <completion script> <line> <file>: writes what a real, interactive zsh offers for <line> to <file>.
zmodload zsh/zpty
: >$3
cat >$3.rc <<RC
PS1=
autoload -Uz compinit
compinit -u -D
source ${(q)1}
# What only sorts goes on; of what would be offered the words are written down.
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-[OAD]* ]]; then builtin compadd "\$@"; return; fi
  local -a words
  builtin compadd -O words "\$@"
  print -rl -- \$words >>${(q)3}
}
capture() { _main_complete; exit }
zle -C capture complete-word capture
bindkey '^I' capture
RC
zpty shell zsh -f -i
zpty -w shell "source ${(q)3}.rc"
zpty -w -n shell "$2"$'\t'
while zpty -r shell; do :; done
