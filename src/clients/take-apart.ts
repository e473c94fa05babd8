import type { Folders, Piece, Syntax } from './pieces.ts';
import { leftOver } from './syntaxes.ts';

/** `text` by the notations of a client; without any, all but `${` is plain text. */
export function takeApart(text: string, syntaxes: readonly Syntax[], folders: Folders): readonly Piece[] {
  const all = [...syntaxes, leftOver];
  const pattern = new RegExp(all.map((syntax, index) => `(?<s${index}>${syntax.pattern})`).join('|'), 'g');
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const syntax = all.find((_, index) => match.groups?.[`s${index}`] !== undefined) ?? leftOver;
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    pieces.push(syntax.read(match[0], folders));
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}
