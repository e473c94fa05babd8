/** True if two texts differ in nothing but space at the end of lines, empty lines at the end, and how a line ends. */
export function sameButForLineEnds(before: string, after: string): boolean {
  return withoutLineEnds(before) === withoutLineEnds(after);
}

/** Lines without what no reader sees at their end. Not one regular expression: `\s+$` takes quadratic time on long runs of space. */
function withoutLineEnds(text: string): string {
  const lines = text.split('\n').map(trimEnd);
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

/** Plain spaces and tabs, and the carriage return of a CRLF, but no other space: an odd one is there for a reason. */
function trimEnd(line: string): string {
  let end = line.endsWith('\r') ? line.length - 1 : line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
  return line.slice(0, end);
}
