/** Space, or a piece of a word: in quotes, escaped, bare. Whatever else there is makes it more than a simple command. */
const token =
  /(?<space>[^\S\n\r]+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\`$]|\\[^]|\$(?!\())*)"|\\(?<escaped>[^])|(?<bare>(?:[^\s'"\\|&;<>()`$]|\$(?!\())+)/gy;

/**
 * The words of a simple command, as a POSIX shell would split them. Null if it is more than that: a pipe, a list, a redirection,
 * a substitution, an open quote. Variables stay as they are written.
 */
export function shellWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let end = 0;
  for (const { 0: text, index, groups = {} } of line.matchAll(token)) {
    end = index + text.length;
    if (groups['space'] === undefined) {
      word = (word ?? '') + pieceOf(groups);
    } else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (end < line.length) return null;
  return word === null ? words : [...words, word];
}

function pieceOf({ single, double, escaped, bare }: Readonly<Record<string, string | undefined>>): string {
  return single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? bare ?? '';
}
