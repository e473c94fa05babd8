/**
 * True if an object in `text`, the JSON text of a result without its envelope, holds the same key twice. `JSON.parse` keeps the
 * last value; other parsers keep the first, or refuse (RFC 8259, 4).
 */
export function hasDuplicateKeys(text: string): boolean {
  // The envelope around the text holds one key, `result`.
  const open: (Set<string> | null)[] = [new Set(['result'])];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      if (isBeforeColon(text, end)) {
        const raw = text.slice(at, end + 1);
        const key = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
        const keys = open.at(-1) ?? new Set();
        if (keys.has(key)) return true;
        open[open.length - 1] = keys.add(key);
      }
      at = end;
    }
  }
  return false;
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** Only a key stands before a colon. */
function isBeforeColon(text: string, end: number): boolean {
  let next = end + 1;
  while (text[next] === ' ' || text[next] === '\n' || text[next] === '\t' || text[next] === '\r') next += 1;
  return text[next] === ':';
}
