import { claudeCodeCut, isCut } from './cut.ts';
import { divider } from './document.ts';
import { holdsRun } from './runs.ts';
import type { Document, SignalRule, Span, Text } from './signal.ts';
import { isFull, maxSpans, spansOf } from './spans.ts';

const shortBlob = 24;
const base64 = /(?<![\w+/-])[A-Za-z0-9+/_-]{24,}={0,2}/g;
const isBase64 = among('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-');
const hex =
  /(?<![0-9A-Za-z])(?:0x)?(?:(?:[0-9A-Fa-f]{2}){12,}|(?:[0-9A-Fa-f]{2}[ :]){11,}[0-9A-Fa-f]{2}|(?:\\x[0-9A-Fa-f]{2}){8,})/g;
/** Code that stands for text: `%69%67`, `\u0069`, `&#105;`. */
const escapes = /(?:%[0-9A-Fa-f]{2}|\\u\{?[0-9A-Fa-f]{2,6}\}?|&#x?[0-9A-Fa-f]{2,6};){8,}/g;
/** Longer than any digest that an honest text gives as an example. */
const longBlob = 160;
const blob = /(?<![\w+/-])[A-Za-z0-9+/_-]{160,}={0,2}/g;
const maxDecoded = 400;
/** What the three ways to write bytes in `hex` are made of, the shortest of them as long as `shortBlob`. */
const isHex = among('0123456789ABCDEFabcdef :x\\');

function among(characters: string): (code: number) => boolean {
  const codes = new Set(Array.from(characters, (character) => character.charCodeAt(0)));
  return (code) => codes.has(code);
}

/** Runs of base64 or hex that stand for words. */
function encodedText({ text }: Document): readonly Span[] {
  return [
    ...runsOf(base64, isBase64, text).filter(standsForWords(fromBase64, text)),
    ...runsOf(hex, isHex, text).filter(standsForWords(fromHex, text)),
    ...(/[\\%&]/.test(text) ? spansOf(escapes, text) : []),
  ];
}

function runsOf(pattern: RegExp, belongs: (code: number) => boolean, text: string): readonly Span[] {
  return holdsRun(text, shortBlob, belongs) ? spansOf(pattern, text) : [];
}

/** The rest behind a crowd of runs is no run, and not looked into. */
function standsForWords(decode: (run: string) => string, text: string): (span: Span, index: number) => boolean {
  return (span, index) => index === maxSpans || isWords(decode(headOf(text, span)));
}

function headOf(text: string, { start, end }: Span): string {
  return text.slice(start, Math.min(end, start + maxDecoded));
}

function fromBase64(run: string): string {
  const bits = run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return atob(bits.slice(0, bits.length - (bits.length % 4)));
}

function fromHex(run: string): string {
  const pairs = run.replace(/^0x/, '').match(/[0-9A-Fa-f]{2}/g) ?? [];
  return String.fromCharCode(...pairs.map((pair) => Number.parseInt(pair, 16)));
}

/** Almost all of it is printable ASCII, most of that letters. */
function isWords(decoded: string): boolean {
  const printable = decoded.match(/[\x20-\x7E\n]/g)?.length ?? 0;
  const letters = decoded.match(/[A-Za-z ]/g)?.length ?? 0;
  return decoded.length >= 12 && printable >= decoded.length * 0.95 && letters >= decoded.length * 0.7;
}

/** What Markdown and HTML do not show. */
const unshown =
  /(?:^|(?<=\uFFFF))[ \t]{0,3}\[[^\]\n\uFFFF]{1,80}\]:[ \t]*(?:#|<>)[^\n\uFFFF]*|<[a-z]{1,10} [^<>\uFFFF]{0,200}?(?:display: ?none|font-size: ?0|visibility: ?hidden|opacity: ?0)[^<>\uFFFF]{0,200}>/gim;

function hiddenComments({ text }: Document): readonly Span[] {
  if (!/[<[]/.test(text)) return [];
  const spans = [...spansOf(unshown, text)];
  // A comment that is never closed hides all of the rest.
  for (let start = text.indexOf('<!--'); start !== -1 && !isFull(spans, start, text);) {
    const [close, last] = [text.indexOf('-->', start + 4), text.indexOf(divider, start)];
    const end = close !== -1 && close < last ? close + 3 : last === -1 ? text.length : last;
    spans.push({ start, end });
    start = text.indexOf('<!--', end);
  }
  return spans;
}

const blank = /[\s\u2800\u3164]{60,}|(?:\n[ \t]*){12,}/g;
/** All that `blank` can match is at least so long, and no printable ASCII. */
const minBlank = 12;
const mayBeBlank = (code: number): boolean => code <= 0x20 || code >= 0x7f;
/** A unit of up to this many characters, repeated for at least `minRepeated`. */
const maxUnit = 256;
const minRepeated = 600;
const probe = 32;

/** Stretches that say nothing or say one thing again and again. */
function padding({ text, pieces }: Document): readonly Span[] {
  const blanks = holdsRun(text, minBlank, mayBeBlank) ? spansOf(blank, text) : [];
  const long = pieces.filter(({ length }) => length >= minRepeated);
  return [...blanks, ...long.flatMap(({ at, length }) => repeats(text.slice(at, at + length), at))];
}

/** Linear: a probe every `maxUnit` characters is looked for in the stretch behind it, and what repeats is walked once. */
function repeats(text: string, from: number): readonly Span[] {
  const spans: Span[] = [];
  for (let at = 0; at + minRepeated <= text.length; at += maxUnit) {
    const near = text.slice(at + 1, at + maxUnit + probe);
    const unit = near.indexOf(text.slice(at, at + probe)) + 1;
    if (unit === 0) continue;
    let end = at + unit;
    while (end < text.length && text.charCodeAt(end) === text.charCodeAt(end - unit)) end++;
    if (end - at < minRepeated) continue;
    spans.push({ start: from + at, end: from + end });
    at = end - (end % maxUnit);
  }
  return spans;
}

/** An icon that stands in the definition itself: no model reads it, and that it changed is told by another rule. */
function isPicture({ text, path, inKey }: Text): boolean {
  return !inKey && /(?:^|\/)icons\/\d+\/src$/.test(path.join('/')) && /^data:image\/[a-z+.-]{1,20};base64,/.test(text);
}

export const bulkRules: readonly SignalRule[] = [
  {
    name: 'encoded-text',
    severity: 'high',
    sentence: 'holds words in base64, hex or escapes, which the model reads and a person does not',
    find: encodedText,
  },
  {
    name: 'long-blob',
    severity: 'medium',
    sentence: 'holds a long run of base64 or hex',
    find: ({ text }) => (holdsRun(text, longBlob, isBase64) ? spansOf(blob, text) : []),
    countsIn: (text) => !isPicture(text),
  },
  {
    name: 'hidden-comment',
    severity: 'high',
    sentence: 'holds a comment or markup that is not shown where the text is rendered',
    find: hiddenComments,
  },
  {
    name: 'padding',
    severity: 'high',
    sentence: 'is padded: blank or repeated stretches push what follows out of sight',
    find: padding,
  },
  {
    name: 'beyond-cut',
    severity: 'medium',
    sentence: `goes on beyond the ${claudeCodeCut.toLocaleString('en')} characters where Claude Code cuts: other clients see it`,
    find: ({ pieces, item }) =>
      pieces
        .filter(({ text, length }) => length > claudeCodeCut && isCut(text, item))
        .map(({ at, length }) => ({ start: at + claudeCodeCut, end: at + length })),
  },
];
