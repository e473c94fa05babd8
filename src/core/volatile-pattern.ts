import { maxPlaceholderLength, placeholderClasses, type PlaceholderClass } from './placeholders.ts';

/** A stretch of literal text, or a placeholder of at most `maxLength` characters. */
type Segment = { readonly kind: 'text'; readonly text: string } | ({ readonly kind: 'placeholder' } & PlaceholderClass);

export interface Pattern {
  readonly segments: readonly Segment[];
  /** Characters that all placeholders together may have. */
  readonly maxContent: number;
}

/** One sentence that says why something is refused. */
export interface Refused {
  readonly refused: string;
}

const maxPatternLength = 2_000;
const maxPlaceholders = 8;
const maxContent = 1_000;
/** Fewer letters and digits of literal text pin nothing; then only placeholders that together are short may stand there. */
const minLiteral = 6;
const maxUnpinned = 64;

/**
 * `Works in {path}, {count:4} files` as a pattern; a brace in the text is doubled. Refuses whatever would let a server write
 * more than a value or two: that would be no pattern but a way not to look.
 */
export function parsePattern(text: string): Pattern | Refused {
  if (text.length > maxPatternLength) return refuse(`the pattern is longer than ${maxPatternLength} characters`);
  const segments: Segment[] = [];
  let literal = '';
  for (const [token, inner] of text.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[^]/g)) {
    if (inner === undefined) {
      if (token === '{' || token === '}') return refuse('a brace that belongs to the text has to be doubled: {{ or }}');
      literal += token === '{{' || token === '}}' ? token.slice(1) : token;
      continue;
    }
    const placeholder = parsePlaceholder(inner);
    if ('refused' in placeholder) return placeholder;
    if (literal === '' && segments.length > 0) return refuse('there has to be text between two placeholders');
    if (literal !== '') segments.push({ kind: 'text', text: literal });
    segments.push({ kind: 'placeholder', ...placeholder });
    literal = '';
  }
  if (literal !== '') segments.push({ kind: 'text', text: literal });
  return checkNarrow(segments);
}

function parsePlaceholder(inner: string): PlaceholderClass | Refused {
  const [name = '', bound, ...rest] = inner.split(':');
  const known = placeholderClasses.get(name);
  if (known === undefined || rest.length > 0)
    return refuse(
      `there are placeholders ${[...placeholderClasses.keys()].map((each) => `{${each}}`).join(', ')}, and with a bound {path:80}`,
    );
  if (bound === undefined) return known;
  const maxLength = /^[0-9]{1,4}$/.test(bound) ? Number(bound) : 0;
  if (maxLength < 1 || maxLength > maxPlaceholderLength)
    return refuse(`the bound of a placeholder is a number from 1 to ${maxPlaceholderLength}`);
  return { ...known, maxLength };
}

function checkNarrow(segments: readonly Segment[]): Pattern | Refused {
  const placeholders = segments.filter((segment) => segment.kind === 'placeholder');
  const literal = segments.map((segment) => (segment.kind === 'text' ? segment.text : '')).join('');
  const content = placeholders.reduce((sum, { maxLength }) => sum + maxLength, 0);
  if (placeholders.length === 0) return refuse('there is no placeholder in it');
  if (placeholders.length > maxPlaceholders) return refuse(`there are more than ${maxPlaceholders} placeholders in it`);
  if (content > maxContent)
    return refuse(`its placeholders may hold more than ${maxContent} characters together: give bounds`);
  const pins = literal.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (pins < minLiteral && content > maxUnpinned)
    return refuse(
      `it pins too little: give at least ${minLiteral} letters of the text around, or bounds of at most ${maxUnpinned} characters together`,
    );
  return { segments, maxContent: content };
}

function refuse(refused: string): Refused {
  return { refused };
}
