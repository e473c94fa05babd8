import type { ItemKey } from '../definition.ts';
import { fold, type Folded } from './fold.ts';
import type { Document, Piece, SignalContext, Text } from './signal.ts';

/** A noncharacter: no pattern matches across it, and no honest text holds it. */
export const divider = '\uFFFF';

/** What of a long text can be part of a sentence that goes on in the next one. */
const edge = 200;
/** Of all joined texts together: a server could send millions. */
const maxJoined = 200_000;

/** Texts as one document in which no sentence goes on from one to the next. */
export function apart(item: ItemKey, texts: readonly Text[]): Document {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const text of texts) {
    pieces.push({ text, at, from: 0, length: text.text.length });
    parts.push(text.text.replaceAll(divider, ' '), divider);
    at += text.text.length + divider.length;
  }
  return documentOf(item, pieces, parts.join(''));
}

/** Texts as one document in which sentences go on, of long ones the beginning and the end. */
export function joined(item: ItemKey, texts: readonly Text[]): Document {
  const pieces: Piece[] = [];
  let whole = '';
  const add = (text: Text, from: number, to: number, end: string): void => {
    pieces.push({ text, at: whole.length, from, length: to - from });
    whole += text.text.slice(from, to).replaceAll(divider, ' ') + end;
  };
  for (const text of texts) {
    const { length } = text.text;
    if (length > 2 * edge) add(text, 0, edge, divider);
    add(text, Math.max(0, length > 2 * edge ? length - edge : 0), length, ' ');
    if (whole.length > maxJoined) break;
  }
  return documentOf(item, pieces, whole);
}

function documentOf(item: ItemKey, pieces: readonly Piece[], text: string): Document {
  let folded: Folded | undefined;
  return {
    item,
    text,
    pieces,
    get folded() {
      return (folded ??= fold(text));
    },
  };
}

/** The piece in which `offset` stands: the last one that begins there or before. */
export function pieceAt({ pieces }: Document, offset: number): Piece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

/**
 * `find`, which several rules share, worked out once for each document; a document is looked at in one context. To remember takes
 * longer than to see that most texts hold nothing of the kind: ask that first.
 */
export function oncePerDocument<T>(
  find: (document: Document, context: SignalContext) => T,
): (document: Document, context: SignalContext) => T {
  const known = new WeakMap<Document, { readonly found: T }>();
  return (document, context) => {
    const memo = known.get(document);
    if (memo !== undefined) return memo.found;
    const found = find(document, context);
    known.set(document, { found });
    return found;
  };
}
