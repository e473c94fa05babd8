/**
 * True if `text` holds `length` characters in a row that all belong. Looks at every `length`-th character and, only where that
 * one belongs, at those before it: a search for what most texts have nothing of costs next to nothing.
 */
export function holdsRun(text: string, length: number, belongs: (code: number) => boolean): boolean {
  let start = 0;
  for (let end = length; end <= text.length; end = start + length) {
    let at = end - 1;
    while (at >= start && belongs(text.charCodeAt(at))) at -= 1;
    if (at < start) return true;
    start = at + 1;
  }
  return false;
}
