/** True if `pattern`, in which `*` stands for anything, is all of `text`. Steps through the parts, so that no pattern takes long. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (!text.startsWith(first)) return false;
  const last = parts.pop();
  if (last === undefined) return text === first;
  let from = first.length;
  for (const part of parts) {
    const place = text.indexOf(part, from);
    if (place === -1) return false;
    from = place + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
