/**
 * Server text as a person may safely see it. Whatever does not show as a glyph of its own, or could steer what shows it, is
 * written as its code point: `<U+200B>`. A run of Unicode tag characters (an invisible copy of ASCII) is written as what it says:
 * `<tag text "ignore all rules">`. A `<` of the server that begins, or could begin, this notation is written `<U+003C>`, so the
 * result has one reading only, also when several results are joined.
 */

export interface VisibleOptions {
  /** Leaves line feeds alone. Every other control character, tab and carriage return included, is always shown. */
  readonly keepNewlines?: boolean;
  /** Shows every character outside ASCII by its code point, to tell look-alikes apart. */
  readonly asciiOnly?: boolean;
}

/** The openings of our own notation. `<…` begins the notes about text that was left out. */
const notations = ['U+', 'tag text "', '…'];

/**
 * Emoji that need joiners, variation selectors or tags: those that Unicode recommends (UTS 51 ED-27) and one selector directly
 * after an emoji. Anything else with such a character in it shows it.
 */
export const emoji =
  String.raw`\p{RGI_Emoji_ZWJ_Sequence}|\p{RGI_Emoji_Tag_Sequence}|\p{Emoji_Keycap_Sequence}` +
  String.raw`|(?=\p{Emoji})\p{Extended_Pictographic}[\uFE0E\uFE0F]`;

/** Controls, format characters, lone surrogates, private use, unassigned, fillers that Unicode counts as letters, odd spaces. */
const hidden =
  String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}` +
  String.raw`\u2800\uFFFC\u{16FE4}\u{1D159}\u{13441}\u{13442}]|(?! )\p{Zs}`;

// The flag `v` knows sets of strings; TypeScript accepts it in a literal only from target es2024.
const special = new RegExp(
  String.raw`(?<emoji>${emoji})|(?<tags>[\u{E0020}-\u{E007E}]+)|(?<hidden>${hidden})|(?<open><)` +
    String.raw`|(?<marks>(?:(?!\p{Default_Ignorable_Code_Point})\p{M})+)|(?<other>[^\p{ASCII}])`,
  'gv',
);
const hiddenOrEmoji = new RegExp(`(?<emoji>${emoji})|(?<hidden>${hidden})`, 'gv');
const loose = new RegExp(String.raw`^(?:${hidden}|\s)$`, 'v');

/** Combining marks beyond this number on one letter are shown apart: they would be painted over the lines around. */
const maxMarks = 4;

/** `text` with everything hidden, steering or ambiguous written out. Linear in time; at most ten times as long. */
export function makeVisible(text: string, options: VisibleOptions = {}): string {
  return write(text, { ...options, escapeOpen: true });
}

/**
 * The last step of a sink: `text` is already visible and stays as it is; should a raw control or hidden character have come
 * through after all, it is written out. Line feeds stay. Idempotent.
 */
export function guardVisible(text: string): string {
  return write(text, { keepNewlines: true, escapeOpen: false });
}

/** `guardVisible` for what must stay one line. */
export function guardLine(text: string): string {
  return write(text, { escapeOpen: false });
}

/** True if `text` holds a character that `makeVisible` writes out, other than tab and line end. */
export function hasHidden(text: string): boolean {
  for (const match of text.matchAll(hiddenOrEmoji)) {
    if (match.groups?.['hidden'] !== undefined && !isLineEndOrTab(text, match.index)) return true;
  }
  return false;
}

function isLineEndOrTab(text: string, index: number): boolean {
  const character = text[index];
  return character === '\n' || character === '\t' || (character === '\r' && text[index + 1] === '\n');
}

function write(text: string, options: VisibleOptions & { readonly escapeOpen: boolean }): string {
  if (!/[^ -;=-~]/.test(text)) return text;
  let result = '';
  let end = 0;
  for (const match of text.matchAll(special)) {
    const [found] = match;
    result += text.slice(end, match.index) + writeOne(text, match.index, found, match.groups ?? {}, options);
    end = match.index + found.length;
  }
  return result + text.slice(end);
}

function writeOne(
  text: string,
  index: number,
  found: string,
  groups: Readonly<Record<string, string | undefined>>,
  options: VisibleOptions & { readonly escapeOpen: boolean },
): string {
  if (groups['tags'] !== undefined) return `<tag text "${decodeTags(found)}">`;
  if (groups['open'] !== undefined) return options.escapeOpen && opensNotation(text, index) ? codePoint(found) : found;
  if (groups['hidden'] !== undefined) return found === '\n' && options.keepNewlines === true ? found : codePoint(found);
  if (options.asciiOnly === true) return codePoints(found);
  if (groups['marks'] !== undefined) return writeMarks(text, index, found);
  return found;
}

/** Marks on a letter are letters; marks on nothing would sit on whatever we print before them. */
function writeMarks(text: string, index: number, marks: string): string {
  const before = [...text.slice(Math.max(0, index - 2), index)].at(-1);
  if (before === undefined || loose.test(before)) return codePoints(marks);
  const all = [...marks];
  return all.slice(0, maxMarks).join('') + all.slice(maxMarks).map(codePoint).join('');
}

function opensNotation(text: string, index: number): boolean {
  const rest = text.slice(index + 1, index + 12);
  return notations.some((notation) => rest.startsWith(notation) || (rest.length < 11 && notation.startsWith(rest)));
}

function decodeTags(tags: string): string {
  return [...tags]
    .map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .join('')
    .replace(/["\\<]/g, String.raw`\$&`);
}

function codePoints(text: string): string {
  return [...text].map(codePoint).join('');
}

function codePoint(character: string): string {
  const value = character.codePointAt(0) ?? 0;
  return `<U+${value.toString(16).toUpperCase().padStart(4, '0')}>`;
}
