/**
 * `text` for the log of a CI system, which takes lines for commands: `::add-mask::x` at the beginning of one (GitHub Actions), and
 * `##[add-mask]x`, `##vso[task.complete]` and `##teamcity[…]` wherever they stand. A server's words must not hide what else the
 * log says, or call the step a success.
 */
export function disarmLogCommands(text: string): string {
  return text.replaceAll(/##(\w*)\[/g, '##$1<U+005B>').replaceAll(/^([ \t]*):(?=:)/gm, '$1<U+003A>');
}
