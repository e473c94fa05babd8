/**
 * The words of a simple command, as a POSIX shell would split them. Null if it is more than that: a pipe, a list, a redirection,
 * a substitution, an open quote. Variables stay as they are written.
 */
export function shellWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (quote === "'") {
      if (char === "'") quote = null;
      else word = (word ?? '') + char;
    } else if (char === '\\') {
      at += 1;
      if (at >= line.length) return null;
      word = (word ?? '') + (line[at] ?? '');
    } else if (char === '`' || (char === '$' && line[at + 1] === '(')) {
      return null;
    } else if (quote === '"') {
      if (char === '"') quote = null;
      else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/[|&;<>()\n\r]/.test(char)) {
      return null;
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}
