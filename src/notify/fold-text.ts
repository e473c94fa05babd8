/** A command has to be copied in one piece. */
const command = /^ {4}tooldrift /;
/** A line of a diff, and how one goes on that a reader would break. */
const [diff, goesOn] = ['  | ', '  \u00A6 '];

/**
 * Breaks lines that are longer than `width` columns, where a mail reader would break them itself: at the left edge, so that words of
 * the server could begin a line that looks like ours.
 */
export function foldText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (command.test(line) ? [line] : foldLine(line, width)))
    .join('\n');
}

function foldLine(line: string, width: number): readonly string[] {
  const margin = line.startsWith(diff) ? goesOn : '    ';
  const lines: string[] = [];
  let rest = line;
  for (let end = endOf(rest, width); end < rest.length; end = endOf(rest, width)) {
    const space = rest.lastIndexOf(' ', end);
    const at = space > margin.length + width / 3 ? space + 1 : end;
    lines.push(rest.slice(0, at));
    rest = margin + rest.slice(at);
  }
  return [...lines, rest];
}

/** How much of a line stands in `width` columns; at least a character beyond the margin. */
function endOf(line: string, width: number): number {
  let columns = 0;
  let end = 0;
  for (const character of line) {
    columns += isWide(character) ? 2 : 1;
    if (columns > width && end > goesOn.length) return end;
    end += character.length;
  }
  return end;
}

/** Roughly: what terminals give two columns (Unicode Standard Annex 11), and nothing that they give one would be missed. */
function isWide(character: string): boolean {
  return character >= '\u1100';
}
